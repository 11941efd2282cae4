/* charsmap.h: SentencePiece's compiled normalization: which characters, one or several, are written as others.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 * The format is SentencePiece's precompiled_charsmap: the size of a double-array trie in bytes, its 32-bit units, all
 * little-endian, then the replacements, each ended by a NUL. */
#pragma once

#include <glib.h>

typedef struct
{
  guint32 *units; /* (n_units) owned; NULL: no map */
  gsize n_units;
  char *texts; /* (n_texts) owned; the last byte is NUL */
  gsize n_texts;
} HunchCharsmap;

/* FALSE when the bytes are not of the format. */
gboolean hunch_charsmap_init (HunchCharsmap *m, const char *bytes, gsize n);
void hunch_charsmap_finish (HunchCharsmap *m);
/* The longest front of text (n bytes) that the map knows: its length, and what is written for it; 0 when there is
 * none. */
gsize hunch_charsmap_find (const HunchCharsmap *m, const guint8 *text, gsize n, const char **written);
