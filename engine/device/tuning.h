/* tuning.h: what was measured to be fastest, as data: shipped for kinds of devices, and by `hunch tune` for this one.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/device/device.h"

typedef struct HunchTuning
{
  guint matmul_tile[2];        /* tokens a work-item of cl/matmul.cl, ascending */
  guint matvec_tile[2];        /* most tokens of cl/matvec.cl, ascending; 0, 0: separate launches are faster */
  guint matvec_groups;         /* work-groups of it for each compute unit */
  guint decode_chunks;         /* chunks of a product of cl/decode.cl for each work-group */
  guint decode_launches;       /* 1: launches are faster than cl/decode.cl */
  guint dot;                   /* a choice of hunch_dot_choice; 0: the first that works */
  guint gemm_min_tokens;       /* batches from this size on go through decoded tiles and a GEMM; G_MAXUINT: never */
  guint exact_gemm_min_tokens; /* the same with --exact, where no measurement may change a sum's order */
  guint gemm_params;           /* a set of CLBlast's parameters (hunch_op_gemm_use_params); 0: its own */
  guint gemm_rows;             /* rows decoded at once, a multiple of 16 */
  guint split;           /* work-items that share a row of weights, a power of two (SPLIT of cl/lib-wide.cl); 0: none */
  guint group;           /* work-items that share a row in kernels over rows, a power of two; 1: one in vectors */
  guint attention_heads; /* query heads that share what is read of the cache, at most */
  guint attention_rows;  /* query heads times tokens that do, at most */
  guint attention_items; /* items or groups that keep a compute unit busy: with fewer the context is split */
  guint attention_chunk; /* positions that are worth a split, a multiple of HUNCH_KV_BLOCK */
} HunchTuning;

/* What `hunch tune` may change. None of it touches what --exact computes. */
typedef enum
{
  HUNCH_TUNE_DOT,
  HUNCH_TUNE_MATMUL_TILE, /* the larger */
  HUNCH_TUNE_GEMM_MIN_TOKENS,
  HUNCH_TUNE_GEMM_PARAMS,
  HUNCH_TUNE_DECODE_LAUNCHES,
  HUNCH_TUNE_DECODE_CHUNKS,
  HUNCH_TUNE_MATVEC_GROUPS,
  HUNCH_N_TUNE
} HunchTuneSetting;

/* Its name in the file, static, and where it is. */
const char *hunch_tune_setting_name (HunchTuneSetting setting);
guint *hunch_tune_setting (HunchTuning *tuning, HunchTuneSetting setting);

/* What holds for this device, from its opening on: the shipped row for its kind, changed by the user's file. Never NULL; as long as the device.
 * HUNCH_GEMM_MIN_TOKENS in the environment overrides both numbers of that name, HUNCH_SPLIT and HUNCH_GROUP those of theirs, for tests and experiments. */
const HunchTuning *hunch_tuning (const HunchDevice *dev);
/* Other values from now on: for operations that are made afterwards. Not while something is being enqueued. */
void hunch_tuning_set (HunchDevice *dev, const HunchTuning *tuning);

/* What `hunch tune` has kept for this device, this driver and these kernels, put into *tuning (NULL: nowhere): FALSE when there is nothing, or nothing
 * sound. HUNCH_TUNING=none in the environment says that there is nothing: for tests and experiments. */
gboolean hunch_tuning_load (const HunchDeviceInfo *info, HunchTuning *tuning);
/* Keeps it, in place of what was kept for this device; atomic. HUNCH_ERROR_FAILED when the file cannot be written. */
gboolean hunch_tuning_save (const HunchDeviceInfo *info, const HunchTuning *tuning, GError **error);
/* Where it is kept, whether it is there or not. (transfer full) */
char *hunch_tuning_path (const HunchDeviceInfo *info);
