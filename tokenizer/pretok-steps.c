/* pretok-steps.c: pre-tokenizers that cut in steps, each by a pattern of its own within the pieces of the one before.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 * A piece is what a step's pattern matches, or what lies between two matches. The patterns are DeepSeek's. */
#include "config.h"

#include "tokenizer/pretok-scan.h"

#define L  HUNCH_CLASSES_L
#define LM (L | HUNCH_CLASS_BIT (HUNCH_CHAR_MARK))
#define P  HUNCH_CLASS_BIT (HUNCH_CHAR_PUNCT)
#define PS (P | HUNCH_CLASS_BIT (HUNCH_CHAR_SYMBOL))

typedef struct
{
  guint32 first, last;
} Range;

static gboolean
is_in (gunichar c, const Range *ranges, guint n)
{
  guint low = 0, high = n;

  while (low < high)
    {
      guint mid = low + (high - low) / 2;

      if (c > ranges[mid].last)
        low = mid + 1;
      else
        high = mid;
    }
  return low < n && c >= ranges[low].first;
}

/* [A-Za-zµÀ-Ö…]: the letters with case, as some version of Unicode had them. */
static gboolean
is_cased (gunichar c)
{
  static const Range cased[] = {
    { 0x0041, 0x005A },   { 0x0061, 0x007A },   { 0x00B5, 0x00B5 },   { 0x00C0, 0x00D6 },   { 0x00D8, 0x00F6 },
    { 0x00F8, 0x01BA },   { 0x01BC, 0x01BF },   { 0x01C4, 0x0293 },   { 0x0295, 0x02AF },   { 0x0370, 0x0373 },
    { 0x0376, 0x0377 },   { 0x037B, 0x037D },   { 0x037F, 0x037F },   { 0x0386, 0x0386 },   { 0x0388, 0x038A },
    { 0x038C, 0x038C },   { 0x038E, 0x03A1 },   { 0x03A3, 0x03F5 },   { 0x03F7, 0x0481 },   { 0x048A, 0x052F },
    { 0x0531, 0x0556 },   { 0x10A0, 0x10C5 },   { 0x13A0, 0x13F5 },   { 0x13F8, 0x13FD },   { 0x1C90, 0x1CBA },
    { 0x1CBD, 0x1CBF },   { 0x1D00, 0x1D2B },   { 0x1D6B, 0x1D77 },   { 0x1D79, 0x1D9A },   { 0x1E00, 0x1F15 },
    { 0x1F18, 0x1F1D },   { 0x1F20, 0x1F45 },   { 0x1F48, 0x1F4D },   { 0x1F50, 0x1F57 },   { 0x1F59, 0x1F59 },
    { 0x1F5B, 0x1F5B },   { 0x1F5D, 0x1F5D },   { 0x1F5F, 0x1F7D },   { 0x1F80, 0x1FB4 },   { 0x1FB6, 0x1FBC },
    { 0x1FBE, 0x1FBE },   { 0x1FC2, 0x1FC4 },   { 0x1FC6, 0x1FCC },   { 0x1FD0, 0x1FD3 },   { 0x1FD6, 0x1FDB },
    { 0x1FE0, 0x1FEC },   { 0x1FF2, 0x1FF4 },   { 0x1FF6, 0x1FFC },   { 0x2102, 0x2102 },   { 0x2107, 0x2107 },
    { 0x210A, 0x2113 },   { 0x2115, 0x2115 },   { 0x2119, 0x211D },   { 0x2124, 0x2124 },   { 0x2126, 0x2126 },
    { 0x2128, 0x2128 },   { 0x212A, 0x212D },   { 0x212F, 0x2134 },   { 0x2139, 0x2139 },   { 0x213C, 0x213F },
    { 0x2145, 0x2149 },   { 0x214E, 0x214E },   { 0x2183, 0x2184 },   { 0x2C00, 0x2C7B },   { 0x2C7E, 0x2CE4 },
    { 0x2CEB, 0x2CEE },   { 0x2CF2, 0x2CF3 },   { 0xA640, 0xA66D },   { 0xA680, 0xA69B },   { 0xA722, 0xA76F },
    { 0xA771, 0xA787 },   { 0xA78B, 0xA78E },   { 0xAB70, 0xABBF },   { 0xFB00, 0xFB06 },   { 0xFB13, 0xFB17 },
    { 0xFF21, 0xFF3A },   { 0xFF41, 0xFF5A },   { 0x10400, 0x1044F }, { 0x104B0, 0x104D3 }, { 0x104D8, 0x104FB },
    { 0x10C80, 0x10CB2 }, { 0x10CC0, 0x10CF2 }, { 0x118A0, 0x118DF }, { 0x1E900, 0x1E943 },
  };

  return is_in (c, cased, G_N_ELEMENTS (cased));
}

