/* pretok.h: pre-tokenizers: how a text is cut into words before any merging, by the name that GGUF files carry.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

typedef struct HunchPretok HunchPretok;

/* Where the word that begins at text[at] ends; at < end. Bytes that are no UTF-8 count as characters that are
 * neither letter, number nor space, one each. */
typedef gsize (*HunchPretokScan) (const HunchPretok *p, const guint8 *classes, const guint8 *text, gsize at, gsize end);

struct HunchPretok
{
  const char *const *names; /* NULL-terminated; the first is the one we report */
  HunchPretokScan scan;
  guint max_digits;     /* gpt-4 style: how many numbers make a word */
  gboolean lone_digits; /* each number is cut out first, what lies between them is scanned as if it were a whole text */
  gboolean nfc;         /* the text is normalized first (form C) */
  gboolean whole_words; /* a word that is a token is that token, whatever the merges say (ignore_merges) */
  gboolean add_bos;     /* unless the file says otherwise */
};

/* NULL when the name is not known. */
const HunchPretok *hunch_pretok_by_name (const char *name);
