/* pretok.h: pre-tokenizers: how a text is cut into words before any merging, by the name that GGUF files carry.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

#define HUNCH_PRETOK_STEPS 6

typedef struct HunchPretok HunchPretok;

/* A text on its way through a pre-tokenizer. Begin with ends all zero. */
typedef struct
{
  const guint8 *classes; /* hunch_char_classes */
  const guint8 *text;
  gsize end;
  gsize ends[HUNCH_PRETOK_STEPS]; /* where the piece that each step has cut ends */
} HunchSpan;

/* Where the word that begins at text[at] ends; at < end. Bytes that are no UTF-8 count as characters that are
 * neither letter, number nor space, one each. at is 0 or what the last call gave. */
typedef gsize (*HunchPretokScan) (const HunchPretok *p, HunchSpan *s, gsize at);
/* One of the steps that cut a text one after the other: the first piece at or after at that its pattern matches;
 * FALSE when there is none up to the end. */
typedef gboolean (*HunchPretokFind) (const HunchSpan *s, gsize at, gsize *from, gsize *to);

struct HunchPretok
{
  const char *const *names; /* NULL-terminated; the first is the one we report */
  HunchPretokScan scan;
  const HunchPretokFind *steps; /* hunch_scan_steps; NULL-terminated */
  guint max_digits;             /* how many numbers make a word, where the pattern limits it */
  guint letters;                /* hunch_scan_gpt4: classes that count as letters, in bits */
  gboolean no_break;            /* hunch_scan_gpt4: a word of punctuation takes no line breaks along */
  gboolean contractions;        /* hunch_scan_o200k: 's and the like end a word */
  gboolean lone_digits;         /* hunch_scan_gpt2: each number is cut out first, what lies between them is a text */
  gboolean nfc;                 /* the text is normalized first (form C) */
  gboolean whole_words;         /* a word that is a token is that token, whatever the merges say (ignore_merges) */
  gboolean add_bos;             /* unless the file says otherwise */
};

/* Number i of all; NULL past the last. */
const HunchPretok *hunch_pretok_nth (guint i);
/* NULL when the name is not known. */
const HunchPretok *hunch_pretok_by_name (const char *name);
