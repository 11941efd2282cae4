/* test-op-matmul.c: products of every layout against scalar C, at odd sizes, with float32 and int8 activations.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/half.h"
#include "engine/op/op-dot.h"
#include "engine/op/op-matmul.h"
#include "engine/ref/ref-matmul.h"
#include "engine/ref/ref-quantize.h"
#include "tests/engine/op/matrix-test.h"

#include <string.h>

static void
check_matmul (const HunchOpMatmul *op, const Matrix *m, guint n_tokens, gboolean add, GRand *rand)
{
  /* Leading dimensions and offsets that are not the sizes, and guard values that must stay. */
  const guint ldx = m->k + 3, ldy = m->n + 5, off_x = 7, off_y = 2;
  float *x = g_new (float, off_x + n_tokens * ldx), *y = g_new (float, off_y + n_tokens * ldy);
  float *px = g_new (float, n_tokens * m->k), *py = g_new (float, n_tokens * m->n),
        *got = g_new (float, n_tokens * m->n);
  cl_mem mx, my;

  for (guint i = 0; i < off_x + n_tokens * ldx; i++)
    x[i] = g_rand_double_range (rand, -1, 1);
  for (guint i = 0; i < off_y + n_tokens * ldy; i++)
    y[i] = 1000 + i;
  for (guint t = 0; t < n_tokens; t++)
    {
      memcpy (px + t * m->k, x + off_x + t * ldx, m->k * sizeof *px);
      memcpy (py + t * m->n, y + off_y + t * ldy, m->n * sizeof *py);
    }
  g_assert_true (hunch_ref_matmul (m->type, m->rows, m->row_bytes, m->n, m->k, px, n_tokens, py, add));
  mx = op_test_upload (x, (off_x + n_tokens * ldx) * sizeof *x);
  my = op_test_upload (y, (off_y + n_tokens * ldy) * sizeof *y);
  g_assert_cmpint (hunch_op_matmul_enqueue (op, op_test_device ()->queue,
                                            &(HunchMatmulArgs){ .n_tokens = n_tokens,
                                                                .x = { mx, off_x, ldx },
                                                                .y = { my, off_y, ldy },
                                                                .weights = m->weights }),
                   ==, CL_SUCCESS);
  op_test_download (my, y, (off_y + n_tokens * ldy) * sizeof *y);
  for (guint t = 0; t < n_tokens; t++)
    {
      memcpy (got + t * m->n, y + off_y + t * ldy, m->n * sizeof *got);
      for (guint i = m->n; i < ldy && off_y + t * ldy + i < off_y + n_tokens * ldy; i++)
        g_assert_cmpfloat (y[off_y + t * ldy + i], ==, 1000 + (float) (off_y + t * ldy + i));
    }
  g_assert_cmpfloat (y[0], ==, 1000);
  /* Sums of k products in float32, in 16 or more interleaved chains: k/16 roundings of 2^-24, with room for
   * cancellation. */
  g_assert_cmpfloat (matrix_test_difference (got, py, n_tokens * m->n), <, 2e-6 + m->k * 3e-8);
  op_test_release (&mx);
  op_test_release (&my);
  g_free (x);
  g_free (y);
  g_free (px);
  g_free (py);
  g_free (got);
}

/* As a CPU wants it, and as GPUs do. */
static const guint splits[] = { HUNCH_SPLIT_NONE, 8 };

static void
test_matmul (gconstpointer data)
{
  const guint32 type = GPOINTER_TO_UINT (data);
  const guint block = matrix_test_block (type);
  const guint odd_k = block == 1 ? 37 : 3 * block;
  const guint shapes[][2] = { { 1, odd_k }, { 16, block == 1 ? 1 : block }, { 31, odd_k }, { 100, 2 * odd_k } };
  const guint counts[] = { 1, 2, 4, 5, 12, 13, 29 };
  GRand *rand = g_rand_new_with_seed (type + 1);

  for (guint v = 0; v < 2 * G_N_ELEMENTS (splits) - 1;
       v++) /* kernels compile slowly: one that adds tells of the split one that does not */
    {
      const gboolean add = (v + 1) % 2;
      const HunchMatmulShape shape = { hunch_layout_options (type), NULL, add, splits[v / 2] };
      HunchOpMatmul op;
      GError *error = NULL;

      hunch_op_matmul_init (&op, op_test_device (), &shape, &error);
      g_assert_no_error (error);
      for (guint s = 0; s < G_N_ELEMENTS (shapes); s++)
        {
          Matrix m = matrix_new (rand, type, shapes[s][0], shapes[s][1]);

          for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
            check_matmul (&op, &m, counts[i], add, rand);
          matrix_clear (&m);
        }
      hunch_op_matmul_finish (&op);
    }
  g_rand_free (rand);
}

/* x as it is when it was quantized. */
static void
requantize (gboolean half, guint k, float *x) /* (k) */
{
  g_autofree gint8 *q = g_new (gint8, k);
  g_autofree guint16 *h = g_new (guint16, k);
  g_autofree float *d = g_new (float, k / 32);

  if (half)
    hunch_ref_halve (x, k, h, d);
  else
    hunch_ref_quantize (x, k, q, d);
  for (guint i = 0; i < k; i++)
    x[i] = d[i / 32] * (half ? hunch_half_to_float (h[i]) : q[i]);
}

