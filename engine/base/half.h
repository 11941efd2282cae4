/* half.h: 16-bit floats to 32-bit ones, exactly, and back.
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

/* To binary16: rounds to nearest, ties to even; what is too large becomes infinite, and NaN stays NaN. */
static inline guint16
hunch_half_from_float (float f)
{
  guint32 bits, rest;
  guint16 sign, h;
  gint shift;

  memcpy (&bits, &f, sizeof bits);
  sign = bits >> 16 & 0x8000;
  bits &= 0x7fffffff;
  if (bits > 0x7f800000)
    return sign | 0x7e00;
  if (bits >= 0x47800000) /* 2^16 */
    return sign | 0x7c00;
  if (bits >= 0x38800000) /* 2^-14: normal */
    {
      h = (bits >> 13) - (112 << 10);
      rest = bits & 0x1fff;
      shift = 13;
    }
  else
    {
      const guint32 fraction = (bits & 0x7fffff) | 0x800000;

      shift = 126 - (gint) (bits >> 23);
      if (shift > 24)
        return sign;
      h = fraction >> shift;
      rest = fraction & ((1u << shift) - 1);
    }
  if (rest > 1u << (shift - 1) || (rest == 1u << (shift - 1) && (h & 1)))
    h++; /* may carry into the exponent, and so into infinity */
  return sign | h;
}
