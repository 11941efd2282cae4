/* test-op-gemm.c: integer matrices must come out exactly, by CLBlast and by the kernel of ours.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/op/op-gemm.h"
#include "engine/ref/ref-gemm.h"

#include <math.h>
#include <string.h>

static HunchDevice *dev;

/* Sums that an independent implementation found for C = A B with the matrices below. */
static const struct
{
  guint m, n, k;
  gint sum, abs_sum, first, last, weighted;
} cases[] = {
  { 1, 1, 1, 6, 6, 6, 6, 6 },
  { 2, 3, 5, 3, 29, 4, -10, -35 },
  { 7, 1, 33, 1, 17, -2, 3, 9 },
  { 31, 33, 17, 0, 8746, 8, -8, -136 },
  { 32, 32, 32, 2, 4752, 1, 4, -155 },
  { 1, 4097, 64, -1, 18727, 3, -4, -5 },
  { 128, 128, 128, 18, 116500, 13, 20, -318 },
  { 200, 10, 100, 0, 12480, 3, 4, -127 },
  { 512, 8, 1030, 3, 36061, 12, -9, 238 },
};

static float
a_at (guint i, guint j)
{
  return (float) ((7 * i + 3 * j) % 5) - 2;
}

static float
b_at (guint i, guint j)
{
  return (float) ((5 * i + 11 * j) % 7) - 3;
}

/* Row-major with a leading dimension and an offset; what is outside is NaN, which would spread if it were read. */
static float *
matrix (guint rows, guint cols, guint ld, guint offset, float (*at) (guint, guint), gboolean transposed)
{
  float *p = g_new (float, offset + (gsize) rows * ld + 1);

  for (gsize i = 0; i < offset + (gsize) rows * ld + 1; i++)
    p[i] = NAN;
  for (guint i = 0; at && i < rows; i++)
    for (guint j = 0; j < cols; j++)
      p[offset + (gsize) i * ld + j] = transposed ? at (j, i) : at (i, j);
  return p;
}

static cl_mem
upload (const float *data, gsize n)
{
  cl_mem mem = hunch_device_buffer (dev, CL_MEM_READ_WRITE, n * sizeof *data, "test", NULL);

  g_assert_cmpint (clEnqueueWriteBuffer (dev->queue, mem, CL_TRUE, 0, n * sizeof *data, data, 0, NULL, NULL), ==,
                   CL_SUCCESS);
  return mem;
}

/* C, compact, from A and B with offsets and padded leading dimensions. */
static float *
multiply (HunchOpGemm *op, guint m, guint n, guint k, gboolean b_transposed, guint pad, guint offset, gboolean add)
{
  const guint lda = k + pad, ldb = (b_transposed ? k : n) + pad, ldc = n + pad;
  const guint b_rows = b_transposed ? n : k;
  float *a = matrix (m, k, lda, offset, a_at, FALSE);
  float *b = matrix (b_rows, b_transposed ? k : n, ldb, offset, b_at, b_transposed);
  float *c = matrix (m, n, ldc, offset, add ? a_at : NULL, FALSE), *out = g_new (float, m *n + 1);
  cl_mem ma = upload (a, offset + (gsize) m * lda + 1), mb = upload (b, offset + (gsize) b_rows * ldb + 1);
  cl_mem mc = upload (c, offset + (gsize) m * ldc + 1);
  const HunchGemmArgs args = { .m = m,
                               .n = n,
                               .k = k,
                               .a = { ma, offset, lda },
                               .b = { mb, offset, ldb },
                               .c = { mc, offset, ldc },
                               .b_transposed = b_transposed,
                               .add = add };

  g_assert_cmpint (hunch_op_gemm_enqueue (op, dev->queue, &args), ==, CL_SUCCESS);
  g_assert_cmpint (
      clEnqueueReadBuffer (dev->queue, mc, CL_TRUE, 0, (offset + (gsize) m * ldc + 1) * sizeof *c, c, 0, NULL, NULL),
      ==, CL_SUCCESS);
  for (guint i = 0; i < m; i++)
    {
      memcpy (out + i * n, c + offset + i * ldc, n * sizeof *out);
      if (pad)
        g_assert_true (isnan (c[offset + i * ldc + n]));
    }
  hunch_device_buffer_free (dev, &ma);
  hunch_device_buffer_free (dev, &mb);
  hunch_device_buffer_free (dev, &mc);
  g_free (a);
  g_free (b);
  g_free (c);
  return out;
}

