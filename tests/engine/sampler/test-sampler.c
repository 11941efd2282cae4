/* test-sampler.c: the sampler against public cases, and at the limits of its parameters.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/hunch-error.h"
#include "engine/sampler/sampler-private.h"
#include "tests/engine/sampler/draws.h"

#include <json-glib/json-glib.h>
#include <math.h>

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

/* Only allowed_ids appear, and each whose probability among them is above 1e-3 does. */
static void
test_filter_case (gconstpointer name)
{
  JsonObject *data = json_object_get_object_member (case_named (name), "data");
  JsonArray *allowed = json_object_get_array_member (data, "allowed_ids");
  HunchSamplerParams p = case_params (json_object_get_object_member (data, "params"));
  guint n, n_allowed = json_array_get_length (allowed);
  g_autofree float *z = floats (json_object_get_array_member (data, "logits"), &n);
  g_autofree guint *count = draws_count (&p, z, n);
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
  count = draws_count (&p, zeros, 4);
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
  count = draws_count (&p, z, n);
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
  status = g_test_run ();
  g_object_unref (parser);
  return status;
}
