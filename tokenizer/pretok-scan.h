/* pretok-scan.h: what the scanners share: runs of characters by class, contractions, spaces.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tokenizer/pretok.h"
#include "tokenizer/unicode.h"

gsize hunch_scan_gpt2 (const HunchPretok *p, HunchSpan *s, gsize at);
gsize hunch_scan_gpt4 (const HunchPretok *p, HunchSpan *s, gsize at);
gsize hunch_scan_o200k (const HunchPretok *p, HunchSpan *s, gsize at);
gsize hunch_scan_steps (const HunchPretok *p, HunchSpan *s, gsize at);

extern const HunchPretokFind hunch_steps_deepseek_coder[], hunch_steps_deepseek_llm[], hunch_steps_deepseek_v3[];

static inline guint
hunch_span_class (const HunchSpan *s, gsize at, guint *n)
{
  return hunch_class_at (s->classes, s->text + at, s->end - at, n);
}

/* [set]{0,max} from at on: where it ends. */
static inline gsize
hunch_span_run (const HunchSpan *s, gsize at, guint set, gsize max)
{
  for (; at < s->end && max > 0; max--)
    {
      guint n;

      if ((hunch_span_class (s, at, &n) & set) == 0)
        break;
      at += n;
    }
  return at;
}

static inline gboolean
hunch_span_is (const HunchSpan *s, gsize at, guint set)
{
  guint n;

  return at < s->end && (hunch_span_class (s, at, &n) & set) != 0;
}

/* Length of 's 't 're 've 'm 'll 'd at at, where an apostrophe is; else 0. fold: (?i:…), by which U+017F is an s as
 * well. */
gsize hunch_span_contraction (const HunchSpan *s, gsize at, gboolean fold);
/* \s*[\r\n]+|\s+(?!\S)|\s+ at a space: where it ends. */
gsize hunch_span_spaces (const HunchSpan *s, gsize at);
/* \s+(?!\S)|\s+ at a space that begins no word, with the run of spaces ending at stop: the last one is left to the
 * word that follows, unless nothing follows (last) or it is the only one. */
gsize hunch_span_cut_spaces (const HunchSpan *s, gsize at, gsize stop, gboolean last);
