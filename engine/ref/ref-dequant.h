/* ref-dequant.h: stored weights to floats, one after another: the oracle of every kernel that decodes.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 * Bit for bit what PyPI's gguf gives (gguf.quants.dequantize). */
#pragma once

#include "engine/base/tensor-type.h"

/* Decodes n weights of type at src into dst (n). FALSE, and nothing is written, when type is none that is read or n is
 * no multiple of its block. */
gboolean hunch_ref_dequant_row (guint32 type, const guint8 *src, guint64 n, float *dst);
