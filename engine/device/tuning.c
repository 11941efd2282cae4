/* tuning.c: the shipped table, and what of it holds for a device.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/device/tuning.h"

#include "engine/device/device-private.h"

typedef struct
{
  cl_device_type type; /* a row holds for this kind of device */
  HunchTuning tuning;
} Row;

/* On CPUs (PoCL) decoding in registers beats CLBlast three to one at every batch size; on others a GEMM has the
 * shared-memory tiling that cl/matmul.cl lacks. The last row is for every kind that has none of its own. */
static const Row rows[] = {
  { CL_DEVICE_TYPE_CPU,
    { .matmul_tile = { 1, 12 },
      .matvec_tile = { 1, 4 },
      .matvec_groups = 3,
      .decode_chunks = 8,
      .gemm_min_tokens = G_MAXUINT,
      .gemm_rows = 1024,
      .group = 1,
      .attention_heads = 8,
      .attention_rows = 12,
      .attention_items = 4,
      .attention_chunk = 256 } },
  { CL_DEVICE_TYPE_ALL,
    { .matmul_tile = { 1, 8 },
      .matvec_groups = 1,
      .decode_chunks = 1,
      .gemm_min_tokens = 32,
      .gemm_rows = 1024,
      .split = 8,
      .group = 64,
      .attention_heads = 4,
      .attention_rows = 4,
      .attention_items = 4,
      .attention_chunk = 128 } },
};

static const struct
{
  const char *name;
  gsize offset;
} settings[HUNCH_N_TUNE] = {
  [HUNCH_TUNE_DOT] = { "dot", G_STRUCT_OFFSET (HunchTuning, dot) },
  [HUNCH_TUNE_MATMUL_TILE] = { "matmul-tile", G_STRUCT_OFFSET (HunchTuning, matmul_tile[1]) },
  [HUNCH_TUNE_GEMM_MIN_TOKENS] = { "gemm-min-tokens", G_STRUCT_OFFSET (HunchTuning, gemm_min_tokens) },
  [HUNCH_TUNE_GEMM_PARAMS] = { "gemm-params", G_STRUCT_OFFSET (HunchTuning, gemm_params) },
  [HUNCH_TUNE_DECODE_LAUNCHES] = { "decode-launches", G_STRUCT_OFFSET (HunchTuning, decode_launches) },
  [HUNCH_TUNE_DECODE_CHUNKS] = { "decode-chunks", G_STRUCT_OFFSET (HunchTuning, decode_chunks) },
  [HUNCH_TUNE_MATVEC_GROUPS] = { "matvec-groups", G_STRUCT_OFFSET (HunchTuning, matvec_groups) },
};

const char *
hunch_tune_setting_name (HunchTuneSetting setting)
{
  return settings[setting].name;
}

guint *
hunch_tune_setting (HunchTuning *tuning, HunchTuneSetting setting)
{
  return (guint *) G_STRUCT_MEMBER_P (tuning, settings[setting].offset);
}

static const HunchTuning *
shipped (cl_device_type type)
{
  for (guint i = 0; i + 1 < G_N_ELEMENTS (rows); i++)
    if (rows[i].type & type)
      return &rows[i].tuning;
  return &rows[G_N_ELEMENTS (rows) - 1].tuning;
}

static void
wish (const char *variable, guint *value)
{
  const char *text = g_getenv (variable);

  if (text)
    *value = (guint) g_ascii_strtoull (text, NULL, 10);
}

HunchTuning *
hunch_tuning_new (const HunchDeviceInfo *info)
{
  HunchTuning *t = g_memdup2 (shipped (info->caps.type), sizeof *t);

  t->exact_gemm_min_tokens = t->gemm_min_tokens;
  hunch_tuning_load (info, t);
  wish ("HUNCH_GEMM_MIN_TOKENS", &t->gemm_min_tokens);
  wish ("HUNCH_GEMM_MIN_TOKENS", &t->exact_gemm_min_tokens);
  wish ("HUNCH_SPLIT", &t->split);
  wish ("HUNCH_GROUP", &t->group);
  if (t->split > 0) /* cl/matvec.cl has all lanes in a work-item */
    t->matvec_tile[0] = t->matvec_tile[1] = 0;
  return t;
}

const HunchTuning *
hunch_tuning (const HunchDevice *dev)
{
  return dev->priv->tuning;
}

void
hunch_tuning_set (HunchDevice *dev, const HunchTuning *tuning)
{
  *dev->priv->tuning = *tuning;
}
