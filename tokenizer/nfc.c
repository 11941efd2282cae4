/* nfc.c: finds the few places of a text where normalization can change something, and has GLib normalize those.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "tokenizer/nfc.h"
#include "tokenizer/unicode.h"

/* What normalization may do to a character. */
enum
{
  STABLE, /* never changes, and nothing before it depends on it: NFC_Quick_Check=Yes and combining class 0 */
  MARK,   /* stays after a stable character, but may change places with other marks */
  RISK,   /* NFC_Quick_Check is No or Maybe */
};

#define FEW_BYTES      128   /* up to here GLib may sort the marks */
#define FIRST_UNSTABLE 0x300 /* all below is stable */
#define TABLE_SIZE     0x30000

/* Whole blocks of letters that are stable, left out because asking takes time: Han and Hangul. */
static gboolean
known_stable (gunichar c)
{
  return (c >= 0x3400 && c < 0xa000) || (c >= 0xac00 && c < 0xd7a4) || (c >= 0xd800 && c < 0xf900)
         || (c >= 0x17000 && c < 0x1b000) || (c >= 0x20000 && c < 0x2f800);
}

/* A STABLE, MARK or RISK for each code point. A character is RISK when it does not come back from being taken apart
 * and put together (No), or is the second half of one that does (Maybe). */
static guint8 *
make_table (void)
{
  guint8 *table = g_malloc0 (TABLE_SIZE);

  for (gunichar c = 0xa0; c < TABLE_SIZE; c++)
    {
      gunichar first, second, whole;

      if (known_stable (c))
        continue;
      if (g_unichar_combining_class (c) != 0 && table[c] != RISK)
        table[c] = MARK;
      if (!g_unichar_decompose (c, &first, &second))
        continue;
      if (second != 0 && second < TABLE_SIZE && g_unichar_compose (first, second, &whole) && whole == c)
        table[second] = RISK;
      else
        table[c] = RISK;
    }
  for (gunichar c = 0x1161; c <= 0x1175; c++) /* Hangul vowels and finals compose by rule */
    table[c] = RISK;
  for (gunichar c = 0x11a8; c <= 0x11c2; c++)
    table[c] = RISK;
  return table;
}

static const guint8 *
table_get (void)
{
  static const guint8 *table;

  if (g_once_init_enter (&table))
    g_once_init_leave (&table, make_table ());
  return table;
}

typedef struct
{
  const guint8 *text;
  gsize len;
  const guint8 *table; /* made when the first character needs it */
} Nfc;

/* STABLE, MARK or RISK of the character at at, and its length. Bytes that are no UTF-8, and NUL, are stable. */
static guint
kind_at (Nfc *s, gsize at, guint *n)
{
  gunichar c = 0;

  *n = MAX (hunch_utf8_decode (s->text + at, s->len - at, &c), 1);
  if (c < FIRST_UNSTABLE || c >= TABLE_SIZE)
    return STABLE;
  if (s->table == NULL)
    s->table = table_get ();
  return s->table[c];
}

/* The next stretch at or after *start that must be normalized: a stable character, or the text's start, and all that
 * is not stable after it. FALSE when there is none. */
static gboolean
next_stretch (Nfc *s, gsize *start, gsize *end)
{
  gsize at = *start, stable = *start;
  guint n, n_marks = 0;
  gboolean found = FALSE;

  for (; at < s->len; at += n)
    {
      guint kind = kind_at (s, at, &n);

      if (kind == STABLE)
        {
          if (found)
            break;
          stable = at;
          n_marks = 0;
        }
      else
        found |= kind == RISK || ++n_marks > 1;
    }
  *start = stable;
  *end = at;
  return found;
}

static int
compare_keys (gconstpointer a, gconstpointer b, gpointer unused)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return x < y ? -1 : x > y;
}

/* Takes valid text (n bytes) apart and puts its marks into canonical order. GLib would do the same with a sort that
 * is quadratic in the marks on one letter; on text in order that sort is one pass. */
static char *
order_marks (const char *p, gsize len)
{
  /* combining class << 56 | place << 24 | code point */
  g_autoptr (GArray) chars = g_array_new (FALSE, FALSE, sizeof (guint64));
  GString *out = g_string_sized_new (len);
  guint64 place = 0;

  for (const char *q = p; q < p + len; q = g_utf8_next_char (q))
    {
      gunichar parts[G_UNICHAR_MAX_DECOMPOSITION_LENGTH];
      gsize n = g_unichar_fully_decompose (g_utf8_get_char (q), FALSE, parts, G_N_ELEMENTS (parts));

      for (gsize i = 0; i < n; i++, place++)
        {
          guint64 key = (guint64) g_unichar_combining_class (parts[i]) << 56 | (place & 0xffffffff) << 24 | parts[i];

          g_array_append_val (chars, key);
        }
    }
  for (guint i = 0, end; i < chars->len; i = end)
    {
      guint64 *v = (guint64 *) (gpointer) chars->data;

      end = i + 1;
      if (v[i] >> 56 == 0)
        continue;
      while (end < chars->len && v[end] >> 56 != 0)
        end++;
      g_qsort_with_data (v + i, end - i, sizeof *v, compare_keys, NULL);
    }
  for (guint i = 0; i < chars->len; i++)
    g_string_append_unichar (out, g_array_index (chars, guint64, i) & 0xffffff);
  return g_string_free (out, FALSE);
}

/* The stretch begins with at most one byte that is no UTF-8 or is NUL, and GLib wants neither. */
static void
append_normalized (GString *out, const char *p, gsize len)
{
  g_autofree char *ordered = NULL, *normal = NULL;
  gunichar c;

  if (*p == '\0' || hunch_utf8_decode ((const guint8 *) p, len, &c) == 0)
    {
      g_string_append_c (out, *p);
      p++;
      len--;
    }
  if (len > FEW_BYTES)
    {
      p = ordered = order_marks (p, len);
      len = strlen (p);
    }
  normal = g_utf8_normalize (p, len, G_NORMALIZE_NFC);
  if (normal != NULL)
    g_string_append (out, normal);
  else
    g_string_append_len (out, p, len);
}

GString *
hunch_nfc (const char *text, gsize len)
{
  Nfc s = { (const guint8 *) text, len, NULL };
  gsize done = 0, start = 0, end;
  GString *out = NULL;

  while (next_stretch (&s, &start, &end))
    {
      if (out == NULL)
        out = g_string_sized_new (len);
      g_string_append_len (out, text + done, start - done);
      append_normalized (out, text + start, end - start);
      done = start = end;
    }
  if (out != NULL)
    g_string_append_len (out, text + done, len - done);
  return out;
}
