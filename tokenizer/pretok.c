/* pretok.c: the pre-tokenizers, scanners written by hand over character classes; the patterns they equal stand beside.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "tokenizer/pretok.h"
#include "tokenizer/unicode.h"

/* A text and the table; every helper below reads through it. */
typedef struct
{
  const guint8 *classes, *text;
  gsize end;
} Span;

/* [set]{0,max} from at on: where it ends. */
static inline gsize
run_of (const Span *s, gsize at, guint set, gsize max)
{
  for (; at < s->end && max > 0; max--)
    {
      guint n;

      if ((hunch_class_at (s->classes, s->text + at, s->end - at, &n) & set) == 0)
        break;
      at += n;
    }
  return at;
}

static inline gboolean
is_at (const Span *s, gsize at, guint set)
{
  guint n;

  return at < s->end && (hunch_class_at (s->classes, s->text + at, s->end - at, &n) & set) != 0;
}

/* Length of 's 't 're 've 'm 'll 'd at at, where an apostrophe is; else 0. fold: (?i:…), by which U+017F is an s as
 * well. */
static gsize
contraction (const Span *s, gsize at, gboolean fold)
{
  const guint8 *p = s->text + at + 1;
  gsize left = s->end - at - 1;
  char a, b;

  if (left == 0)
    return 0;
  if (fold && left >= 2 && p[0] == 0xc5 && p[1] == 0xbf)
    return 3;
  a = fold ? g_ascii_tolower (p[0]) : p[0];
  if (a == 's' || a == 't' || a == 'm' || a == 'd')
    return 2;
  if (left == 1)
    return 0;
  b = fold ? g_ascii_tolower (p[1]) : p[1];
  return (b == 'e' && (a == 'r' || a == 'v')) || (a == 'l' && b == 'l') ? 3 : 0;
}

/* \s+(?!\S)|\s+ at a space that begins no word, with the run of spaces ending at stop: the last one is left to the
 * word that follows, * unless nothing follows or it is the only one. */
static gsize
cut_spaces (const Span *s, gsize at, gsize stop, gboolean last)
{
  gsize back = stop;

  if (last)
    return stop;
  do
    back--;
  while (back > at && (s->text[back] & 0xc0) == 0x80);
  return back > at ? back : stop;
}

/* GPT-2: 's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+ With lone_digits \p{N} is cut
 * out first, so that a number ends the text before it. */
static gsize
scan_gpt2 (const HunchPretok *p, const guint8 *classes, const guint8 *text, gsize at, gsize end)
{
  const Span s = { classes, text, end };
  gsize word = at, stop;
  guint n, class, numbers = p->lone_digits ? 0 : HUNCH_CLASSES_N;

  if (text[at] == '\'' && (stop = contraction (&s, at, FALSE)) > 0)
    return at + stop;
  if (text[at] == ' ' && is_at (&s, at + 1, HUNCH_CLASSES_L | HUNCH_CLASSES_REST | numbers))
    word = at + 1;
  class = hunch_class_at (classes, text + word, end - word, &n);
  if (class & HUNCH_CLASSES_L)
    return run_of (&s, word + n, HUNCH_CLASSES_L, G_MAXSIZE);
  if (class & HUNCH_CLASSES_N)
    return run_of (&s, word + n, numbers, G_MAXSIZE);
  if (class & HUNCH_CLASSES_REST)
    return run_of (&s, word + n, HUNCH_CLASSES_REST, G_MAXSIZE);
  stop = run_of (&s, word + n, HUNCH_CLASSES_S, G_MAXSIZE);
  return cut_spaces (&s, at, stop, stop == end || (p->lone_digits && is_at (&s, stop, HUNCH_CLASSES_N)));
}

/* GPT-4, Llama 3 and Qwen 2, which differ in k: (?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,k}|
 * ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+ */
static gsize
scan_gpt4 (const HunchPretok *p, const guint8 *classes, const guint8 *text, gsize at, gsize end)
{
  const Span s = { classes, text, end };
  gsize word, stop;
  guint n, class;

  if (text[at] == '\'' && (stop = contraction (&s, at, TRUE)) > 0)
    return at + stop;
  class = hunch_class_at (classes, text + at, end - at, &n);
  word = at + n;
  if (class & HUNCH_CLASSES_L)
    return run_of (&s, word, HUNCH_CLASSES_L, G_MAXSIZE);
  if (class & HUNCH_CLASSES_N)
    return run_of (&s, word, HUNCH_CLASSES_N, p->max_digits - 1);
  if ((class & HUNCH_CLASSES_NL) == 0 && is_at (&s, word, HUNCH_CLASSES_L))
    return run_of (&s, word, HUNCH_CLASSES_L, G_MAXSIZE);
  if ((class & HUNCH_CLASSES_REST) || (text[at] == ' ' && is_at (&s, word, HUNCH_CLASSES_REST)))
    {
      stop = run_of (&s, word, HUNCH_CLASSES_REST, G_MAXSIZE);
      return run_of (&s, stop, HUNCH_CLASSES_NL, G_MAXSIZE);
    }
  stop = run_of (&s, word, HUNCH_CLASSES_S, G_MAXSIZE);
  for (word = stop; word > at; word--) /* \s*[\r\n]+ gives back what follows the last line break */
    if (text[word - 1] == '\n' || text[word - 1] == '\r')
      return word;
  return cut_spaces (&s, at, stop, stop == end);
}

static const char *const gpt2_names[] = { "gpt-2", "gpt2", "phi-2", "mpt", "olmo", NULL };
static const char *const smollm_names[] = { "smollm", "starcoder", "refact", "codeshell", NULL };
static const char *const llama3_names[] = { "llama-bpe", "llama-v3", "llama3", NULL };
static const char *const qwen2_names[] = { "qwen2", "deepseek-r1-qwen", NULL };

static const HunchPretok pretoks[] = {
  { .names = gpt2_names, .scan = scan_gpt2 },
  { .names = smollm_names, .scan = scan_gpt2, .lone_digits = TRUE },
  { .names = llama3_names, .scan = scan_gpt4, .max_digits = 3, .whole_words = TRUE, .add_bos = TRUE },
  { .names = qwen2_names, .scan = scan_gpt4, .max_digits = 1, .nfc = TRUE },
};

const HunchPretok *
hunch_pretok_by_name (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (pretoks); i++)
    if (g_strv_contains (pretoks[i].names, name))
      return &pretoks[i];
  return NULL;
}
