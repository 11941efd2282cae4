/* unicode.c: the table of character classes, made from GLib's data.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tokenizer/unicode.h"

/* Characters of Unicode 15 and 16, which the reference tokenizers know and an older GLib calls unassigned: the ids
 * of a text must not depend on the GLib that is installed. Where GLib knows a character, GLib is asked. */
#define UPPER  HUNCH_CHAR_UPPER
#define LOWER  HUNCH_CHAR_LOWER
#define LETTER HUNCH_CHAR_LETTER
#define NUMBER HUNCH_CHAR_NUMBER
#define MARK   HUNCH_CHAR_MARK
#define PUNCT  HUNCH_CHAR_PUNCT
#define SYMBOL HUNCH_CHAR_SYMBOL

static const struct
{
  guint32 first, last;
  guint8 class;
} newer[] = {
  { 0x0897, 0x0897, MARK },     { 0x1B4E, 0x1B4F, PUNCT },    { 0x1B7F, 0x1B7F, PUNCT },
  { 0x1C89, 0x1C89, UPPER },    { 0x1C8A, 0x1C8A, LOWER },    { 0x2427, 0x2429, SYMBOL },
  { 0x2FFC, 0x2FFF, SYMBOL },   { 0x31E4, 0x31E5, SYMBOL },   { 0x31EF, 0x31EF, SYMBOL },
  { 0xA7CB, 0xA7CC, UPPER },    { 0xA7CD, 0xA7CD, LOWER },    { 0xA7DA, 0xA7DA, UPPER },
  { 0xA7DB, 0xA7DB, LOWER },    { 0xA7DC, 0xA7DC, UPPER },    { 0x105C0, 0x105F3, LETTER },
  { 0x10D40, 0x10D49, NUMBER }, { 0x10D4A, 0x10D4F, LETTER }, { 0x10D50, 0x10D65, UPPER },
  { 0x10D69, 0x10D6D, MARK },   { 0x10D6E, 0x10D6E, PUNCT },  { 0x10D6F, 0x10D6F, LETTER },
  { 0x10D70, 0x10D85, LOWER },  { 0x10D8E, 0x10D8F, SYMBOL }, { 0x10EC2, 0x10EC4, LETTER },
  { 0x10EFC, 0x10EFC, MARK },   { 0x11380, 0x11389, LETTER }, { 0x1138B, 0x1138B, LETTER },
  { 0x1138E, 0x1138E, LETTER }, { 0x11390, 0x113B5, LETTER }, { 0x113B7, 0x113B7, LETTER },
  { 0x113B8, 0x113C0, MARK },   { 0x113C2, 0x113C2, MARK },   { 0x113C5, 0x113C5, MARK },
  { 0x113C7, 0x113CA, MARK },   { 0x113CC, 0x113D0, MARK },   { 0x113D1, 0x113D1, LETTER },
  { 0x113D2, 0x113D2, MARK },   { 0x113D3, 0x113D3, LETTER }, { 0x113D4, 0x113D5, PUNCT },
  { 0x113D7, 0x113D8, PUNCT },  { 0x113E1, 0x113E2, MARK },   { 0x116D0, 0x116E3, NUMBER },
  { 0x11BC0, 0x11BE0, LETTER }, { 0x11BE1, 0x11BE1, PUNCT },  { 0x11BF0, 0x11BF9, NUMBER },
  { 0x11F5A, 0x11F5A, MARK },   { 0x13460, 0x143FA, LETTER }, { 0x16100, 0x1611D, LETTER },
  { 0x1611E, 0x1612F, MARK },   { 0x16130, 0x16139, NUMBER }, { 0x16D40, 0x16D6C, LETTER },
  { 0x16D6D, 0x16D6F, PUNCT },  { 0x16D70, 0x16D79, NUMBER }, { 0x18CFF, 0x18CFF, LETTER },
  { 0x1CC00, 0x1CCEF, SYMBOL }, { 0x1CCF0, 0x1CCF9, NUMBER }, { 0x1CD00, 0x1CEB3, SYMBOL },
  { 0x1E5D0, 0x1E5ED, LETTER }, { 0x1E5EE, 0x1E5EF, MARK },   { 0x1E5F0, 0x1E5F0, LETTER },
  { 0x1E5F1, 0x1E5FA, NUMBER }, { 0x1E5FF, 0x1E5FF, PUNCT },  { 0x1F8B2, 0x1F8BB, SYMBOL },
  { 0x1F8C0, 0x1F8C1, SYMBOL }, { 0x1FA89, 0x1FA89, SYMBOL }, { 0x1FA8F, 0x1FA8F, SYMBOL },
  { 0x1FABE, 0x1FABE, SYMBOL }, { 0x1FAC6, 0x1FAC6, SYMBOL }, { 0x1FADC, 0x1FADC, SYMBOL },
  { 0x1FADF, 0x1FADF, SYMBOL }, { 0x1FAE9, 0x1FAE9, SYMBOL }, { 0x1FBCB, 0x1FBEF, SYMBOL },
  { 0x2EBF0, 0x2EE5D, LETTER },
};

