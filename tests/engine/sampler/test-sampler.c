/* test-sampler.c: the sampler against public cases, a sort, and the distribution that it should draw from.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/hunch-error.h"
#include "engine/sampler/random.h"
#include "engine/sampler/sampler-private.h"
#include "engine/sampler/sampler.h"

#include <json-glib/json-glib.h>
#include <math.h>
#include <stdlib.h>

#define N_DRAWS 10000

static const HunchSamplerParams defaults = HUNCH_SAMPLER_DEFAULTS;
static JsonParser *parser;

static JsonObject *
case_named (const char *name)
{
  JsonArray *cases = json_node_get_array (json_parser_get_root (parser));

  for (guint i = 0; i < json_array_get_length (cases); i++)
    {
      JsonObject *c = json_array_get_object_element (cases, i);

      if (g_str_equal (json_object_get_string_member (c, "name"), name))
        return c;
    }
  g_error ("no case %s", name);
}

/* Numbers, and "nan", "inf", "-inf" as strings. */
static double
number (JsonNode *node)
{
  if (json_node_get_value_type (node) == G_TYPE_STRING)
    return g_ascii_strtod (json_node_get_string (node), NULL);
  return json_node_get_value_type (node) == G_TYPE_INT64 ? (double) json_node_get_int (node)
                                                         : json_node_get_double (node);
}

static float *
floats (JsonArray *array, guint *n)
{
  float *z;

  *n = json_array_get_length (array);
  z = g_new (float, *n);
  for (guint i = 0; i < *n; i++)
    z[i] = (float) number (json_array_get_element (array, i));
  return z;
}

static float *
case_logits (const char *name, guint *n)
{
  return floats (json_object_get_array_member (case_named (name), "data"), n);
}

static const HunchSamplerParams plain
    = { .temperature = 1, .top_p = 1, .repeat_penalty = 1, .repeat_last_n = 64, .seed = 1 };

static HunchSamplerParams
case_params (JsonObject *o)
{
  HunchSamplerParams p = plain;

  if (json_object_has_member (o, "top_k"))
    p.top_k = (guint) json_object_get_int_member (o, "top_k");
  if (json_object_has_member (o, "top_p"))
    p.top_p = (float) number (json_object_get_member (o, "top_p"));
  if (json_object_has_member (o, "min_p"))
    p.min_p = (float) number (json_object_get_member (o, "min_p"));
  return p;
}

/* Counts N_DRAWS draws. */
static guint *
draw (const HunchSamplerParams *params, const float *z, guint n)
{
  HunchSampler *s = hunch_sampler_new (params, n, NULL);
  guint *count = g_new0 (guint, n);

  for (guint i = 0; i < N_DRAWS; i++)
    {
      g_autoptr (GError) error = NULL;
      gint32 id;

      g_assert_true (hunch_sampler_sample (s, z, &id, &error));
      g_assert_no_error (error);
      g_assert_cmpint (id, >=, 0);
      g_assert_cmpint (id, <, n);
      count[id]++;
    }
  hunch_sampler_free (s);
  return count;
}

/* Only allowed_ids appear, and each whose probability among them is above 1e-3 does. */
static void
test_filter_case (gconstpointer name)
{
  JsonObject *data = json_object_get_object_member (case_named (name), "data");
  JsonArray *allowed = json_object_get_array_member (data, "allowed_ids");
  HunchSamplerParams p = case_params (json_object_get_object_member (data, "params"));
  guint n, n_allowed = json_array_get_length (allowed);
  g_autofree float *z = floats (json_object_get_array_member (data, "logits"), &n);
  g_autofree guint *count = draw (&p, z, n);
  guint others = N_DRAWS;
  double sum = 0;

  for (guint i = 0; i < n_allowed; i++)
    sum += exp (z[json_array_get_int_element (allowed, i)]);
  for (guint i = 0; i < n_allowed; i++)
    {
      gint64 id = json_array_get_int_element (allowed, i);

      others -= count[id];
      if (exp (z[id]) / sum > 1e-3)
        g_assert_cmpuint (count[id], >, 0);
    }
  g_assert_cmpuint (others, ==, 0);
}

