/* text-layer.c: continues the text of a layer.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "plugin/gimp/answer.h"
#include "plugin/gimp/text-layer.h"

/* The text, or NULL with error set. */
static char *
get_text (gint32 layer, GError **error)
{
  g_autofree char *markup = NULL;
  char *text;

  if (!gimp_item_is_valid (layer) || !gimp_item_is_text_layer (layer))
    {
      g_set_error_literal (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT, _ ("This is no text layer; choose one"));
      return NULL;
    }
  text = gimp_text_layer_get_text (layer);
  markup = gimp_text_layer_get_markup (layer);
  if (text != NULL || markup == NULL)
    return text != NULL ? text : g_strdup ("");
  g_set_error_literal (
      error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT,
      _ ("Parts of this text have a style of their own, which would be lost; give all of it one style"));
  return NULL;
}

/* What the settings allow, on one line. */
static HunchQuery *
make_query (const char *text)
{
  g_autoptr (HunchSettings) settings = hunch_settings_new ();
  HunchQuery *query = hunch_query_new (text, NULL);
  guint max_tokens, time_limit_ms;

  g_object_get (settings, "max-tokens", &max_tokens, "time-limit-ms", &time_limit_ms, NULL);
  g_object_set (query, "max-tokens", max_tokens, "time-limit-ms", time_limit_ms, "one-line", TRUE, NULL);
  return query;
}

gboolean
text_layer_complete (gint32 image, gint32 layer, gboolean asked, GError **error)
{
  g_autofree char *text = get_text (layer, error), *more = NULL, *whole = NULL;
  g_autoptr (HunchQuery) query = NULL;
  gboolean done;

  if (text == NULL)
    return FALSE;
  if (*text == '\0' && !asked)
    return TRUE;
  query = make_query (text);
  if (*text != '\0')
    {
      gimp_progress_init (_ ("Completing the text"));
      more = answer_wait (query, error);
      if (more == NULL)
        return FALSE;
      g_strchomp (more);
    }
  if (more == NULL || *more == '\0')
    {
      if (asked)
        g_set_error_literal (error, HUNCH_ERROR, HUNCH_ERROR_NOT_FOUND, _ ("Nothing to suggest here"));
      return !asked;
    }
  whole = g_strconcat (text, more, NULL);
  gimp_image_undo_group_start (image);
  done = gimp_text_layer_set_text (layer, whole);
  gimp_image_undo_group_end (image);
  if (!done)
    g_set_error_literal (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT, _ ("This layer cannot be changed"));
  return done;
}
