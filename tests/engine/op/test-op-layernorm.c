/* test-op-layernorm.c: layer norm against its reference.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/op/op-layernorm.h"
#include "engine/ref/ref-layernorm.h"
#include "tests/engine/op/op-test.h"

/* Rows lie about a mean of some 20: x - mean keeps the mean's rounding, 20 * 6e-8, which the spread of about 1 does not shrink. */
#define TOLERANCE 1e-5

static void
compare (HunchLayernormShape shape, guint n_rows, gboolean in_place)
{
  HunchDevice *dev = op_test_device ();
  g_autofree float *x = op_test_random (1, n_rows * shape.n, 2), *w = op_test_random (2, shape.n, 2);
  g_autofree float *b = op_test_random (3, shape.n, 2);
  g_autofree float *got = g_new (float, n_rows *shape.n), *want = g_new (float, n_rows *shape.n);
  HunchOpLayernorm op = { 0 };
  HunchLayernormArgs args = { n_rows };
  GError *error = NULL;

  for (guint i = 0; i < n_rows * shape.n; i++)
    x[i] += 20;
  hunch_op_layernorm_init (&op, dev, &shape, &error);
  g_assert_no_error (error);
  args.x = op_test_rows (x, n_rows, shape.n);
  args.y = in_place ? args.x : op_test_rows (NULL, n_rows, shape.n);
  args.w = op_test_upload (w, shape.n * sizeof (float));
  args.b = shape.bias ? op_test_upload (b, shape.n * sizeof (float)) : NULL;
  op_test_done (hunch_op_layernorm_enqueue (&op, dev->queue, &args));
  op_test_rows_take (&args.y, got, n_rows, shape.n);
  hunch_ref_layernorm (x, w, shape.bias ? b : NULL, want, n_rows, shape.n, shape.eps);
  op_test_compare ("layernorm", got, want, n_rows * shape.n, TOLERANCE);

  if (!in_place)
    op_test_release (&args.x.mem);
  op_test_release (&args.w);
  op_test_release (&args.b);
  hunch_op_layernorm_finish (&op);
}

static void
test_layernorm (void)
{
  static const guint sizes[] = { 15, 16, 17, 63, 64, 768, 901 };

  if (op_test_device () == NULL)
    return;
  for (guint g = 0; g < G_N_ELEMENTS (op_test_groups); g++)
    for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
      compare ((HunchLayernormShape){ sizes[i], 1e-5f, i % 2, op_test_groups[g] }, 1 + i % 3, i % 4 == 1);
}

static void
test_zeroed (void)
{
  HunchOpLayernorm op = { 0 };

  hunch_op_layernorm_finish (&op);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/op/layernorm/reference", test_layernorm);
  g_test_add_func ("/op/layernorm/zeroed", test_zeroed);
  return g_test_run ();
}
