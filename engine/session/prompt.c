/* prompt.c: from text, ids, or the two sides of a cursor to the ids of a prompt.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/session/prompt.h"
#include "engine/base/hunch-error.h"
#include "engine/base/i18n.h"
#include "engine/session/spell.h"

#include <string.h>

typedef struct
{
  const HunchVocab *v;
  HunchEncodeFlags flags; /* for text of the request */
  const volatile gint *cancelled;
  GArray *ids;
  GString *spell; /* of a text that is healed: what was taken off it; else NULL */
} Builder;

static gboolean
add_text (Builder *b, const char *text, gsize len, HunchEncodeFlags flags, GError **error)
{
  return hunch_vocab_encode (b->v, text ? text : "", len, flags, b->cancelled, b->ids, error);
}

static void
add_id (Builder *b, gint32 id)
{
  g_array_append_val (b->ids, id);
}

static gint32
id_at (const GArray *ids, guint i)
{
  return g_array_index (ids, gint32, i);
}

/* Takes the end of the prompt's own text, which is the last that was added, off again. */
static void
heal (Builder *b, const HunchRequest *r)
{
  guint n;

  if (b->spell == NULL)
    return;
  n = hunch_spell_cut (b->v, r->text, r->text_len, b->ids, 1, b->spell);
  g_array_set_size (b->ids, b->ids->len - n);
}

/* What the vocabulary puts around a text is told by an empty one: nothing, BOS, EOS or both. */
static gboolean
add_frame (Builder *b, gboolean *adds_eos, GError **error)
{
  gint32 bos = hunch_vocab_bos (b->v), eos = hunch_vocab_eos (b->v);
  guint before = b->ids->len, n;

  if (!add_text (b, NULL, 0, HUNCH_ENCODE_ADD_SPECIAL, error))
    return FALSE;
  n = b->ids->len - before;
  *adds_eos = n > 0 && eos >= 0 && id_at (b->ids, b->ids->len - 1) == eos && (n > 1 || eos != bos);
  if (*adds_eos)
    g_array_set_size (b->ids, b->ids->len - 1);
  return TRUE;
}

static gboolean
build_text (Builder *b, const HunchRequest *r, GError **error)
{
  gboolean adds_eos;

  if (!add_frame (b, &adds_eos, error))
    return FALSE;
  if (r->text_len == 0)
    return TRUE;
  g_array_set_size (b->ids, 0); /* with the text, for a BOS that stands in it already is not doubled */
  if (!add_text (b, r->text, r->text_len, b->flags | HUNCH_ENCODE_ADD_SPECIAL, error))
    return FALSE;
  if (adds_eos)
    g_array_set_size (b->ids, b->ids->len - 1);
  heal (b, r);
  return TRUE;
}

static gboolean
add_name (Builder *b, HunchFim mark, const char *name, GError **error)
{
  g_autofree char *line = g_strconcat (name, "\n", NULL);

  add_id (b, hunch_vocab_fim (b->v, mark));
  return add_text (b, line, strlen (line), 0, error);
}

/* The folder's name stands for the repository's, which the format asks for. */
static gboolean
add_repository (Builder *b, const HunchRequest *r, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (r->file_name ? r->file_name : "");
  g_autofree char *name = g_path_get_basename (folder);

  if (hunch_vocab_fim (b->v, HUNCH_FIM_REPO) < 0)
    return TRUE;
  return add_name (b, HUNCH_FIM_REPO, g_str_equal (name, ".") ? "project" : name, error);
}

/* Other files, then the name of the one that is filled in. */
static gboolean
add_context (Builder *b, const HunchRequest *r, GError **error)
{
  g_autofree char *own = g_path_get_basename (r->file_name && *r->file_name ? r->file_name : "untitled");

  if (!r->context || !*r->context || hunch_vocab_fim (b->v, HUNCH_FIM_SEP) < 0)
    return TRUE;
  if (!add_repository (b, r, error))
    return FALSE;
  for (const char *const *p = r->context; p[0] && p[1]; p += 2)
    {
      gsize len = strlen (p[1]);

      if (!add_name (b, HUNCH_FIM_SEP, p[0], error) || !add_text (b, p[1], len, 0, error)
          || (len > 0 && p[1][len - 1] != '\n' && !add_text (b, "\n", 1, 0, error)))
        return FALSE;
    }
  return add_name (b, HUNCH_FIM_SEP, own, error);
}

static gboolean
build_infill (Builder *b, const HunchRequest *r, GError **error)
{
  gboolean adds_eos;

  if (!add_frame (b, &adds_eos, error))
    return FALSE;
  if (!add_context (b, r, error))
    return FALSE;
  add_id (b, hunch_vocab_fim (b->v, HUNCH_FIM_PREFIX));
  if (!add_text (b, r->text, r->text_len, b->flags, error))
    return FALSE;
  heal (b, r);
  add_id (b, hunch_vocab_fim (b->v, HUNCH_FIM_SUFFIX));
  if (!add_text (b, r->suffix, r->suffix_len, b->flags, error))
    return FALSE;
  add_id (b, hunch_vocab_fim (b->v, HUNCH_FIM_MIDDLE));
  return TRUE;
}

static gboolean
start_from_nothing (Builder *b, GError **error)
{
  gint32 start = hunch_vocab_bos (b->v) >= 0 ? hunch_vocab_bos (b->v) : hunch_vocab_eos (b->v);

  if (start < 0)
    {
      g_set_error_literal (
          error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT,
          _ ("The prompt is empty, and the model has no token to begin a text with: give it some text"));
      return FALSE;
    }
  add_id (b, start);
  return TRUE;
}

gboolean
hunch_prompt_can_infill (const HunchVocab *v)
{
  return hunch_vocab_fim (v, HUNCH_FIM_PREFIX) >= 0 && hunch_vocab_fim (v, HUNCH_FIM_SUFFIX) >= 0
         && hunch_vocab_fim (v, HUNCH_FIM_MIDDLE) >= 0;
}

gboolean
hunch_prompt_build (const HunchVocab *v, const HunchRequest *r, const volatile gint *cancelled, GArray *ids,
                    GString *spell, char **note, GError **error)
{
  Builder b = { v, r->parse_special ? HUNCH_ENCODE_PARSE_SPECIAL : 0, cancelled, ids, r->heal ? spell : NULL };
  gboolean infill = r->suffix && hunch_prompt_can_infill (v);

  if (r->ids && r->n_ids > 0)
    g_array_append_vals (ids, r->ids, r->n_ids);
  else if (infill ? !build_infill (&b, r, error) : !build_text (&b, r, error))
    return FALSE;
  if (ids->len == 0 && !start_from_nothing (&b, error))
    return FALSE;
  if (r->suffix && !infill && !r->ids)
    *note
        = g_strdup (_ ("This model has no tokens for filling in the middle: the text before the cursor was continued"));
  return TRUE;
}

char *
hunch_prompt_suffix_stop (const char *suffix, gsize len)
{
  g_autofree char *text = g_utf8_make_valid (suffix, (gssize) len);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  if (!g_utf8_validate_len (suffix, len, NULL) || lines[0] == NULL || *g_strstrip (lines[0]) != '\0')
    return NULL;
  for (guint i = 1; lines[i]; i++)
    if (*g_strchomp (lines[i]) != '\0')
      return g_strconcat ("\n", lines[i], "\n", NULL);
  return NULL;
}
