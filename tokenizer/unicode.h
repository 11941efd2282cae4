/* unicode.h: UTF-8 decoding and one compact table of character classes, all that pre-tokenizers ask about a character.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* The Unicode general categories, as coarse as the pre-tokenizers' patterns need them. */
typedef enum
{
  HUNCH_CHAR_OTHER,   /* \p{C}, and every byte that is no part of valid UTF-8 */
  HUNCH_CHAR_UPPER,   /* \p{Lu} \p{Lt} */
  HUNCH_CHAR_LOWER,   /* \p{Ll} */
  HUNCH_CHAR_LETTER,  /* \p{Lm} \p{Lo} */
  HUNCH_CHAR_NUMBER,  /* \p{N} */
  HUNCH_CHAR_MARK,    /* \p{M} */
  HUNCH_CHAR_PUNCT,   /* \p{P} */
  HUNCH_CHAR_SYMBOL,  /* \p{S} */
  HUNCH_CHAR_SPACE,   /* White_Space but for the next: what \s means to the references (not U+001C, not U+200B) */
  HUNCH_CHAR_NEWLINE, /* \r \n */
} HunchCharClass;

#define HUNCH_CLASS_BIT(c) (1u << (c))
#define HUNCH_CLASSES_L                                                                                                \
  (HUNCH_CLASS_BIT (HUNCH_CHAR_UPPER) | HUNCH_CLASS_BIT (HUNCH_CHAR_LOWER) | HUNCH_CLASS_BIT (HUNCH_CHAR_LETTER))
#define HUNCH_CLASSES_N  HUNCH_CLASS_BIT (HUNCH_CHAR_NUMBER)
#define HUNCH_CLASSES_NL HUNCH_CLASS_BIT (HUNCH_CHAR_NEWLINE)
#define HUNCH_CLASSES_S  (HUNCH_CLASS_BIT (HUNCH_CHAR_SPACE) | HUNCH_CLASSES_NL)
/* [^\s\p{L}\p{N}] */
#define HUNCH_CLASSES_REST (0x3ffu & ~(HUNCH_CLASSES_L | HUNCH_CLASSES_N | HUNCH_CLASSES_S))

#define HUNCH_CLASS_TABLE_SIZE 0x40000 /* planes 4 and up hold no letter, number or space */

/* A HunchCharClass for each of the first HUNCH_CLASS_TABLE_SIZE code points; made on the first call, never freed. */
const guint8 *hunch_char_classes (void);

/* Bytes of the valid character at p (n > 0 bytes remain), its code point in *c; 0 when p begins none: overlong
 * forms, surrogates and what lies above U+10FFFF are not valid. */
static inline guint
hunch_utf8_decode (const guint8 *p, gsize n, gunichar *c)
{
  guint b = p[0];

  if (b < 0x80)
    {
      *c = b;
      return 1;
    }
  if (b < 0xc2 || n < 2 || (p[1] & 0xc0) != 0x80)
    return 0;
  if (b < 0xe0)
    {
      *c = (b & 0x1f) << 6 | (p[1] & 0x3f);
      return 2;
    }
  if (n < 3 || (p[2] & 0xc0) != 0x80)
    return 0;
  if (b < 0xf0)
    {
      *c = (b & 0x0f) << 12 | (p[1] & 0x3fu) << 6 | (p[2] & 0x3f);
      return *c >= 0x800 && (*c < 0xd800 || *c > 0xdfff) ? 3 : 0;
    }
  if (b > 0xf4 || n < 4 || (p[3] & 0xc0) != 0x80)
    return 0;
  *c = (b & 0x07) << 18 | (p[1] & 0x3fu) << 12 | (p[2] & 0x3fu) << 6 | (p[3] & 0x3f);
  return *c >= 0x10000 && *c <= 0x10ffff ? 4 : 0;
}

/* Class, as a HUNCH_CLASS_BIT, of the character at p, and its length; a byte that begins no valid character is one
 * of class OTHER. */
static inline guint
hunch_class_at (const guint8 *classes, const guint8 *p, gsize n, guint *length)
{
  gunichar c = 0;
  guint k;

  if (*p < 0x80)
    {
      *length = 1;
      return HUNCH_CLASS_BIT (classes[*p]);
    }
  k = hunch_utf8_decode (p, n, &c);
  *length = MAX (k, 1);
  if (k == 0)
    return HUNCH_CLASS_BIT (HUNCH_CHAR_OTHER);
  if (c < HUNCH_CLASS_TABLE_SIZE)
    return HUNCH_CLASS_BIT (classes[c]);
  return HUNCH_CLASS_BIT (c >= 0xe0100 && c <= 0xe01ef ? HUNCH_CHAR_MARK : HUNCH_CHAR_OTHER); /* variation selectors */
}
