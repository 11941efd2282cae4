/* random.h: counter-based random numbers: the n-th number of a seed is a function of both, and of nothing else.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * SplitMix64 (Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators, 2014), whose state is a plain
 * counter. The seed goes through the mixer once, so that neighbouring seeds do not walk along the same sequence one
 * step apart. */
#pragma once

#include <glib.h>

#define HUNCH_RANDOM_GAMMA G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)

static inline guint64
hunch_random_mix (guint64 x)
{
  x = (x ^ (x >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  x = (x ^ (x >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return x ^ (x >> 31);
}

/* Uniform in [0, 1), a multiple of 2^-53. */
static inline double
hunch_random_uniform (guint64 seed, guint64 n)
{
  guint64 x = hunch_random_mix (hunch_random_mix (seed + HUNCH_RANDOM_GAMMA) + (n + 1) * HUNCH_RANDOM_GAMMA);

  return (double) (x >> 11) * 0x1p-53;
}