/* Greedy, sampled and the list of the likeliest all refuse. */
static void
test_not_finite_case (gconstpointer name)
{
  const float temperatures[] = { 0, 1 };
  guint n;
  g_autofree float *z = case_logits (name, &n);

  for (guint t = 0; t < G_N_ELEMENTS (temperatures); t++)
    {
      g_autoptr (GError) error = NULL;
      HunchSamplerParams p = defaults;
      HunchSampler *s;
      gint32 id = 77;

      p.temperature = temperatures[t];
      p.repeat_penalty = 1.5f;
      s = hunch_sampler_new (&p, n, NULL);
      hunch_sampler_accept (s, 1);
      g_assert_false (hunch_sampler_sample (s, z, &id, &error));
      g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_NUMERIC);
      g_assert_cmpint (id, ==, 77);
      hunch_sampler_free (s);
    }
  {
    g_autoptr (GError) error = NULL;
    HunchTokenP top[3];

    g_assert_cmpuint (hunch_sampler_top (z, n, 3, top, &error), ==, 0);
    g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_NUMERIC);
  }
}

static gint32
greedy (const float *z, guint n)
{
  HunchSampler *s = hunch_sampler_new (&defaults, n, NULL);
  gint32 id = -1;

  g_assert_true (hunch_sampler_sample (s, z, &id, NULL));
  hunch_sampler_free (s);
  return id;
}

static void
test_tie (void)
{
  guint n;
  g_autofree float *z = case_logits ("sampler-tie", &n);
  const float zeros[] = { -1, -0.0f, 0.0f, -0.0f };
  HunchSamplerParams p = plain;
  g_autofree guint *count = NULL;
  HunchTokenP top[4];

  g_assert_cmpint (greedy (z, n), ==, 0);
  g_assert_cmpint (greedy (zeros, 4), ==, 1);
  g_assert_cmpuint (hunch_sampler_top (zeros, 4, 2, top, NULL), ==, 2);
  g_assert_cmpint (top[0].id, ==, 1);
  g_assert_cmpint (top[1].id, ==, 2);
  p.top_k = 2;
  count = draw (&p, zeros, 4);
  g_assert_cmpuint (count[1] + count[2], ==, N_DRAWS);
}

static void
test_huge (void)
{
  guint n;
  g_autofree float *z = case_logits ("sampler-huge", &n);
  HunchSamplerParams p = plain;
  g_autofree guint *count = NULL;
  HunchTokenP top[3];

  g_assert_cmpint (greedy (z, n), ==, 0);
  g_assert_cmpuint (hunch_sampler_top (z, n, 3, top, NULL), ==, 3);
  for (guint i = 0; i < n; i++)
    g_assert_true (isfinite (top[i].p));
  count = draw (&p, z, n);
  g_assert_cmpuint (count[2], ==, 0);
}

/* Extremes that are still parameters. */
static void
test_extreme_parameters (void)
{
  const float z[] = { -G_MAXFLOAT, G_MAXFLOAT, 0, -INFINITY };
  const float temperatures[] = { 1e-45f, 1e-30f, 1, 1e30f, G_MAXFLOAT };
  const float penalties[] = { 1e-45f, 1, G_MAXFLOAT };

  for (guint t = 0; t < G_N_ELEMENTS (temperatures); t++)
    for (guint k = 0; k < G_N_ELEMENTS (penalties); k++)
      {
        HunchSamplerParams p = { temperatures[t], G_MAXUINT, 1, 1e-45f, penalties[k], G_MAXUINT, G_MAXUINT64 };
        g_autoptr (GError) error = NULL;
        HunchSampler *s = hunch_sampler_new (&p, 4, &error);
        gint32 id = -1;

        g_assert_no_error (error);
        for (gint32 i = 0; i < 4; i++)
          hunch_sampler_accept (s, i);
        hunch_sampler_accept (s, -1);
        hunch_sampler_accept (s, 4);
        g_assert_true (hunch_sampler_sample (s, z, &id, &error));
        g_assert_cmpint (id, >=, 0);
        g_assert_cmpint (id, <=, 2); /* never the one of -inf */
        hunch_sampler_free (s);
      }
}

static void
refused (HunchSamplerParams p, const char *name)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (hunch_sampler_new (&p, 3, &error));
  g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT);
  g_assert_nonnull (strstr (error->message, name));
}

#define REFUSED(field, value)                                                                                          \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    HunchSamplerParams p_ = defaults;                                                                                  \
    p_.field = (value);                                                                                                \
    refused (p_, #field);                                                                                              \
  }                                                                                                                    \
  G_STMT_END

