/* test-draw.c: what the sampler draws, against a sort of all tokens and the distribution that it should draw from.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/sampler/random.h"
#include "engine/sampler/sampler-private.h"
#include "tests/engine/sampler/draws.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

static const HunchSamplerParams defaults = HUNCH_SAMPLER_DEFAULTS;

typedef struct
{
  float z;
  gint32 id;
  double p;
} Ranked;

static int
by_rank (const void *a, const void *b)
{
  const Ranked *x = a, *y = b;

  return x->z != y->z ? (x->z > y->z ? -1 : 1) : x->id - y->id;
}

/* How many of the ranking stay, by the definitions, with everything sorted and summed in double. slack moves top-p and
 * min-p by a rounding error. */
static guint
plain_filter (Ranked *r, guint n, const HunchSamplerParams *p, double slack)
{
  double sum = 0, run = 0;
  guint keep = p->top_k ? MIN (p->top_k, n) : n, nucleus = 0;

  for (guint i = 0; i < keep; i++)
    {
      r[i].p = exp (((double) r[i].z - r[0].z) / p->temperature);
      sum += r[i].p;
    }
  while (nucleus < keep && (nucleus == 0 || run < (p->top_p + slack) * sum))
    run += r[nucleus++].p;
  keep = nucleus;
  while (keep > 1 && r[keep - 1].p < p->min_p * (1 - slack))
    keep--;
  return keep;
}

/* Every token that stays by the definition can be drawn, and no other can. Steps in u find all but the rarest. */
static void
test_filters_against_sort (void)
{
  for (guint round = 0; round < 400; round++)
    {
      guint n = (guint) g_test_rand_int_range (1, 300);
      g_autofree float *z = g_new (float, n);
      g_autofree Ranked *r = g_new (Ranked, n);
      g_autofree guint *count = NULL;
      HunchSamplerParams p = defaults;
      double scale = g_test_rand_double_range (0.01, 10);
      guint least, most;

      for (guint i = 0; i < n; i++)
        { /* coarse steps, so that there are ties */
          z[i] = (float) (floor (g_test_rand_double_range (-5, 5)) * scale);
          r[i] = (Ranked){ z[i], (gint32) i, 0 };
        }
      qsort (r, n, sizeof *r, by_rank);
      p.temperature = (float) g_test_rand_double_range (0.1, 3);
      p.top_k = g_test_rand_bit () ? (guint) g_test_rand_int_range (1, (gint) n + 2) : 0;
      p.top_p = g_test_rand_bit () ? (float) g_test_rand_double () : 1;
      p.min_p = g_test_rand_bit () ? (float) g_test_rand_double () * 0.2f : 0;
      p.seed = round;
      least = plain_filter (r, n, &p, -1e-5);
      most = plain_filter (r, n, &p, 1e-5);

      count = draws_count (&p, z, n);
      for (guint i = 0; i < n; i++)
        {
          double sum = 0;

          for (guint k = 0; k < least; k++)
            sum += r[k].p;
          if (i >= most)
            g_assert_cmpuint (count[r[i].id], ==, 0);
          else if (i < least && r[i].p / sum > 20.0 / N_DRAWS)
            g_assert_cmpuint (count[r[i].id], >, 0);
        }
    }
}

static void
test_top_against_sort (void)
{
  for (guint round = 0; round < 300; round++)
    {
      guint n = (guint) g_test_rand_int_range (1, 2000), k = (guint) g_test_rand_int_range (1, 40), n_finite = 0;
      g_autofree float *z = g_new (float, n);
      g_autofree Ranked *r = g_new (Ranked, n);
      HunchTokenP top[40];
      double sum = 0;

      for (guint i = 0; i < n; i++)
        {
          z[i] = g_test_rand_int_range (0, 4) ? (float) g_test_rand_int_range (-500, 500) / 16 : -INFINITY;
          if (i == 0)
            z[i] = 0;
          r[i] = (Ranked){ z[i], (gint32) i, 0 };
          n_finite += isfinite (z[i]) != 0;
        }
      qsort (r, n, sizeof *r, by_rank);
      for (guint i = 0; i < n; i++)
        sum += exp ((double) r[i].z - r[0].z);
      g_assert_cmpuint (hunch_sampler_top (z, n, k, top, NULL), ==, MIN (k, n_finite));
      for (guint i = 0; i < MIN (k, n_finite); i++)
        {
          g_assert_cmpint (top[i].id, ==, r[i].id);
          g_assert_cmpfloat_with_epsilon (top[i].p, exp ((double) r[i].z - r[0].z) / sum, 1e-6);
        }
    }
}

#define N_LARGE 151936

typedef enum
{
  SHAPE_MIXED,
  SHAPE_RISING,
  SHAPE_FALLING,
  SHAPE_EQUAL,
  SHAPE_TWO_VALUES,
  SHAPE_LAST_DIGIT, /* they differ in the last ten bits only */
  N_SHAPES
} Shape;

static float
shaped (Shape shape, guint i)
{
  guint k = i * 7919u % N_LARGE; /* each number once */

  switch (shape)
    {
    case SHAPE_MIXED:
      return (float) k / N_LARGE * 8 + (float) (k % 1000) / 125;
    case SHAPE_RISING:
      return (float) i / N_LARGE * 16;
    case SHAPE_FALLING:
      return (float) i / N_LARGE * -16;
    case SHAPE_TWO_VALUES:
      return k < N_LARGE / 3 ? -1 : 1;
    case SHAPE_LAST_DIGIT:
      return 1 + (float) (k % 1024) * FLT_EPSILON;
    default:
      return 3;
    }
}