/* Indexed by GUnicodeType. */
static const guint8 class_of_type[] = {
  [G_UNICODE_LOWERCASE_LETTER] = LOWER,
  [G_UNICODE_MODIFIER_LETTER] = LETTER,
  [G_UNICODE_OTHER_LETTER] = LETTER,
  [G_UNICODE_TITLECASE_LETTER] = UPPER,
  [G_UNICODE_UPPERCASE_LETTER] = UPPER,
  [G_UNICODE_SPACING_MARK] = MARK,
  [G_UNICODE_ENCLOSING_MARK] = MARK,
  [G_UNICODE_NON_SPACING_MARK] = MARK,
  [G_UNICODE_DECIMAL_NUMBER] = NUMBER,
  [G_UNICODE_LETTER_NUMBER] = NUMBER,
  [G_UNICODE_OTHER_NUMBER] = NUMBER,
  [G_UNICODE_CONNECT_PUNCTUATION] = PUNCT,
  [G_UNICODE_DASH_PUNCTUATION] = PUNCT,
  [G_UNICODE_CLOSE_PUNCTUATION] = PUNCT,
  [G_UNICODE_FINAL_PUNCTUATION] = PUNCT,
  [G_UNICODE_INITIAL_PUNCTUATION] = PUNCT,
  [G_UNICODE_OTHER_PUNCTUATION] = PUNCT,
  [G_UNICODE_OPEN_PUNCTUATION] = PUNCT,
  [G_UNICODE_CURRENCY_SYMBOL] = SYMBOL,
  [G_UNICODE_MODIFIER_SYMBOL] = SYMBOL,
  [G_UNICODE_MATH_SYMBOL] = SYMBOL,
  [G_UNICODE_OTHER_SYMBOL] = SYMBOL,
  [G_UNICODE_SPACE_SEPARATOR] = HUNCH_CHAR_SPACE,
  [G_UNICODE_LINE_SEPARATOR] = HUNCH_CHAR_SPACE,
  [G_UNICODE_PARAGRAPH_SEPARATOR] = HUNCH_CHAR_SPACE,
};

static guint8 *
make_classes (void)
{
  static const guint8 white_controls[] = { '\t', '\v', '\f', 0x85 }; /* White_Space, though \p{Cc} */
  guint8 *table = g_malloc0 (HUNCH_CLASS_TABLE_SIZE);

  for (gunichar c = 0; c < HUNCH_CLASS_TABLE_SIZE; c++)
    {
      GUnicodeType type = g_unichar_type (c);

      table[c] = type < G_N_ELEMENTS (class_of_type) ? class_of_type[type] : HUNCH_CHAR_OTHER;
    }
  for (guint i = 0; i < G_N_ELEMENTS (newer); i++)
    for (gunichar c = newer[i].first; c <= newer[i].last; c++)
      if (table[c] == HUNCH_CHAR_OTHER)
        table[c] = newer[i].class;
  for (guint i = 0; i < G_N_ELEMENTS (white_controls); i++)
    table[white_controls[i]] = HUNCH_CHAR_SPACE;
  table['\r'] = table['\n'] = HUNCH_CHAR_NEWLINE;
  return table;
}

const guint8 *
hunch_char_classes (void)
{
  static const guint8 *table;

  if (g_once_init_enter (&table))
    g_once_init_leave (&table, make_classes ());
  return table;
}
