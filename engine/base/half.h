/* half.h: 16-bit floats to 32-bit ones, exactly.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>
#include <string.h>

/* IEEE 754 binary16. Shifts exponent and mantissa into place, and mends the exponent by a product, which subnormals
 * need and others do not mind: a power of two rounds nothing. */
static inline float
hunch_half_to_float (guint16 h)
{
  guint32 sign = (guint32) (h & 0x8000) << 16;
  guint32 bits = (guint32) (h & 0x7fff) << 13;
  float f;

  if ((h & 0x7c00) == 0x7c00)
    bits |= 0x7f800000; /* infinity, NaN with its payload */
  else
    {
      memcpy (&f, &bits, sizeof f);
      f *= 0x1p112f;
      memcpy (&bits, &f, sizeof bits);
    }
  bits |= sign;
  memcpy (&f, &bits, sizeof f);
  return f;
}

/* The upper half of a binary32. */
static inline float
hunch_bf16_to_float (guint16 b)
{
  guint32 bits = (guint32) b << 16;
  float f;

  memcpy (&f, &bits, sizeof f);
  return f;
}
