/* checked.h: size arithmetic that says when it would wrap, and rounding to multiples.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Each returns FALSE, and leaves *out alone, when the result does not fit. */
static inline gboolean
hunch_mul_u64 (guint64 a, guint64 b, guint64 *out)
{
  guint64 r;

  if (__builtin_mul_overflow (a, b, &r))
    return FALSE;
  *out = r;
  return TRUE;
}

static inline gboolean
hunch_add_u64 (guint64 a, guint64 b, guint64 *out)
{
  guint64 r;

  if (__builtin_add_overflow (a, b, &r))
    return FALSE;
  *out = r;
  return TRUE;
}

/* Smallest multiple of m that is at least n; n + m must not wrap. */
static inline gsize
hunch_round_up (gsize n, gsize m)
{
  return (n + m - 1) / m * m;
}

static inline gsize
hunch_div_up (gsize n, gsize m)
{
  return (n + m - 1) / m;
}
