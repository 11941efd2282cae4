/* bench-roofline.h: what bounds a model on its device: bytes and operations of a token against what the device can do at most.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "libhunch/hunch.h"
#include "tools/json-out.h"

/* One phase, a token on average. Times of kernels come from a run of their own, so that taking them disturbs no other figure. */
typedef struct
{
  const char *phase;        /* "prefill" or "decode" */
  double tokens_per_second; /* without the clock */
  double bytes, operations, launches;
  double intensity;                   /* operations a byte */
  double read_bandwidth, peak;        /* of the device, in a second */
  double bandwidth_share, peak_share; /* that were reached */
  double kernel_seconds;              /* a token, all kernels together; 0: the device takes no times */
  guint n_tokens;
  GListModel *kernels; /* (element-type HunchKernelUse) owned */
} Roofline;

void roofline_init (Roofline *r, HunchProfile *profile, double tokens_per_second);
void roofline_clear (Roofline *r); /* accepts a zeroed one */
void roofline_print (const Roofline *r);
/* An object under the phase's name. */
void roofline_json (const Roofline *r, JsonOut *out);
/* svg and png: paths, or NULL. */
gboolean roofline_draw (const Roofline *phases, guint n, const char *svg, const char *png, GError **error);
