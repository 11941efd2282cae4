/* test-pace.c: chunks find the size that a device can do in the time wanted, and stay there.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/session/pace.h"

/* Runs steps, the last of each prompt shorter, on a device that takes base + n * per_token seconds, give or take noise. */
static guint
settle (guint max, double base, double per_token, double noise, guint *n_changes)
{
  HunchPace p;

  *n_changes = 0;
  hunch_pace_init (&p, max);
  for (guint i = 0; i < 200; i++)
    {
      guint before = p.chunk, n = i % 3 < 2 ? p.chunk : p.chunk * 3 / 4;
      double t = (base + n * per_token) * g_test_rand_double_range (1 - noise, 1 + noise + 1e-9);

      hunch_pace_add (&p, n, t);
      hunch_pace_add (&p, 1, base); /* single tokens say nothing about chunks */
      if (i >= 20)
        *n_changes += p.chunk != before;
    }
  return p.chunk;
}

static void
test_speeds (void)
{
  guint changes;

  for (double rate = 10; rate < 1e6; rate *= 1.7)
    {
      guint chunk = settle (8192, 0.0001, 1 / rate, 0, &changes);
      double seconds = 0.0001 + chunk / rate;

      g_assert_cmpuint (changes, ==, 0);
      if (chunk > HUNCH_PACE_MIN_CHUNK)
        g_assert_cmpfloat (seconds, <, HUNCH_PACE_SECONDS / 0.9 + 1e-6);
      if (chunk < 8192)
        g_assert_cmpfloat (seconds, >, HUNCH_PACE_SECONDS / 2.3);
    }
}

/* Where a step costs much before its first token, a chunk is not made so small that little else is done. */
static void
test_base (void)
{
  guint changes, chunk = settle (2048, 0.3, 0.001, 0, &changes);

  g_assert_cmpfloat (chunk * 0.001, >, 0.3 / 2.3);
  g_assert_cmpuint (chunk, <=, 512);
}

static void
test_noise (void)
{
  guint changes;

  settle (2048, 0.01, 0.001, 0.15, &changes);
  g_assert_cmpuint (changes, <=, 4);
}

static void
test_bounds (void)
{
  const guint max[] = { 1, 7, 32, 33, 100 };
  guint changes;

  for (guint i = 0; i < G_N_ELEMENTS (max); i++)
    {
      g_assert_cmpuint (settle (max[i], 0, 1e-9, 0, &changes), <=, max[i]);
      g_assert_cmpuint (settle (max[i], 0, 1e9, 0, &changes), >=, MIN (max[i], HUNCH_PACE_MIN_CHUNK));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pace/speeds", test_speeds);
  g_test_add_func ("/pace/base", test_base);
  g_test_add_func ("/pace/noise", test_noise);
  g_test_add_func ("/pace/bounds", test_bounds);
  return g_test_run ();
}
