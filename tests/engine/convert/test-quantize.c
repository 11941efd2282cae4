/* test-quantize.c: floats are stored as PyPI's gguf stores them, and Q4_K as near as four bits allow.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * golden/quantize.gguf is by tests/oracle/quantize.py. */
#include "config.h"

#include "engine/model/gguf.h"
#include "engine/model/quantize.h"
#include "engine/ref/ref-dequant.h"

#include <math.h>
#include <string.h>

static HunchGguf *vectors;

static const HunchTensor *
vector (const char *name)
{
  const HunchTensor *t = hunch_gguf_tensor (vectors, name);

  g_assert_nonnull (t);
  return t;
}

static void
test_golden (gconstpointer data)
{
  const guint32 type = GPOINTER_TO_UINT (data);
  g_autofree char *name = g_strconcat (hunch_type_info (type)->name, ".out", NULL);
  const HunchTensor *in = vector ("F32.in"), *out = vector (name);
  g_autofree guint8 *got = g_malloc (out->bytes);

  g_assert_cmpuint (out->type, ==, type);
  hunch_quantize_row (type, (const float *) (gconstpointer) in->data, in->dims[0] * in->dims[1], got);
  g_assert_cmpmem (got, out->bytes, out->data, out->bytes);
  g_test_message ("exactness: any | GGUF, storing | %s | PyPI's gguf | exact 0", hunch_type_info (type)->name);
}

/* Mean square error of values that went through a type. */
static double
error_of (guint32 type, const float *x, guint64 n)
{
  const HunchTypeInfo *info = hunch_type_info (type);
  g_autofree guint8 *stored = g_malloc (n / info->block * info->block_bytes);
  g_autofree float *back = g_new (float, n);
  double sum = 0;

  hunch_quantize_row (type, x, n, stored);
  g_assert_true (hunch_ref_dequant_row (type, stored, n, back));
  for (guint64 i = 0; i < n; i++)
    sum += ((double) back[i] - x[i]) * ((double) back[i] - x[i]);
  return sum / n;
}

/* Sum of twelve uniform numbers: near enough to a normal one. */
static float
random_normal (GRand *rand)
{
  double sum = -6;

  for (guint i = 0; i < 12; i++)
    sum += g_rand_double (rand);
  return (float) sum;
}

static void
test_q4_k (void)
{
  GRand *rand = g_rand_new_with_seed (4);
  g_autofree float *x = g_new (float, 65536);

  for (guint i = 0; i < 65536; i++)
    x[i] = random_normal (rand) * 0.02f;
  /* Sixteen steps over the range of 32 normal numbers, which is about 4.1 of their deviation: a mean square of (4.1 / 15)^2 / 12, and
   * what the 6-bit scales cost. Rounding to Q4_0, without a minimum, costs a third more. */
  g_assert_cmpfloat (error_of (HUNCH_TYPE_Q4_K, x, 65536), <, 0.0068 * 0.02 * 0.02);
  g_assert_cmpfloat (error_of (HUNCH_TYPE_Q4_K, x, 65536) * 1.15, <, error_of (HUNCH_TYPE_Q4_0, x, 65536));
  /* Values of one sign: a minimum would be above zero, which the type does not have. */
  for (guint i = 0; i < 65536; i++)
    x[i] = fabsf (x[i]) + 0.02f;
  g_assert_cmpfloat (error_of (HUNCH_TYPE_Q4_K, x, 65536), <, 0.012 * 0.02 * 0.02);
  for (guint i = 0; i < 65536; i++)
    x[i] = -x[i];
  g_assert_cmpfloat (error_of (HUNCH_TYPE_Q4_K, x, 65536), <, 0.006 * 0.02 * 0.02);
  g_rand_free (rand);
}

/* Equal values, zeros, tiny and huge ones, and such as are no numbers. */
static void
test_edges (void)
{
  const float values[] = { 0, -0.0f, 1, -1, 1e-30f, -1e-42f, 1e4f, INFINITY, -INFINITY, NAN };
  const guint32 types[] = { HUNCH_TYPE_Q8_0, HUNCH_TYPE_Q4_0, HUNCH_TYPE_Q4_K };
  guint8 stored[512];
  float x[256], back[256];

  for (guint t = 0; t < G_N_ELEMENTS (types); t++)
    for (guint v = 0; v < G_N_ELEMENTS (values); v++)
      {
        const float want = isfinite (values[v]) ? values[v] : 0;

        for (guint i = 0; i < 256; i++)
          x[i] = values[v];
        hunch_quantize_row (types[t], x, 256, stored);
        g_assert_true (hunch_ref_dequant_row (types[t], stored, 256, back));
        for (guint i = 0; i < 256; i++)
          g_assert_cmpfloat (fabsf (back[i] - want), <=, fabsf (want) / 100 + 1e-6f);
      }
}

int
main (int argc, char **argv)
{
  static const guint32 types[] = { HUNCH_TYPE_F16, HUNCH_TYPE_Q8_0, HUNCH_TYPE_Q4_0 };
  g_autofree char *path = NULL;
  GError *error = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);
  path = g_test_build_filename (G_TEST_DIST, "golden", "quantize.gguf", NULL);
  vectors = hunch_gguf_open (path, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autofree char *name = g_strconcat ("/quantize/golden/", hunch_type_info (types[i])->name, NULL);

      g_test_add_data_func (name, GUINT_TO_POINTER (types[i]), test_golden);
    }
  g_test_add_func ("/quantize/q4_k", test_q4_k);
  g_test_add_func ("/quantize/edges", test_edges);
  status = g_test_run ();
  hunch_gguf_free (vectors);
  return status;
}
