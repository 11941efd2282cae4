/* quantize.h: floats to stored weights: the way back from engine/ref/ref-dequant.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/base/tensor-type.h"

/* Whether values can be stored as a type: F32, F16, Q8_0, Q4_0, Q4_K. */
gboolean hunch_can_quantize (guint32 type);

/* Stores n values, a multiple of the type's block, at dst. What is not finite stays so in F32 and F16; in a quantized block it
 * counts as zero. */
void hunch_quantize_row (guint32 type, const float *src, guint64 n, guint8 *dst);
