/* tuning.h: what was measured to be fastest, as data for kinds of devices.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/device/device.h"

typedef struct
{
  cl_device_type type;     /* a row holds for this kind of device */
  guint matmul_tile[3];    /* tokens a work-item of cl/matmul.cl, ascending */
  guint gemm_min_tokens;   /* batches from this size on go through decoded tiles and a GEMM; G_MAXUINT: never */
  guint gemm_rows;         /* rows decoded at once, a multiple of 16 */
} HunchTuning;

/* Never NULL; static. HUNCH_GEMM_MIN_TOKENS in the environment overrides gemm_min_tokens, for tests and experiments. */
const HunchTuning *hunch_tuning (const HunchDevice *dev);
