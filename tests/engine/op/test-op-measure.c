/* test-op-measure.c: what measures the device reads and multiplies what it says.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/op/op-dot.h"
#include "engine/op/op-measure.h"
#include "engine/ref/ref-measure.h"
#include "tests/engine/op/op-test.h"

G_STATIC_ASSERT (HUNCH_MEASURE_CHAINS * 16 * 2 == 256); /* operations of an item in a round, of floats */

static void
init (HunchOpMeasure *op, const char *dot)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (hunch_op_measure_init (op, op_test_device (), dot, &error));
  g_assert_no_error (error);
}

/* Each word once, whatever the number of vectors of a group leaves over in its loops. */
static void
test_read (void)
{
  HunchDevice *dev = op_test_device ();
  HunchOpMeasure op;
  guint64 grain;
  guint n_items;

  init (&op, NULL);
  n_items = op.n_groups * op.group;
  grain = (guint64) n_items * op.vec;
  for (guint vectors = 1; vectors <= 9; vectors++)
    {
      const guint64 n = hunch_op_measure_words (&op, vectors * grain + grain - 1);
      g_autofree guint32 *x = g_new (guint32, n), *y = g_new0 (guint32, n_items);
      cl_mem mem_x, mem_y;

      g_assert_cmpuint (n, ==, vectors * grain);
      for (guint64 i = 0; i < n; i++)
        x[i] = (guint32) i * 2654435761u;
      mem_x = op_test_upload (x, n * 4);
      mem_y = op_test_upload (y, n_items * 4);
      op_test_done (hunch_op_measure_read_enqueue (&op, dev->queue, mem_x, n, mem_y));
      op_test_download (mem_y, y, n_items * 4);
      for (guint g = 0; g < op.n_groups; g++)
        g_assert_cmpuint (hunch_ref_measure_read (y + g * op.group, op.group), ==,
                          hunch_ref_measure_read (x + g * (n / op.n_groups), n / op.n_groups));
      op_test_release (&mem_x);
      op_test_release (&mem_y);
    }
  hunch_op_measure_finish (&op);
}

static void
test_multiply (gconstpointer dot)
{
  HunchDevice *dev = op_test_device ();
  const gboolean floats = dot == NULL || hunch_dot_is_half (dot);
  const guint n = 7, seed = 3;
  HunchOpMeasure op;
  g_autofree gint32 *y = NULL;
  guint n_items;
  cl_mem mem;

  if (dot && !hunch_dot_works (dev, dot))
    {
      g_test_skip ("this device has no such instruction");
      return;
    }
  init (&op, dot);
  n_items = op.n_groups * op.group;
  y = g_new0 (gint32, n_items * 16);
  mem = op_test_upload (y, n_items * 16 * 4);
  op_test_done (hunch_op_measure_multiply_enqueue (&op, dev->queue, n, seed, mem));
  op_test_download (mem, y, n_items * 16 * 4);
  for (guint i = 0; i < n_items * 16; i++)
    g_assert_cmpint (y[i], ==, hunch_ref_measure_multiply (n, seed, i / 16, floats));
  g_assert_cmpuint (hunch_op_measure_operations (&op, floats), ==, (guint64) n_items * 256 * (floats ? 1 : 4));
  op_test_release (&mem);
  hunch_op_measure_finish (&op);
}

static void
test_limits (void)
{
  HunchDevice *dev = op_test_device ();
  const guint64 before = hunch_device_allocated (dev);
  HunchLimits limits = { 0 };
  g_autoptr (GError) error = NULL;

  if (g_getenv ("HUNCH_OCLGRIND"))
    {
      g_test_skip ("a simulated device has no speed");
      return;
    }
  g_assert_true (hunch_measure_limits (dev, 1 << 20, NULL, &limits, &error));
  g_assert_no_error (error);
  g_assert_cmpfloat (limits.read_bytes, >, 0);
  g_assert_cmpfloat (limits.operations, >, 0);
  g_assert_cmpuint (hunch_device_allocated (dev), ==, before);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (op_test_device () == NULL)
    return g_test_run ();
  g_test_add_func ("/op/measure/read", test_read);
  g_test_add_data_func ("/op/measure/float", NULL, test_multiply);
  op_test_add_dots ("/op/measure", G_N_ELEMENTS (op_test_dots), test_multiply);
  g_test_add_func ("/op/measure/limits", test_limits);
  return g_test_run ();
}