static void
check_sums (const float *c, guint i)
{
  const guint n = cases[i].m * cases[i].n;
  double sum = 0, abs_sum = 0, weighted = 0;

  for (guint j = 0; j < n; j++)
    {
      sum += c[j];
      abs_sum += fabs (c[j]);
      weighted += c[j] * (j % 13 + 1);
    }
  g_assert_cmpfloat (sum, ==, cases[i].sum);
  g_assert_cmpfloat (abs_sum, ==, cases[i].abs_sum);
  g_assert_cmpfloat (weighted, ==, cases[i].weighted);
  g_assert_cmpfloat (c[0], ==, cases[i].first);
  g_assert_cmpfloat (c[n - 1], ==, cases[i].last);
}

static void
test_exact (gconstpointer data)
{
  HunchOpGemm op;
  GError *error = NULL;

  hunch_op_gemm_init (&op, dev, GPOINTER_TO_UINT (data), &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint variant = 0; variant < 4; variant++)
      {
        const guint offsets[] = { 0, 1, 3, 1000 };
        float *c
            = multiply (&op, cases[i].m, cases[i].n, cases[i].k, variant & 1, variant * 3, offsets[variant], FALSE);

        check_sums (c, i);
        g_free (c);
      }
  hunch_op_gemm_finish (&op);
}

static void
compare (HunchGemmBy by, guint m, guint n, guint k, gboolean add)
{
  HunchOpGemm op;
  float *got, *want, *a, *b;

  g_assert_true (hunch_op_gemm_init (&op, dev, by, NULL));
  got = multiply (&op, m, n, k, FALSE, 2, 5, add);
  a = matrix (m, k, k, 0, a_at, FALSE);
  b = matrix (k, n, n, 0, b_at, FALSE);
  want = matrix (m, n, n, 0, add ? a_at : NULL, FALSE);
  hunch_ref_gemm (m, n, k, a, k, b, n, FALSE, want, n, add);
  for (guint i = 0; i < m * n; i++)
    g_assert_cmpfloat (got[i], ==, want[i]);
  hunch_op_gemm_finish (&op);
  g_free (got);
  g_free (want);
  g_free (a);
  g_free (b);
}

static void
test_add (gconstpointer data)
{
  compare (GPOINTER_TO_UINT (data), 19, 21, 23, TRUE);
}

/* More turns of a loop than llvmpipe gives a work-item, if there is one within it. */
static void
test_deep (gconstpointer data)
{
  compare (GPOINTER_TO_UINT (data), 9, 10, 40000, FALSE);
}

/* Nothing to multiply: no failure, and with k = 0 zeros rather than what was there. */
static void
test_zero (gconstpointer data)
{
  const guint sizes[][3] = { { 0, 5, 5 }, { 5, 0, 5 }, { 5, 5, 0 } };
  HunchOpGemm op;

  g_assert_true (hunch_op_gemm_init (&op, dev, GPOINTER_TO_UINT (data), NULL));
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      float *c = multiply (&op, sizes[i][0], sizes[i][1], sizes[i][2], FALSE, 1, 1, FALSE);

      for (guint j = 0; j < sizes[i][0] * sizes[i][1]; j++)
        g_assert_cmpfloat (c[j], ==, 0);
      g_free (c);
    }
  hunch_op_gemm_finish (&op);
}

int
main (int argc, char **argv)
{
  GError *error = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);
  dev = hunch_device_open (g_getenv ("HUNCH_TEST_DEVICE"), &error);
  g_assert_no_error (error);
  g_test_add_data_func ("/op/gemm/own/exact", GUINT_TO_POINTER (HUNCH_GEMM_OWN), test_exact);
  g_test_add_data_func ("/op/gemm/own/add", GUINT_TO_POINTER (HUNCH_GEMM_OWN), test_add);
  g_test_add_data_func ("/op/gemm/own/deep", GUINT_TO_POINTER (HUNCH_GEMM_OWN), test_deep);
  g_test_add_data_func ("/op/gemm/own/zero", GUINT_TO_POINTER (HUNCH_GEMM_OWN), test_zero);
  /* CLBlast's kernels are not ours to check, and Oclgrind corrupts its own heap with them. */
  if (g_getenv ("HUNCH_OCLGRIND") == NULL)
    {
      g_test_add_data_func ("/op/gemm/clblast/exact", GUINT_TO_POINTER (HUNCH_GEMM_CLBLAST), test_exact);
      g_test_add_data_func ("/op/gemm/clblast/add", GUINT_TO_POINTER (HUNCH_GEMM_CLBLAST), test_add);
      g_test_add_data_func ("/op/gemm/clblast/zero", GUINT_TO_POINTER (HUNCH_GEMM_CLBLAST), test_zero);
    }
  status = g_test_run ();
  hunch_device_unref (dev);
  return status;
}