static void
test_refused_parameters (void)
{
  JsonObject *negative = json_object_get_object_member (case_named ("sampler-negative-temperature"), "data");
  JsonObject *nan = json_object_get_object_member (case_named ("sampler-nan-temperature"), "data");

  REFUSED (temperature, (float) number (json_object_get_member (negative, "temp")));
  REFUSED (temperature, (float) number (json_object_get_member (nan, "temp")));
  REFUSED (temperature, INFINITY);
  REFUSED (top_p, -0.1f);
  REFUSED (top_p, 1.1f);
  REFUSED (top_p, NAN);
  REFUSED (min_p, -0.1f);
  REFUSED (min_p, 1.1f);
  REFUSED (min_p, NAN);
  REFUSED (repeat_penalty, 0);
  REFUSED (repeat_penalty, -1);
  REFUSED (repeat_penalty, NAN);
  REFUSED (repeat_penalty, INFINITY);
}

/* Logits become -2, 0.5 and 0.2: the order of the three, and their probabilities, show it. */
static void
test_penalty (void)
{
  JsonObject *data = json_object_get_object_member (case_named ("sampler-penalty-negative-logit"), "data");
  JsonArray *seen = json_object_get_array_member (data, "seen");
  const double expected[] = { -2, 0.5, 0.2 };
  HunchSamplerParams p = defaults;
  HunchSampler *s;
  guint n, count[3] = { 0 };
  g_autofree float *z = floats (json_object_get_array_member (data, "z"), &n);
  double sum = exp (-2) + exp (0.5) + exp (0.2);

  p.temperature = 1;
  p.seed = 9;
  p.repeat_penalty = (float) number (json_object_get_member (data, "repeat_penalty"));
  s = hunch_sampler_new (&p, n, NULL);
  for (guint twice = 0; twice < 2; twice++) /* seen twice is penalized once */
    for (guint i = 0; i < json_array_get_length (seen); i++)
      hunch_sampler_accept (s, (gint32) json_array_get_int_element (seen, i));
  for (guint i = 0; i < N_DRAWS; i++)
    {
      gint32 id;

      g_assert_true (hunch_sampler_sample (s, z, &id, NULL));
      count[id]++;
    }
  for (guint i = 0; i < 3; i++)
    {
      double mean = N_DRAWS * exp (expected[i]) / sum;

      g_assert_cmpfloat (fabs (count[i] - mean), <, 5 * sqrt (mean));
    }
  g_assert_cmpfloat (z[0], ==, -1); /* the caller's logits are as they were */
  hunch_sampler_free (s);
}

/* A token is forgotten when repeat_last_n others came after it. */
static void
test_penalty_window (void)
{
  const float z[] = { 1.0f, 0.9f, 0.1f, 0.1f, 0.1f };
  HunchSamplerParams p = defaults;
  HunchSampler *s;
  gint32 id;

  p.repeat_penalty = 2;
  p.repeat_last_n = 3;
  s = hunch_sampler_new (&p, 5, NULL);
  for (guint round = 0; round < 5; round++)
    {
      hunch_sampler_accept (s, 0);
      for (gint32 other = 2; other < 5; other++)
        {
          g_assert_true (hunch_sampler_sample (s, z, &id, NULL));
          g_assert_cmpint (id, ==, 1);
          hunch_sampler_accept (s, other);
        }
      g_assert_true (hunch_sampler_sample (s, z, &id, NULL));
      g_assert_cmpint (id, ==, 0);
    }
  hunch_sampler_free (s);
}

static void
test_probs_do_not_sum (void)
{
  JsonObject *data = json_object_get_object_member (case_named ("sampler-probs-do-not-sum"), "data");
  double u = json_object_get_double_member (data, "u");
  JsonObject *z = json_object_get_object_member (data, "z");
  guint n
      = (guint) json_object_get_int_member (z, "n"); /* equal logits: 1/n each, as rounded, sum to what they sum to */
  g_autofree float *w = g_new (float, n);

  for (guint i = 0; i < n; i++)
    w[i] = 1.0f / (float) n;
  g_assert_cmpuint (hunch_sampler_pick (w, n, u), ==, n - 1);
  g_assert_cmpuint (hunch_sampler_pick (w, n, 1.0), ==, n - 1); /* as if rounding had reached 1 */
  w[n - 1] = 0;
  g_assert_cmpuint (hunch_sampler_pick (w, n, 1.0), ==, n - 2);
  g_assert_cmpuint (hunch_sampler_pick (w, n, 0.0), ==, 0);
  w[0] = 0;
  g_assert_cmpuint (hunch_sampler_pick (w, n, 0.0), ==, 1);
}

