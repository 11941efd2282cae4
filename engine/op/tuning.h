/* tuning.h: what was measured to be fastest, as data for kinds of devices.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/device/device.h"

typedef struct
{
  cl_device_type type;   /* a row holds for this kind of device */
  guint matmul_tile[2];  /* tokens a work-item of cl/matmul.cl, ascending */
  guint matvec_tile[2];  /* most tokens of cl/matvec.cl, ascending; 0, 0: separate launches are faster */
  guint matvec_groups;   /* work-groups of it for each compute unit */
  guint decode_chunks;   /* chunks of a product of cl/decode.cl for each work-group */
  guint gemm_min_tokens; /* batches from this size on go through decoded tiles and a GEMM; G_MAXUINT: never */
  guint gemm_rows;       /* rows decoded at once, a multiple of 16 */
  guint group; /* work-items that share a row in kernels over rows, a power of two; 1: one takes it in vectors */
  guint attention_heads; /* query heads that share what is read of the cache, at most */
  guint attention_rows;  /* query heads times tokens that do, at most */
  guint
      attention_items; /* work-items (or groups) for each compute unit that keep it busy: below, the context is split */
  guint attention_chunk; /* positions that are worth a split, a multiple of HUNCH_KV_BLOCK */
} HunchTuning;

/* Never NULL; static. HUNCH_GEMM_MIN_TOKENS in the environment overrides gemm_min_tokens, for tests and experiments. */
const HunchTuning *hunch_tuning (const HunchDevice *dev);
