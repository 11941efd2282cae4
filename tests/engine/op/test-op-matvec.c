/* test-op-matvec.c: all that surrounds a product in one launch, against scalar C.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/op/op-dot.h"
#include "engine/op/op-matvec.h"
#include "engine/ref/ref-matvec.h"
#include "tests/engine/op/matrix-test.h"

static void
check_matvec (const HunchOpMatvec *op, const HunchMatvecShape *shape, const Matrix *m, guint n_tokens, GRand *rand)
{
  const guint n_out = shape->gated ? m->n / 2 : m->n;
  float *x = g_new (float, n_tokens * m->k), *norm = g_new (float, m->k), *want = g_new (float, n_tokens *n_out);
  cl_mem mx, mn, my;

  for (guint i = 0; i < n_tokens * m->k; i++)
    x[i] = g_rand_double_range (rand, -0.1, 0.1);
  for (guint i = 0; i < m->k; i++)
    norm[i] = g_rand_double_range (rand, 0.05, 0.15);
  for (guint i = 0; i < n_tokens * n_out; i++)
    want[i] = g_rand_double_range (rand, -1, 1);
  mx = op_test_upload (x, n_tokens * m->k * sizeof *x);
  mn = op_test_upload (norm, m->k * sizeof *norm);
  my = op_test_upload (want, n_tokens * n_out * sizeof *want);
  hunch_ref_matvec (&(HunchRefMatvec){ m->type, m->rows, m->row_bytes, m->n, m->k, shape->norm ? norm : NULL, 1e-5,
                                       shape->add, shape->gated },
                    x, n_tokens, want);
  g_assert_cmpint (hunch_op_matvec_enqueue (op, op_test_device ()->queue,
                                            &(HunchMatvecArgs){ .n_tokens = n_tokens,
                                                                .x = { mx, 0, m->k },
                                                                .norm = shape->norm ? mn : NULL,
                                                                .eps = 1e-5,
                                                                .y = { my, 0, n_out },
                                                                .weights = m->weights }),
                   ==, CL_SUCCESS);
  g_free (x);
  x = g_new (float, n_tokens *n_out);
  op_test_download (my, x, n_tokens * n_out * sizeof *x);
  /* Norm and division round differently in float32: a quant next to a tie may come out one higher or lower, of 127. */
  g_assert_cmpfloat (matrix_test_difference (x, want, n_tokens * n_out), <, 3e-3);
  op_test_release (&mx);
  op_test_release (&mn);
  op_test_release (&my);
  g_free (x);
  g_free (norm);
  g_free (want);
}

static void
test_matvec (gconstpointer data)
{
  const guint32 type = GPOINTER_TO_UINT (data);
  const guint block = matrix_test_block (type);
  const char *dot = hunch_dot_probe (op_test_device ());
  const HunchMatvecShape shapes[] = {
    { .layout = hunch_layout_options (type), .dot = dot ? dot : "" },
    { .layout = hunch_layout_options (type), .dot = dot ? dot : "", .norm = TRUE },
    { .layout = hunch_layout_options (type), .dot = dot ? dot : "", .add = TRUE },
    { .layout = hunch_layout_options (type), .dot = dot ? dot : "", .norm = TRUE, .gated = TRUE },
  };
  GRand *rand = g_rand_new_with_seed (type + 5);

  if (hunch_op_matvec_max_tokens (op_test_device ()) == 0)
    {
      g_test_skip ("this device takes separate launches");
      g_rand_free (rand);
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      Matrix m = matrix_new (rand, type, shapes[i].gated ? 96 : 83, 2 * block);
      HunchOpMatvec op;

      g_assert_true (hunch_op_matvec_init (&op, op_test_device (), &shapes[i], NULL));
      for (guint n = 1; n <= hunch_op_matvec_max_tokens (op_test_device ()); n++)
        check_matvec (&op, &shapes[i], &m, n, rand);
      hunch_op_matvec_finish (&op);
      matrix_clear (&m);
    }
  g_rand_free (rand);
}

static void
add_tests (void)
{
  matrix_test_add ("matvec", TRUE, test_matvec);
}

int
main (int argc, char **argv)
{
  return matrix_test_main (argc, argv, add_tests);
}
