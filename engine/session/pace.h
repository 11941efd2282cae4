/* pace.h: how many tokens of prompts go into one step, so that a cancel, and the other sequences, never wait long.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A step's time is taken for a line, a + b n for n tokens, fitted to the steps that were measured, older ones counting less. The
 * chunk is what fits into the time wanted, but at least a / b: with fewer, most of each step would go into what costs the same
 * whatever n is. It is a power of two and moves only when it is clearly wrong, since where a prompt is cut shows in the last bits of its logits. */
#pragma once

#include <glib.h>

#define HUNCH_PACE_SECONDS   0.15 /* wanted for a step */
#define HUNCH_PACE_MIN_CHUNK 32   /* at first, and at least; smaller batches are not measured */

typedef struct
{
  guint chunk, max;
  double a, b;            /* seconds; b 0 until there was a step */
  gboolean probed;        /* two sizes were tried */
  double n, x, y, xx, xy; /* decayed sums: of 1, tokens, seconds, tokens², tokens × seconds */
} HunchPace;

void hunch_pace_init (HunchPace *p, guint max);
void hunch_pace_add (HunchPace *p, guint n_tokens, double seconds);
