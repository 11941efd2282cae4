/* tensor-type.c: the tensor types that Hunch reads, with the sizes of their blocks.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/tensor-type.h"

/* Bytes are written as sums of a block's parts: scales, minima, high bits, low bits. */
static const HunchTypeInfo types[] = {
  [HUNCH_TYPE_F32] = { "F32", 1, 4 },
  [HUNCH_TYPE_F16] = { "F16", 1, 2 },
  [HUNCH_TYPE_Q4_0] = { "Q4_0", 32, 2 + 16 },
  [HUNCH_TYPE_Q4_1] = { "Q4_1", 32, 2 + 2 + 16 },
  [HUNCH_TYPE_Q5_0] = { "Q5_0", 32, 2 + 4 + 16 },
  [HUNCH_TYPE_Q5_1] = { "Q5_1", 32, 2 + 2 + 4 + 16 },
  [HUNCH_TYPE_Q8_0] = { "Q8_0", 32, 2 + 32 },
  [HUNCH_TYPE_Q2_K] = { "Q2_K", 256, 16 + 64 + 2 + 2 },
  [HUNCH_TYPE_Q3_K] = { "Q3_K", 256, 32 + 64 + 12 + 2 },
  [HUNCH_TYPE_Q4_K] = { "Q4_K", 256, 2 + 2 + 12 + 128 },
  [HUNCH_TYPE_Q5_K] = { "Q5_K", 256, 2 + 2 + 12 + 32 + 128 },
  [HUNCH_TYPE_Q6_K] = { "Q6_K", 256, 128 + 64 + 16 + 2 },
  [HUNCH_TYPE_IQ4_NL] = { "IQ4_NL", 32, 2 + 16 },
  [HUNCH_TYPE_IQ4_XS] = { "IQ4_XS", 256, 2 + 2 + 4 + 128 },
  [HUNCH_TYPE_BF16] = { "BF16", 1, 2 },
};

const HunchTypeInfo *
hunch_type_info (guint32 type)
{
  return type < G_N_ELEMENTS (types) && types[type].name != NULL ? &types[type] : NULL;
}
