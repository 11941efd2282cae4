/* decode-list.h: a step as cl/decode.cl reads it.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/op/op-decode.h"

/* Step of cl/decode.cl; addresses and offsets in bytes. */
typedef struct
{
  cl_ulong x, y;
  cl_ulong w, offset[5], norm;
  cl_ulong bias, q_norm, k_norm, table, k_cache, v_cache;
  cl_int kind;
  cl_int first, n_chunks, after, patience;
  cl_int type, form;
  cl_int n, k;
  cl_int input;
  cl_float factor;
} HunchStep;

enum
{
  HUNCH_STEP_PRODUCT,
  HUNCH_STEP_ROPE,
  HUNCH_STEP_ATTEND,
  HUNCH_STEP_MERGE
};

/* Forms of a product: RMS norm of x first; y is added to; SwiGLU of the halves of W's rows. */
enum
{
  HUNCH_STEP_NORMED = 1 << 0,
  HUNCH_STEP_ADDED = 1 << 1,
  HUNCH_STEP_GATES = 1 << 2
};

/* Asks the device for the addresses of n buffers. */
gboolean hunch_op_decode_addresses (HunchOpDecode *op, const cl_mem *mems, guint n, cl_ulong *addresses,
                                    GError **error);
