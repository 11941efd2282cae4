/* test-kv-device.c: the cache's buffers: their account, and the copy of a shared block in every layer.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/hunch-error.h"
#include "engine/kv/kv-private.h"

static HunchDevice *
device (void)
{
  g_autoptr (GError) error = NULL;
  HunchDevice *dev = hunch_device_open (g_getenv ("HUNCH_TEST_DEVICE"), &error);

  if (dev == NULL)
    g_test_skip (error->message);
  return dev;
}

static void
test_bytes (void)
{
  HunchDevice *dev = device ();
  const HunchKvParams params = { 3, 2, 20, 7, FALSE };
  GError *error = NULL;
  guint64 before;
  HunchKv *kv;

  if (dev == NULL)
    return;
  before = hunch_device_allocated (dev);
  kv = hunch_kv_new (dev, &params, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (hunch_kv_bytes (kv), ==, 3 * 7 * 2 * (20 + 32) * HUNCH_KV_BLOCK * sizeof (cl_half));
  g_assert_cmpuint (hunch_device_allocated (dev) - before, ==, hunch_kv_bytes (kv));
  hunch_kv_free (kv);
  g_assert_cmpuint (hunch_device_allocated (dev), ==, before);
  hunch_device_unref (dev);
}

/* More than any device has: refused, and what was allocated on the way is given back. */
static void
test_too_large (void)
{
  HunchDevice *dev = device ();
  GError *error = NULL;

  if (dev == NULL)
    return;
  g_assert_null (hunch_kv_new (dev, &(HunchKvParams){ 1000, 64, 256, G_MAXINT32 / HUNCH_KV_BLOCK, TRUE }, &error));
  g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_NO_MEMORY);
  g_clear_error (&error);
  g_assert_cmpuint (hunch_device_allocated (dev), ==, 0);
  hunch_device_unref (dev);
}

/* The block's floats, each different, from seed on. */
static void
write_block (HunchDevice *dev, cl_mem mem, gint32 block, guint n, float seed)
{
  g_autofree float *x = g_new (float, n);

  for (guint i = 0; i < n; i++)
    x[i] = seed + i;
  g_assert_cmpint (
      clEnqueueWriteBuffer (dev->queue, mem, CL_TRUE, (gsize) block * n * sizeof *x, n * sizeof *x, x, 0, NULL, NULL),
      ==, 0);
}

static void
expect_block (HunchDevice *dev, cl_mem mem, gint32 block, guint n, float seed)
{
  g_autofree float *x = g_new (float, n);

  g_assert_cmpint (
      clEnqueueReadBuffer (dev->queue, mem, CL_TRUE, (gsize) block * n * sizeof *x, n * sizeof *x, x, 0, NULL, NULL),
      ==, 0);
  for (guint i = 0; i < n; i++)
    g_assert_cmpfloat (x[i], ==, seed + i);
}

static void
test_copy (void)
{
  HunchDevice *dev = device ();
  const HunchKvParams params = { 3, 2, 20, 5, TRUE };
  const guint n_k = 2 * 20 * HUNCH_KV_BLOCK, n_v = 2 * 32 * HUNCH_KV_BLOCK;
  const gint32 ids[3] = { 1, 2, 3 };
  GError *error = NULL;
  HunchKv *kv;
  gint a, b;
  gint32 from, to;
  guint n;

  if (dev == NULL)
    return;
  kv = hunch_kv_new (dev, &params, &error);
  g_assert_no_error (error);
  a = hunch_kv_seq_new (kv);
  g_assert_true (hunch_kv_seq_append (kv, a, ids, 3, NULL));
  from = hunch_kv_seq_table (kv, a, &n)[0];
  for (guint i = 0; i < params.n_layer; i++)
    {
      write_block (dev, hunch_kv_k (kv, i), from, n_k, i * 10000);
      write_block (dev, hunch_kv_v (kv, i), from, n_v, i * 10000 + 5000);
    }
  b = hunch_kv_seq_fork (kv, a);
  g_assert_true (hunch_kv_seq_append (kv, b, ids, 1, &error));
  g_assert_no_error (error);
  to = hunch_kv_seq_table (kv, b, &n)[0];
  g_assert_cmpint (to, !=, from);
  for (guint i = 0; i < params.n_layer; i++)
    {
      expect_block (dev, hunch_kv_k (kv, i), to, n_k, i * 10000);
      expect_block (dev, hunch_kv_v (kv, i), to, n_v, i * 10000 + 5000);
    }
  hunch_kv_free (kv);
  hunch_device_unref (dev);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kv/device/bytes", test_bytes);
  g_test_add_func ("/kv/device/too-large", test_too_large);
  g_test_add_func ("/kv/device/copy", test_copy);
  return g_test_run ();
}
