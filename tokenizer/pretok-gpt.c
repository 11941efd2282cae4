/* pretok-gpt.c: scanners written by hand over character classes for the patterns of GPT-2, GPT-4 and GPT-4o.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tokenizer/pretok-scan.h"

gsize
hunch_span_contraction (const HunchSpan *s, gsize at, gboolean fold)
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

gsize
hunch_span_cut_spaces (const HunchSpan *s, gsize at, gsize stop, gboolean last)
{
  gsize back = stop;

  if (last)
    return stop;
  do
    back--;
  while (back > at && (s->text[back] & 0xc0) == 0x80);
  return back > at ? back : stop;
}

gsize
hunch_span_spaces (const HunchSpan *s, gsize at)
{
  gsize stop = hunch_span_run (s, at, HUNCH_CLASSES_S, G_MAXSIZE);

  for (gsize word = stop; word > at; word--) /* \s*[\r\n]+ gives back what follows the last line break */
    if (s->text[word - 1] == '\n' || s->text[word - 1] == '\r')
      return word;
  return hunch_span_cut_spaces (s, at, stop, stop == s->end);
}

/* GPT-2: 's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+ With lone_digits \p{N} is cut
 * out first, so that a number ends the text before it. */
gsize
hunch_scan_gpt2 (const HunchPretok *p, HunchSpan *s, gsize at)
{
  gsize word = at, stop;
  guint n, class, numbers = p->lone_digits ? 0 : HUNCH_CLASSES_N;

  if (s->text[at] == '\'' && (stop = hunch_span_contraction (s, at, FALSE)) > 0)
    return at + stop;
  if (s->text[at] == ' ' && hunch_span_is (s, at + 1, HUNCH_CLASSES_L | HUNCH_CLASSES_REST | numbers))
    word = at + 1;
  class = hunch_span_class (s, word, &n);
  if (class & HUNCH_CLASSES_L)
    return hunch_span_run (s, word + n, HUNCH_CLASSES_L, G_MAXSIZE);
  if (class & HUNCH_CLASSES_N)
    return hunch_span_run (s, word + n, numbers, G_MAXSIZE);
  if (class & HUNCH_CLASSES_REST)
    return hunch_span_run (s, word + n, HUNCH_CLASSES_REST, G_MAXSIZE);
  stop = hunch_span_run (s, word + n, HUNCH_CLASSES_S, G_MAXSIZE);
  return hunch_span_cut_spaces (s, at, stop,
                                stop == s->end || (p->lone_digits && hunch_span_is (s, stop, HUNCH_CLASSES_N)));
}

/* GPT-4, Llama 3, Qwen and others: (?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,k}|
 * ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+ They differ in k, in whether marks are letters (Qwen 3.5: \p{L} is
 * then [\p{L}\p{M}], but for the first) and in whether punctuation ends at a line break (Seed-Coder). */
gsize
hunch_scan_gpt4 (const HunchPretok *p, HunchSpan *s, gsize at)
{
  const guint letters = p->letters, rest = HUNCH_CLASSES_REST & ~letters;
  gsize word, stop;
  guint n, class;

  if (s->text[at] == '\'' && (stop = hunch_span_contraction (s, at, TRUE)) > 0)
    return at + stop;
  class = hunch_span_class (s, at, &n);
  word = at + n;
  if (class & letters)
    return hunch_span_run (s, word, letters, G_MAXSIZE);
  if (class & HUNCH_CLASSES_N)
    return hunch_span_run (s, word, HUNCH_CLASSES_N, p->max_digits - 1);
  if ((class & HUNCH_CLASSES_NL) == 0 && hunch_span_is (s, word, letters))
    return hunch_span_run (s, word, letters, G_MAXSIZE);
  if ((class & rest) || (s->text[at] == ' ' && hunch_span_is (s, word, rest)))
    {
      stop = hunch_span_run (s, word, rest, G_MAXSIZE);
      return p->no_break ? stop : hunch_span_run (s, stop, HUNCH_CLASSES_NL, G_MAXSIZE);
    }
  return hunch_span_spaces (s, at);
}

#define CASELESS (HUNCH_CLASS_BIT (HUNCH_CHAR_LETTER) | HUNCH_CLASS_BIT (HUNCH_CHAR_MARK))
#define UPPER    (HUNCH_CLASS_BIT (HUNCH_CHAR_UPPER) | CASELESS)
#define LOWER    (HUNCH_CLASS_BIT (HUNCH_CHAR_LOWER) | CASELESS)

/* [UPPER]*[LOWER]+ from at on: where it ends; at when there is none. What follows the upper letters must give at least
 * one lower one, be it that the last of them that is both is taken back. */
static gsize
upper_then_lower (const HunchSpan *s, gsize at)
{
  gsize back = at, stop = at;

  while (stop < s->end)
    {
      guint n, class = hunch_span_class (s, stop, &n);

      if ((class & UPPER) == 0)
        break;
      stop += n;
      if (class & CASELESS)
        back = stop;
    }
  return hunch_span_is (s, stop, LOWER) ? hunch_span_run (s, stop, LOWER, G_MAXSIZE) : back;
}

/* GPT-4o, Llama 4, Mistral's Tekken: [^\r\n\p{L}\p{N}]?[UPPER]*[LOWER]+C?|[^\r\n\p{L}\p{N}]?[UPPER]+[LOWER]*C?|
 * \p{N}{1,k}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+ with UPPER \p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}, LOWER
 * \p{Ll}\p{Lm}\p{Lo}\p{M} and C the contractions, which Tekken does not have. */
gsize
hunch_scan_o200k (const HunchPretok *p, HunchSpan *s, gsize at)
{
  guint n, class = hunch_span_class (s, at, &n);
  gsize word = class & (HUNCH_CLASSES_NL | HUNCH_CLASSES_L | HUNCH_CLASSES_N) ? at : at + n, stop = word;

  if ((class & (HUNCH_CLASSES_NL | HUNCH_CLASSES_N)) == 0)
    {
      stop = upper_then_lower (s, word);
      if (stop == word && (class & CASELESS)) /* a mark need not be the character in front */
        stop = upper_then_lower (s, at);
      else if (stop == word) /* no lower letter: upper ones only */
        stop = hunch_span_run (s, word, UPPER, G_MAXSIZE);
    }
  if (stop > word || (stop > at && (class & CASELESS)))
    {
      if (p->contractions && stop < s->end && s->text[stop] == '\'')
        stop += hunch_span_contraction (s, stop, TRUE);
      return stop;
    }
  if (class & HUNCH_CLASSES_N)
    return hunch_span_run (s, at + n, HUNCH_CLASSES_N, p->max_digits - 1);
  word = at + n;
  if ((class & HUNCH_CLASSES_REST) || (s->text[at] == ' ' && hunch_span_is (s, word, HUNCH_CLASSES_REST)))
    {
      stop = hunch_span_run (s, word, HUNCH_CLASSES_REST, G_MAXSIZE);
      while (stop < s->end && (s->text[stop] == '\r' || s->text[stop] == '\n' || s->text[stop] == '/'))
        stop++;
      return stop;
    }
  return hunch_span_spaces (s, at);
}