/* [!-/:-~！-／：-～‘-‟　-。], which has the letters of ASCII in it. */
static gboolean
is_mark (gunichar c)
{
  static const Range marks[] = { { 0x0021, 0x002F }, { 0x003A, 0x007E }, { 0x2018, 0x201F },
                                 { 0x3000, 0x3002 }, { 0xFF01, 0xFF0F }, { 0xFF1A, 0xFF5E } };

  return is_in (c, marks, G_N_ELEMENTS (marks));
}

/* [一-龥ࠀ-一가-퟿] */
static gboolean
is_wide (gunichar c)
{
  return (c >= 0x0800 && c <= 0x9FA5) || (c >= 0xAC00 && c <= 0xD7FF);
}

/* [一-龥぀-ゟ゠-ヿ] */
static gboolean
is_han_or_kana (gunichar c)
{
  return (c >= 0x4E00 && c <= 0x9FA5) || (c >= 0x3040 && c <= 0x30FF);
}

/* The character at at, and its length; 0xffffffff for a byte that is no UTF-8. */
static inline gunichar
char_at (const HunchSpan *s, gsize at, guint *n)
{
  gunichar c = 0;

  *n = hunch_utf8_decode (s->text + at, s->end - at, &c);
  if (*n > 0)
    return c;
  *n = 1;
  return G_MAXUINT32;
}

/* [set]+ or \s?[set]+ of characters that a function knows. */
static gboolean
find_chars (const HunchSpan *s, gsize at, gboolean spaced, gboolean (*is) (gunichar), gsize *from, gsize *to)
{
  gsize space = G_MAXSIZE; /* of the character before, when it is one */
  guint n;

  for (; at < s->end && !is (char_at (s, at, &n)); at += n)
    space = hunch_span_is (s, at, HUNCH_CLASSES_S) ? at : G_MAXSIZE;
  if (at == s->end)
    return FALSE;
  *from = spaced && space != G_MAXSIZE ? space : at;
  while (at < s->end && is (char_at (s, at, &n)))
    at += n;
  *to = at;
  return TRUE;
}

/* [set]{1,most} or \s?[set]+ by class. */
static gboolean
find_classes (const HunchSpan *s, gsize at, gboolean spaced, guint set, gsize most, gsize *from, gsize *to)
{
  gsize space = G_MAXSIZE;

  while (at < s->end)
    {
      guint n, class = hunch_span_class (s, at, &n);

      if (class & set)
        {
          *from = spaced && space != G_MAXSIZE ? space : at;
          *to = hunch_span_run (s, at, set, most);
          return TRUE;
        }
      space = class & HUNCH_CLASSES_S ? at : G_MAXSIZE;
      at += n;
    }
  return FALSE;
}

/* [\r\n] */
static gboolean
find_break (const HunchSpan *s, gsize at, gsize *from, gsize *to)
{
  return find_classes (s, at, FALSE, HUNCH_CLASSES_NL, 1, from, to);
}

/* \s?\p{L}+ */
static gboolean
find_letters (const HunchSpan *s, gsize at, gsize *from, gsize *to)
{
  return find_classes (s, at, TRUE, L, G_MAXSIZE, from, to);
}

/* \s?\p{P}+ */
static gboolean
find_punctuation (const HunchSpan *s, gsize at, gsize *from, gsize *to)
{
  return find_classes (s, at, TRUE, P, G_MAXSIZE, from, to);
}

