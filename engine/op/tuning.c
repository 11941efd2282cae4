/* tuning.c: the shipped table.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/op/tuning.h"

/* On CPUs (PoCL) decoding in registers beats CLBlast three to one at every batch size; on others a GEMM has the
 * shared-memory tiling that cl/matmul.cl lacks. The last row is for every kind that has none of its own. */
static const HunchTuning rows[] = {
  { CL_DEVICE_TYPE_CPU,
    { 1, 12 },
    .matvec_tile = { 1, 4 },
    .matvec_groups = 3,
    .decode_chunks = 8,
    .gemm_min_tokens = G_MAXUINT,
    .gemm_rows = 1024,
    .group = 1,
    .attention_heads = 8,
    .attention_rows = 12,
    .attention_items = 4,
    .attention_chunk = 256 },
  { CL_DEVICE_TYPE_ALL,
    { 1, 8 },
    .gemm_min_tokens = 32,
    .gemm_rows = 1024,
    .group = 64,
    .attention_heads = 4,
    .attention_rows = 4,
    .attention_items = 4,
    .attention_chunk = 128 },
};

const HunchTuning *
hunch_tuning (const HunchDevice *dev)
{
  static HunchTuning changed[G_N_ELEMENTS (rows)];
  static gsize once = 0;

  if (g_once_init_enter (&once))
    {
      const char *wish = g_getenv ("HUNCH_GEMM_MIN_TOKENS");

      for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
        {
          changed[i] = rows[i];
          if (wish)
            changed[i].gemm_min_tokens = g_ascii_strtoull (wish, NULL, 10);
        }
      g_once_init_leave (&once, 1);
    }
  for (guint i = 0; i + 1 < G_N_ELEMENTS (rows); i++)
    if (rows[i].type & dev->info->caps.type)
      return &changed[i];
  return &changed[G_N_ELEMENTS (rows) - 1];
}