/* Weights times quantized activations: integer products are exact, so only the sums over blocks round. */
static void
check_matmul_q8 (const HunchOpMatmul *op, const HunchOpQuantize *quantize, const Matrix *m, const char *dot,
                 guint n_tokens, GRand *rand)
{
  const gboolean half = hunch_dot_is_half (dot);
  const guint nb = m->k / 32;
  float *x = g_new (float, n_tokens * m->k), *want = g_new (float, n_tokens * m->n),
        *got = g_new0 (float, n_tokens * m->n);
  cl_mem mx, my = op_test_upload (got, n_tokens * m->n * sizeof *got);
  HunchQuantRows xq
      = { hunch_device_buffer (op_test_device (), 0, n_tokens * m->k * hunch_dot_bytes (dot), "test", NULL),
          hunch_device_buffer (op_test_device (), 0, n_tokens * nb * 16, "test", NULL) };

  for (guint i = 0; i < n_tokens * m->k; i++)
    x[i] = i / 32 % 5 == 4 ? 0 : g_rand_double_range (rand, -1, 1); /* some blocks are all zero */
  mx = op_test_upload (x, n_tokens * m->k * sizeof *x);
  for (guint t = 0; t < n_tokens; t++)
    requantize (half, m->k, x + t * m->k);
  g_assert_true (hunch_ref_matmul (m->type, m->rows, m->row_bytes, m->n, m->k, x, n_tokens, want, FALSE));

  op_test_done (hunch_op_quantize_enqueue (quantize, op_test_device ()->queue,
                                           &(HunchQuantizeArgs){ n_tokens, m->k, { mx, 0, m->k }, xq }));
  op_test_done (hunch_op_matmul_enqueue (
      op, op_test_device ()->queue,
      &(HunchMatmulArgs){ .n_tokens = n_tokens, .xq = xq, .y = { my, 0, m->n }, .weights = m->weights }));
  op_test_download (my, got, n_tokens * m->n * sizeof *got);
  /* Sums of 16 products in halves: each rounds by 2^-11 of what has gathered, no more than a few times the largest product. */
  g_assert_cmpfloat (matrix_test_difference (got, want, n_tokens * m->n), <, half ? 0x1p-9 : 2e-6 + m->k * 3e-8);
  op_test_release (&mx);
  op_test_release (&my);
  op_test_release (&xq.q);
  op_test_release (&xq.scale);
  g_free (x);
  g_free (want);
  g_free (got);
}

static void
test_matmul_q8 (gconstpointer data)
{
  const guint32 type = GPOINTER_TO_UINT (data);
  const guint block = matrix_test_block (type);
  const guint counts[] = { 1, 3, 13, 29 };
  GRand *rand = g_rand_new_with_seed (type + 4);
  Matrix m;
  guint n_run = 0;

  m = matrix_new (rand, type, 37, 3 * block);
  for (guint i = 0; i < G_N_ELEMENTS (op_test_dots) * G_N_ELEMENTS (splits); i++)
    {
      const char *dot = op_test_dots[i % G_N_ELEMENTS (op_test_dots)];
      const HunchMatmulShape shape = { m.weights.layout, dot, FALSE, splits[i / G_N_ELEMENTS (op_test_dots)] };
      HunchOpQuantize quantize;
      HunchOpMatmul op;

      if (!hunch_dot_works (op_test_device (), dot))
        continue;
      if (shape.split != HUNCH_SPLIT_NONE && g_regex_match_simple ("VNNI|MADD", dot, 0, 0))
        continue; /* of 16 lanes: the plain one again */
      if (shape.split == HUNCH_SPLIT_NONE && g_str_equal (dot, HUNCH_DOT_EXT))
        continue; /* for GPUs; 16 lanes of it take a compiler for CPUs minutes */
      g_assert_true (hunch_op_quantize_init (&quantize, op_test_device (), dot, NULL));
      g_assert_true (hunch_op_matmul_init (&op, op_test_device (), &shape, NULL));
      for (guint c = 0; c < G_N_ELEMENTS (counts); c++)
        check_matmul_q8 (&op, &quantize, &m, dot, counts[c], rand);
      hunch_op_matmul_finish (&op);
      hunch_op_quantize_finish (&quantize);
      n_run++;
    }
  g_assert_cmpuint (n_run, >, 0);
  matrix_clear (&m);
  g_rand_free (rand);
}

static void
test_layout_limits (void)
{
  HunchPlanes planes;

  g_assert_false (hunch_layout_planes (HUNCH_TYPE_Q4_0, 16, 33, &planes));
  g_assert_false (hunch_layout_planes (HUNCH_TYPE_Q4_K, 16, 32, &planes));
  g_assert_false (hunch_layout_planes (HUNCH_TYPE_F32, G_GUINT64_CONSTANT (1) << 62, 4, &planes));
  g_assert_false (
      hunch_layout_planes (HUNCH_TYPE_F32, G_GUINT64_CONSTANT (1) << 32, G_GUINT64_CONSTANT (1) << 32, &planes));
  g_assert_false (hunch_layout_planes (HUNCH_TYPE_F32, 0, 4, &planes));
  g_assert_false (hunch_layout_planes (99, 16, 32, &planes));
  g_assert_null (hunch_layout_options (99));
}

static void
add_tests (void)
{
  matrix_test_add ("matmul", FALSE, test_matmul);
  matrix_test_add ("matmul-q8", TRUE, test_matmul_q8);
  g_test_add_func ("/weights/layout/limits", test_layout_limits);
}

int
main (int argc, char **argv)
{
  return matrix_test_main (argc, argv, add_tests);
}
