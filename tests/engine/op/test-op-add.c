/* test-op-add.c: sums of rows against their reference.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/op/op-add.h"
#include "engine/ref/ref-add.h"
#include "tests/engine/op/op-test.h"

#define TOLERANCE 2e-7 /* two float roundings */

static void
compare (HunchAddShape shape, guint n_rows, gboolean in_place)
{
  HunchDevice *dev = op_test_device ();
  const gsize n = n_rows * shape.n;
  g_autofree float *a = op_test_random (1, n, 2), *b = op_test_random (2, n, 2), *bias = op_test_random (3, shape.n, 2);
  g_autofree float *got = g_new (float, n), *want = g_new (float, n);
  HunchOpAdd op = { 0 };
  HunchAddArgs args = { n_rows };
  GError *error = NULL;

  hunch_op_add_init (&op, dev, &shape, &error);
  g_assert_no_error (error);
  args.a = op_test_rows (a, n_rows, shape.n);
  if (shape.rows)
    args.b = op_test_rows (b, n_rows, shape.n);
  if (shape.bias)
    args.bias = op_test_upload (bias, shape.n * sizeof (float));
  args.y = in_place ? args.a : op_test_rows (NULL, n_rows, shape.n);
  op_test_done (hunch_op_add_enqueue (&op, dev->queue, &args));
  op_test_rows_take (&args.y, got, n_rows, shape.n);
  hunch_ref_add (a, shape.rows ? b : NULL, shape.bias ? bias : NULL, want, n_rows, shape.n);
  op_test_compare ("add", got, want, n, TOLERANCE);

  if (!in_place)
    op_test_release (&args.a.mem);
  op_test_release (&args.b.mem);
  op_test_release (&args.bias);
  hunch_op_add_finish (&op);
}

static void
test_add (void)
{
  static const guint sizes[] = { 1, 17, 255, 256, 257, 576, 1003 };

  if (op_test_device () == NULL)
    return;
  for (guint g = 0; g < G_N_ELEMENTS (op_test_groups); g++)
    for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
      for (guint what = 1; what < 4; what++)
        compare ((HunchAddShape){ sizes[i], what & 1, what >> 1, op_test_groups[g] }, 1 + i % 3, i % 2);
}

static void
test_zeroed (void)
{
  HunchOpAdd op = { 0 };

  hunch_op_add_finish (&op);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/op/add/reference", test_add);
  g_test_add_func ("/op/add/zeroed", test_zeroed);
  return g_test_run ();
}
