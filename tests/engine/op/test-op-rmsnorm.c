/* test-op-rmsnorm.c: RMS norm against its reference.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/op/op-rmsnorm.h"
#include "engine/ref/ref-rmsnorm.h"
#include "tests/engine/op/op-test.h"

#define TOLERANCE                                                                                                      \
  2e-6 /* a float sum of n squares in 16 lanes, a root, a division, two products: some 10 roundings of 6e-8 */

static void
compare (HunchRmsnormShape shape, guint n_rows, gboolean in_place)
{
  HunchDevice *dev = op_test_device ();
  g_autofree float *x = op_test_random (1, n_rows * shape.n, 3), *w = op_test_random (2, shape.n, 2);
  g_autofree float *got = g_new (float, n_rows *shape.n), *want = g_new (float, n_rows *shape.n);
  HunchOpRmsnorm op = { 0 };
  HunchRmsnormArgs args = { n_rows, op_test_rows (x, n_rows, shape.n) };
  GError *error = NULL;

  hunch_op_rmsnorm_init (&op, dev, &shape, &error);
  g_assert_no_error (error);
  args.y = in_place ? args.x : op_test_rows (NULL, n_rows, shape.n);
  args.w = shape.weightless ? NULL : op_test_upload (w, shape.n * sizeof (float));
  op_test_done (hunch_op_rmsnorm_enqueue (&op, dev->queue, &args));
  op_test_rows_take (&args.y, got, n_rows, shape.n);
  hunch_ref_rmsnorm (x, shape.weightless ? NULL : w, want, n_rows, shape.n, shape.eps);
  op_test_compare ("rmsnorm", got, want, n_rows * shape.n, TOLERANCE);

  if (!in_place)
    op_test_release (&args.x.mem);
  op_test_release (&args.w);
  hunch_op_rmsnorm_finish (&op);
}

static void
test_rmsnorm (void)
{
  static const guint sizes[] = { 1, 15, 16, 17, 63, 64, 576, 901 };

  if (op_test_device () == NULL)
    return;
  for (guint g = 0; g < G_N_ELEMENTS (op_test_groups); g++)
    for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
      compare ((HunchRmsnormShape){ sizes[i], 1e-5f, i % 2, op_test_groups[g] }, 1 + i % 3, i % 4 == 1);
}

static void
test_zeroed (void)
{
  HunchOpRmsnorm op = { 0 };

  hunch_op_rmsnorm_finish (&op);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/op/rmsnorm/reference", test_rmsnorm);
  g_test_add_func ("/op/rmsnorm/zeroed", test_zeroed);
  return g_test_run ();
}
