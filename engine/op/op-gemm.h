/* op-gemm.h: C = A B (+ C) in float32: by CLBlast where it takes the device, by a kernel of ours where it refuses.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/op/op-types.h"

typedef enum
{
  HUNCH_GEMM_CLBLAST,
  HUNCH_GEMM_OWN,
} HunchGemmBy;

typedef struct
{
  HunchDevice *dev;    /* borrowed */
  cl_kernel kernel;    /* cl/gemm.cl, plain */
  cl_kernel kernel_bt; /* B transposed */
  HunchGemmBy by;      /* becomes HUNCH_GEMM_OWN once CLBlast has refused */
} HunchOpGemm;

/* Row-major. Any size may be 0: nothing to do, but for k = 0, which leaves zeros (or C when adding). */
typedef struct
{
  guint m, n, k;
  HunchRows a; /* (m, k) */
  HunchRows b; /* (k, n), or (n, k) when b_transposed */
  HunchRows c; /* (m, n) */
  gboolean b_transposed;
  gboolean add;
} HunchGemmArgs;

gboolean hunch_op_gemm_init (HunchOpGemm *op, HunchDevice *dev, HunchGemmBy by, GError **error);
void hunch_op_gemm_finish (HunchOpGemm *op); /* accepts a zeroed one */
/* Makes CLBlast take one of our sets of parameters for its large products on this device, until the process ends: it cannot go back to its own.
 * 0, or a set that is none: nothing happens. TRUE when it was taken. No set changes the order of a sum. */
gboolean hunch_op_gemm_use_params (HunchDevice *dev, guint set);
/* The name of a set, static; 0 is "own"; NULL behind the last, and where Hunch was built without CLBlast. */
const char *hunch_op_gemm_params_name (guint set);
cl_int hunch_op_gemm_enqueue (HunchOpGemm *op, cl_command_queue queue, const HunchGemmArgs *args);
