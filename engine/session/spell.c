/* spell.c: token healing: the end of a prompt, taken back to a token's border, is what the tokens drawn next must spell.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/session/spell.h"

#include <float.h>
#include <math.h>
#include <string.h>

struct HunchSpell
{
  const HunchVocab *v;
  guint n_vocab;
  gsize at, len;
  char text[HUNCH_SPELL_MAX];
  gboolean ends[HUNCH_SPELL_MAX + 1]; /* whether ordinary tokens spell text from there to its end */
  float *masked;                      /* (n_vocab) */
};

static gboolean
is_ordinary (const HunchVocab *v, gint32 id)
{
  HunchTokenKind kind = hunch_vocab_kind (v, id);

  return kind == HUNCH_TOKEN_NORMAL || kind == HUNCH_TOKEN_BYTE;
}

/* Bytes at the end that are to be taken back: none after punctuation, where most tokens end; after blanks the blanks of the line, since
 * what comes before a line's begin has ended. */
static gsize
count_open (const HunchVocab *v, const char *prompt, gsize len)
{
  const char *end = prompt + len, *last;
  gsize n_blanks = 0, open;
  gunichar c;

  while (n_blanks < len && (end[-1 - (gssize) n_blanks] == ' ' || end[-1 - (gssize) n_blanks] == '\t'))
    n_blanks++;
  if (n_blanks > 0)
    return n_blanks;
  last = g_utf8_find_prev_char (prompt, end);
  c = last != NULL ? g_utf8_get_char_validated (last, end - last) : (gunichar) -1;
  if (c >= (gunichar) -2 || !(c == '_' || c == '\n' || g_unichar_isalnum (c) || g_unichar_ismark (c)))
    return 0;
  open = hunch_vocab_open_end (v, prompt, len);
  return open <= HUNCH_SPELL_MAX ? open : 0;
}

static gboolean
is_blank (HunchText piece)
{
  for (gsize i = 0; i < piece.len; i++)
    if (!g_ascii_isspace (piece.data[i]))
      return FALSE;
  return TRUE;
}

guint
hunch_spell_cut (const HunchVocab *v, const char *prompt, gsize len, const GArray *ids, guint n_keep, GString *text)
{
  gsize open = len > 0 ? count_open (v, prompt, len) : 0;
  gboolean blank = open > 0 && g_ascii_isspace (prompt[len - 1]);
  guint n = 0;

  g_string_truncate (text, 0);
  while (text->len < open && n + n_keep < ids->len)
    {
      gint32 id = g_array_index (ids, gint32, ids->len - 1 - n);
      HunchText piece = hunch_vocab_piece (v, id, FALSE);

      if (!is_ordinary (v, id) || piece.len == 0 || (blank && !is_blank (piece)))
        break;
      g_string_prepend_len (text, piece.data, (gssize) piece.len);
      n++;
    }
  return text->len <= HUNCH_SPELL_MAX ? n : 0;
}

/* From the end: text from i on can be spelt if a token is its front and what is left then can. */
static void
find_ends (HunchSpell *s)
{
  s->ends[s->len] = TRUE;
  for (gsize i = s->len; i-- > 0;)
    for (gsize k = s->len - i; k > 0 && !s->ends[i]; k--)
      if (s->ends[i + k])
        {
          gint32 id = hunch_vocab_lookup (s->v, s->text + i, k);

          s->ends[i] = id >= 0 && (guint) id < s->n_vocab && is_ordinary (s->v, id);
        }
}

HunchSpell *
hunch_spell_new (const HunchVocab *v, guint n_vocab, const char *text, gsize len)
{
  HunchSpell *s;

  g_assert (len > 0 && len <= HUNCH_SPELL_MAX);
  s = g_new0 (HunchSpell, 1);
  s->v = v;
  s->n_vocab = n_vocab;
  s->len = len;
  memcpy (s->text, text, len);
  find_ends (s);
  if (!s->ends[0])
    {
      g_free (s);
      return NULL;
    }
  s->masked = g_new (float, n_vocab);
  return s;
}

void
hunch_spell_free (HunchSpell *s)
{
  if (s == NULL)
    return;
  g_free (s->masked);
  g_free (s);
}

/* Either the token is a front of what is left, and the rest can still be spelt; or it begins with all that is left. */
static gboolean
agrees (const HunchSpell *s, gint32 id)
{
  HunchText piece = hunch_vocab_piece (s->v, id, FALSE);
  gsize n = MIN (piece.len, s->len - s->at);

  return piece.len > 0 && piece.data[0] == s->text[s->at] && memcmp (piece.data, s->text + s->at, n) == 0
         && s->ends[s->at + n] && is_ordinary (s->v, id);
}

const float *
hunch_spell_mask (HunchSpell *s, const float *logits)
{
  for (guint i = 0; i < s->n_vocab; i++)
    s->masked[i] = agrees (s, (gint32) i) || !(logits[i] <= FLT_MAX) ? logits[i] : -INFINITY;
  return s->masked;
}

gsize
hunch_spell_take (HunchSpell *s, gint32 id)
{
  gsize n = MIN (hunch_vocab_piece (s->v, id, FALSE).len, s->len - s->at);

  s->at += n;
  return n;
}

gboolean
hunch_spell_is_done (const HunchSpell *s)
{
  return s->at == s->len;
}