/* Against a sort. */

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
  while (keep > 1 && r[keep - 1].p < p->min_p * (1 + slack))
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

      count = draw (&p, z, n);
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

/* The draw. */

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
      count = draw (&p, z, 64);
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

/* A vocabulary of 152,000 must be filtered in a small part of a step. */
static void
test_speed (void)
{
  guint n = 151936;
  g_autofree float *z = g_new (float, n);
  static const struct
  {
    const char *name;
    HunchSamplerParams p;
  } kinds[] = {
    { "greedy", HUNCH_SAMPLER_DEFAULTS },
    { "temperature", { 0.8f, 0, 1, 0, 1, 0, 1 } },
    { "top_k 40", { 0.8f, 40, 1, 0, 1, 0, 1 } },
    { "top_k 40, top_p 0.95, min_p 0.05, penalty", { 0.8f, 40, 0.95f, 0.05f, 1.1f, 64, 1 } },
    { "top_p 0.95", { 0.8f, 0, 0.95f, 0, 1, 0, 1 } },
  };

  for (guint i = 0; i < n; i++)
    z[i] = (float) (g_test_rand_double_range (-8, 8) + g_test_rand_double_range (-8, 8));
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      HunchSampler *s = hunch_sampler_new (&kinds[k].p, n, NULL);
      gint64 start = g_get_monotonic_time ();
      double ms;
      gint32 id;

      hunch_sampler_accept (s, 5);
      for (guint i = 0; i < 20; i++)
        g_assert_true (hunch_sampler_sample (s, z, &id, NULL));
      ms = (double) (g_get_monotonic_time () - start) / 20 / 1000;
      g_test_minimized_result (ms, "%s: %.3f ms a token", kinds[k].name, ms);
      g_assert_cmpfloat (ms, <, 200); /* a bound for busy and sanitized machines; the figure is in the log */
      hunch_sampler_free (s);
    }
}

static void
add_case (const char *name, GTestDataFunc func)
{
  g_autofree char *path = g_strconcat ("/sampler/case/", name, NULL);

  g_test_add_data_func (path, name, func);
}

int
main (int argc, char **argv)
{
  static const char *filters[] = { "sampler-top_k0",   "sampler-top_k1",   "sampler-top_k1000000", "sampler-top_p0.0",
                                   "sampler-top_p1.0", "sampler-top_p0.5", "sampler-min_p1.0",     "sampler-min_p0.5" };
  static const char *not_finite[] = { "sampler-nan-one", "sampler-all-minus-inf", "sampler-plus-inf" };
  g_autofree char *path = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);
  path = g_test_build_filename (G_TEST_DIST, "engine", "sampler", "cases.json", NULL);
  parser = json_parser_new ();
  g_assert_true (json_parser_load_from_file (parser, path, NULL));

  for (guint i = 0; i < G_N_ELEMENTS (filters); i++)
    add_case (filters[i], test_filter_case);
  for (guint i = 0; i < G_N_ELEMENTS (not_finite); i++)
    add_case (not_finite[i], test_not_finite_case);
  g_test_add_func ("/sampler/case/sampler-tie", test_tie);
  g_test_add_func ("/sampler/case/sampler-huge", test_huge);
  g_test_add_func ("/sampler/case/sampler-penalty-negative-logit", test_penalty);
  g_test_add_func ("/sampler/case/sampler-probs-do-not-sum", test_probs_do_not_sum);
  g_test_add_func ("/sampler/refused-parameters", test_refused_parameters);
  g_test_add_func ("/sampler/extreme-parameters", test_extreme_parameters);
  g_test_add_func ("/sampler/penalty-window", test_penalty_window);
  g_test_add_func ("/sampler/filters-against-sort", test_filters_against_sort);
  g_test_add_func ("/sampler/top-against-sort", test_top_against_sort);
  g_test_add_func ("/sampler/distribution", test_distribution);
  g_test_add_func ("/sampler/seed", test_seed);
  g_test_add_func ("/sampler/generator", test_generator);
  g_test_add_func ("/sampler/speed", test_speed);
  status = g_test_run ();
  g_object_unref (parser);
  return status;
}
