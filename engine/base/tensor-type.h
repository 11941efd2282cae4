/* tensor-type.h: the types in which weights are stored, and the sizes of their blocks.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Tensor types by their number in the file (ggml_type). */
typedef enum
{
  HUNCH_TYPE_F32 = 0,
  HUNCH_TYPE_F16 = 1,
  HUNCH_TYPE_Q4_0 = 2,
  HUNCH_TYPE_Q4_1 = 3,
  HUNCH_TYPE_Q5_0 = 6,
  HUNCH_TYPE_Q5_1 = 7,
  HUNCH_TYPE_Q8_0 = 8,
  HUNCH_TYPE_Q2_K = 10,
  HUNCH_TYPE_Q3_K = 11,
  HUNCH_TYPE_Q4_K = 12,
  HUNCH_TYPE_Q5_K = 13,
  HUNCH_TYPE_Q6_K = 14,
  HUNCH_TYPE_IQ4_NL = 20,
  HUNCH_TYPE_IQ4_XS = 23,
  HUNCH_TYPE_BF16 = 30,
} HunchTensorType;

typedef struct
{
  const char *name; /* "Q4_K"; NULL: not a type that is read */
  guint block;      /* weights in a block, along the row */
  guint block_bytes;
} HunchTypeInfo;

/* NULL when the number is not a type that Hunch reads. */
const HunchTypeInfo *hunch_type_info (guint32 type);