/* The ranking of the logits z, with the penalty on one token. */
static Ranked *
rank_penalized (float *z, guint n, guint penalized, const HunchSamplerParams *p)
{
  Ranked *r = g_new (Ranked, n);

  z[penalized] = z[penalized] > 0 ? z[penalized] / p->repeat_penalty : z[penalized] * p->repeat_penalty;
  for (guint i = 0; i < n; i++)
    r[i] = (Ranked){ z[i], (gint32) i, 0 };
  qsort (r, n, sizeof *r, by_rank);
  return r;
}

/* Each draw is the one that the definitions come to. Where rounding may decide what stays, it is one of those that may. */
static void
check_large (const HunchSamplerParams *p, Shape shape)
{
  const guint n = N_LARGE, penalized = 5;
  g_autofree float *z = g_new (float, n), *w = g_new0 (float, n);
  g_autofree guint *rank = g_new (guint, n);
  g_autofree Ranked *r = NULL;
  HunchSampler *s = hunch_sampler_new (p, n, NULL);
  guint least, most;

  hunch_sampler_accept (s, (gint32) penalized);
  for (guint i = 0; i < n; i++)
    w[i] = z[i] = shaped (shape, i);
  r = rank_penalized (w, n, penalized, p);
  least = p->temperature > 0 ? plain_filter (r, n, p, -1e-5) : 1;
  most = p->temperature > 0 ? plain_filter (r, n, p, 1e-5) : 1;
  for (guint k = 0; k < n; k++)
    {
      rank[r[k].id] = k;
      w[r[k].id] = k < least ? expf ((float) (((double) r[k].z - r[0].z) * (1.0 / p->temperature))) : 0;
    }
  w[r[0].id] = 1; /* at temperature 0, too */
  for (guint draw = 0; draw < 20; draw++)
    {
      gint32 id;

      g_assert_true (hunch_sampler_sample (s, z, &id, NULL));
      g_assert_cmpuint (rank[id], <, most);
      if (least == most)
        g_assert_cmpuint ((guint) id, ==, hunch_sampler_pick (w, n, hunch_random_uniform (p->seed, draw)));
    }
  hunch_sampler_free (s);
}

/* A real vocabulary's size, and orders in which a selection by pivots would be slow, or a count of digits have only one to go by. */
static void
test_large (void)
{
  static const HunchSamplerParams kinds[] = {
    HUNCH_SAMPLER_DEFAULTS,                  /* greedy */
    { 0.8f, 0, 1, 0, 1, 0, 1 },              /* temperature */
    { 0.8f, 40, 1, 0, 1, 0, 1 },             /* top-k */
    { 0.8f, 40, 0.95f, 0.05f, 1.1f, 64, 1 }, /* all filters, and the penalty */
    { 0.8f, 0, 0.95f, 0, 1, 0, 1 },          /* top-p, of all */
  };

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    for (Shape shape = 0; shape < N_SHAPES; shape++)
      check_large (&kinds[k], shape);
}

/* Chi-square against the softmax at a temperature: 63 degrees of freedom, 99.99 % below 116. Fixed seeds, so it cannot
 * fail by chance. */
static void
test_distribution (void)
{
  for (guint64 seed = 0; seed < 5; seed++)
    {
      HunchSamplerParams p = { .temperature = 0.8f, .top_p = 1, .repeat_penalty = 1, .seed = seed };
      float z[64];
      double sum = 0, chi2 = 0;
      g_autofree guint *count = NULL;

      for (guint i = 0; i < 64; i++)
        {
          z[i] = (float) ((i * 37 % 64) / 32.0);
          sum += exp (z[i] / 0.8);
        }
      count = draws_count (&p, z, 64);
      for (guint i = 0; i < 64; i++)
        {
          double mean = N_DRAWS * exp (z[i] / 0.8) / sum;

          chi2 += (count[i] - mean) * (count[i] - mean) / mean;
        }
      g_assert_cmpfloat (chi2, <, 116);
      g_assert_cmpfloat (chi2, >, 25); /* too even would be as wrong */
    }
}

static void
test_seed (void)
{
  HunchSamplerParams p = { .temperature = 1, .top_p = 1, .repeat_penalty = 1 };
  float z[256];
  gint32 first[64], id;
  guint equal;

  for (guint i = 0; i < 256; i++)
    z[i] = (float) (i % 7) / 7;
  for (guint run = 0; run < 3; run++)
    {
      HunchSampler *s;

      p.seed = run < 2 ? 42 : 43;
      s = hunch_sampler_new (&p, 256, NULL);
      equal = 0;
      for (guint i = 0; i < 64; i++)
        {
          g_assert_true (hunch_sampler_sample (s, z, run == 0 ? &first[i] : &id, NULL));
          equal += run > 0 && id == first[i];
        }
      if (run == 1)
        g_assert_cmpuint (equal, ==, 64);
      else
        g_assert_cmpuint (equal, <, 6);
      hunch_sampler_free (s);
    }
}

/* The numbers are part of what "the same seed" means: they must not change from release to release. */
static void
test_generator (void)
{
  double mean = 0;

  g_assert_cmpuint (hunch_random_mix (G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)), ==,
                    G_GUINT64_CONSTANT (0xe220a8397b1dcdaf));
  for (guint64 i = 0; i < 100000; i++)
    {
      double u = hunch_random_uniform (7, i);

      g_assert_true (u >= 0 && u < 1);
      mean += u / 100000;
    }
  g_assert_cmpfloat_with_epsilon (mean, 0.5, 0.005);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/filters-against-sort", test_filters_against_sort);
  g_test_add_func ("/draw/large-vocabulary", test_large);
  g_test_add_func ("/draw/top-against-sort", test_top_against_sort);
  g_test_add_func ("/draw/distribution", test_distribution);
  g_test_add_func ("/draw/seed", test_seed);
  g_test_add_func ("/draw/generator", test_generator);
  return g_test_run ();
}
