/* trace-page.h: what a trace saw, as one page for a browser.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tools/trace.h"

/* Weights of attention that a page carries: of the last tokens, of all heads, a byte each. A page stays small, and so does what is
 * kept of a long prompt. */
#define TRACE_PAGE_TOKENS 64
#define TRACE_PAGE_BYTES  (4 << 20)

typedef struct
{
  guint n_layer, n_head;
  guint first, n; /* places that are kept */
  GByteArray
      *bytes; /* (n_layer, n_head) lower triangles, row by row: a place's weights for those before it and its own */
} TraceHeads;

void trace_heads_init (TraceHeads *h, HunchTraceResult *result);
void trace_heads_clear (TraceHeads *h);
/* Takes what it wants of a piece of scores. */
void trace_heads_take (TraceHeads *h, HunchActivation *piece);

/* json: the object that --json prints, with contributions. a: where the map of attention begins, if layer is not negative. */
gboolean trace_page_write (const TraceShown *t, const char *path, const char *json, const TraceHeads *heads,
                           const TraceAttention *a, GError **error);
