/* suggester-explain.c: why a suggestion is what it is: its tokens, how likely each was, and what else could have come.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What is shown may come from a model, from the cache, or be what is left after typing; so the text itself is judged, after the text that
 * stands before it, and not what was noted while it was made. */
#include "config.h"

#include <glib/gi18n-lib.h>
#include "plugin/query-private.h"
#include "plugin/suggester-private.h"

#define TOKEN_WIDTH 16 /* characters; longer ones push the rest of their line */

/* A token as it can be seen, in quotes. */
static void
append_token (GString *line, const char *text)
{
  g_string_append_c (line, '\'');
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      const gunichar c = g_utf8_get_char (p);

      if (c == '\n')
        g_string_append (line, "\\n");
      else if (c == '\t')
        g_string_append (line, "\\t");
      else if (g_unichar_isprint (c))
        g_string_append_unichar (line, c);
      else
        g_string_append_printf (line, "\\u%04x", c);
    }
  g_string_append_c (line, '\'');
}

static void
append_line (GString *lines, GVariant *token)
{
  g_autoptr (GString) line = g_string_new (NULL);
  g_autoptr (GVariantIter) likely = NULL;
  const char *text, *other;
  guint n = 0;
  double p;

  g_variant_get (token, "(&sda(sd))", &text, &p, &likely);
  append_token (line, text);
  while (g_utf8_strlen (line->str, -1) < TOKEN_WIDTH)
    g_string_append_c (line, ' ');
  g_string_append_printf (line, " %6.2f %%  ", 100 * p);
  while (g_variant_iter_next (likely, "(&sd)", &other, &p))
    if (g_strcmp0 (other, text) != 0)
      {
        g_string_append (line, n++ > 0 ? ", " : " ");
        append_token (line, other);
        g_string_append_printf (line, " %.2f %%", 100 * p);
      }
  g_string_append_len (lines, line->str, line->len);
  g_string_append_c (lines, '\n');
}

/* For people: a line for each token. */
static char *
explanation_to_text (GVariant *explanation)
{
  GString *lines = g_string_new (_ ("Each token, how likely it was, and what else could have come"));

  g_string_append_c (lines, '\n');
  for (gsize i = 0; i < g_variant_n_children (explanation); i++)
    {
      g_autoptr (GVariant) token = g_variant_get_child_value (explanation, i);

      append_line (lines, token);
    }
  g_string_truncate (lines, lines->len - 1);
  return g_string_free (lines, FALSE);
}

void
suggester_drop_explanation (HunchSuggester *self)
{
  if (self->explanation == NULL)
    return;
  g_clear_pointer (&self->explanation, g_variant_unref);
  suggester_notify (self, "explanation");
}

void
suggester_explained (HunchSuggester *self, HunchQuery *query, HunchReply *reply)
{
  g_autofree char *text = NULL;

  if (g_strcmp0 (query->explain, hunch_suggester_get_text (self)) != 0)
    return;
  if (reply->explanation == NULL)
    {
      suggester_set_status (self, _ ("This completer cannot explain its suggestions"));
      return;
    }
  suggester_drop_explanation (self);
  self->explanation = g_variant_ref (reply->explanation);
  suggester_notify (self, "explanation");
  text = explanation_to_text (self->explanation);
  hunch_host_show_explanation (self->host, text);
}

/**
 * hunch_suggester_explain:
 * @self: a suggester
 *
 * Asks how likely each token of the suggestion that is shown was, and what else could have come. The answer is
 * [property@Hunch.Suggester:explanation], and the host shows it. Nothing happens if nothing is shown.
 */
void
hunch_suggester_explain (HunchSuggester *self)
{
  g_return_if_fail (HUNCH_IS_SUGGESTER (self));
  if (self->shown != NULL && self->host != NULL && self->job == NULL)
    suggester_ask_explanation (self);
}

/**
 * hunch_suggester_get_explanation:
 * @self: a suggester
 *
 * Gets what was found of the suggestion that is shown.
 *
 * Returns: (transfer none) (nullable): of type `a(sda(sd))`, as [property@Hunch.Reply:explanation]; %NULL if nobody asked
 */
GVariant *
hunch_suggester_get_explanation (HunchSuggester *self)
{
  g_return_val_if_fail (HUNCH_IS_SUGGESTER (self), NULL);
  return self->explanation;
}