static gboolean
find_digit (const HunchSpan *s, gsize at, gsize *from, gsize *to)
{
  return find_classes (s, at, FALSE, HUNCH_CLASSES_N, 1, from, to);
}

/* \p{N}{1,3} */
static gboolean
find_three_digits (const HunchSpan *s, gsize at, gsize *from, gsize *to)
{
  return find_classes (s, at, FALSE, HUNCH_CLASSES_N, 3, from, to);
}

static gboolean
find_cased (const HunchSpan *s, gsize at, gsize *from, gsize *to)
{
  return find_chars (s, at, TRUE, is_cased, from, to);
}

static gboolean
find_marks (const HunchSpan *s, gsize at, gsize *from, gsize *to)
{
  return find_chars (s, at, TRUE, is_mark, from, to);
}

static gboolean
find_wide (const HunchSpan *s, gsize at, gsize *from, gsize *to)
{
  return find_chars (s, at, FALSE, is_wide, from, to);
}

static gboolean
find_han_or_kana (const HunchSpan *s, gsize at, gsize *from, gsize *to)
{
  return find_chars (s, at, FALSE, is_han_or_kana, from, to);
}

/* \s+$ */
static gboolean
find_last_spaces (const HunchSpan *s, gsize at, gsize *from, gsize *to)
{
  while (find_classes (s, at, FALSE, HUNCH_CLASSES_S, G_MAXSIZE, from, to))
    {
      if (*to == s->end)
        return TRUE;
      at = *to;
    }
  return FALSE;
}

static gboolean
is_ascii_letter (const HunchSpan *s, gsize at)
{
  return at < s->end && g_ascii_isalpha (s->text[at]);
}

/* Where a word of DeepSeek V3 that begins at at ends, or at. */
static gsize
match_v3 (const HunchSpan *s, gsize at)
{
  guint n, class = hunch_span_class (s, at, &n);
  gsize word = at + n;

  if (g_ascii_ispunct (s->text[at]) && is_ascii_letter (s, word))
    {
      while (is_ascii_letter (s, word))
        word++;
      return word;
    }
  if (class & LM)
    return hunch_span_run (s, word, LM, G_MAXSIZE);
  if ((class & (HUNCH_CLASSES_NL | PS)) == 0 && hunch_span_is (s, word, LM))
    return hunch_span_run (s, word, LM, G_MAXSIZE);
  if ((class & PS) || (s->text[at] == ' ' && hunch_span_is (s, word, PS)))
    return hunch_span_run (s, hunch_span_run (s, word, PS, G_MAXSIZE), HUNCH_CLASSES_NL, G_MAXSIZE);
  return class & HUNCH_CLASSES_S ? hunch_span_spaces (s, at) : at;
}

/* [!-/:-@\[-`{-~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+ */
static gboolean
find_v3 (const HunchSpan *s, gsize at, gsize *from, gsize *to)
{
  for (guint n; at < s->end; at += n)
    {
      *to = match_v3 (s, at);
      *from = at;
      if (*to > at)
        return TRUE;
      hunch_span_class (s, at, &n);
    }
  return FALSE;
}

const HunchPretokFind hunch_steps_deepseek_coder[]
    = { find_break, find_letters, find_punctuation, find_wide, find_digit, NULL };
const HunchPretokFind hunch_steps_deepseek_llm[]
    = { find_break, find_cased, find_marks, find_last_spaces, find_wide, find_digit, NULL };
const HunchPretokFind hunch_steps_deepseek_v3[] = { find_three_digits, find_han_or_kana, find_v3, NULL };

/* Only steps whose last piece is behind look again, each up to the end of the piece around it; so each looks at every
 * character a few times at most. */
gsize
hunch_scan_steps (const HunchPretok *p, HunchSpan *s, gsize at)
{
  HunchSpan piece = *s;

  for (guint i = 0; p->steps[i] != NULL; i++)
    {
      gsize from, to;

      if (s->ends[i] <= at)
        {
          if (!p->steps[i](&piece, at, &from, &to))
            s->ends[i] = piece.end;
          else
            s->ends[i] = from > at ? from : to;
        }
      piece.end = s->ends[i];
    }
  return piece.end;
}
