/* test-memory.c: the account of a device's memory, and wishes that it cannot grant.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/hunch-error.h"
#include "engine/device/device-private.h"
#include "tests/engine/device/run-kernel.h"
#include "tests/engine/device/trap.h"
#include "tests/fixtures/opencl/cl-shim.h"

#include <string.h>

static void
test_account (void)
{
  HunchDevice *dev = open_or_fail ();
  HunchDevice *again = open_or_fail ();
  GError *error = NULL;
  cl_mem a = hunch_device_buffer (dev, 0, 1000, "a", &error);
  cl_mem empty = hunch_device_buffer (dev, CL_MEM_READ_ONLY, 0, "nothing", &error);
  cl_mem b = hunch_device_buffer (again, 0, 500, "b", &error);
  cl_mem none = NULL;
  const cl_buffer_region region = { 0, 100 };
  cl_int e;
  cl_mem part;

  g_assert_no_error (error);
  g_assert_cmpuint (hunch_device_allocated (dev), ==, 1004);
  g_assert_cmpuint (hunch_device_allocated (again), ==, 500);
  g_assert_cmpuint (hunch_device_record_account (dev->priv->record, 0), ==, 1504);
  part = clCreateSubBuffer (a, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &e);
  g_assert_cmpint (e, ==, CL_SUCCESS);
  hunch_device_buffer_free (dev, &part);
  g_assert_cmpuint (hunch_device_allocated (dev), ==, 1004);
  hunch_device_buffer_free (dev, &a);
  hunch_device_buffer_free (dev, &empty);
  hunch_device_buffer_free (dev, &none);
  hunch_device_buffer_free (again, &b);
  g_assert_null (a);
  g_assert_cmpuint (hunch_device_allocated (dev), ==, 0);
  g_assert_cmpuint (hunch_device_record_account (dev->priv->record, 0), ==, 0);
  g_assert_cmpint (hunch_shim_live_buffers (), ==, 0);
  hunch_device_unref (again);
  hunch_device_unref (dev);
}

static void
test_too_much (void)
{
  HunchDevice *dev = open_or_fail ();
  const HunchDeviceCaps *caps = &dev->info->caps;
  const guint64 wishes[] = { caps->max_alloc + 1, caps->global_mem + 1, G_MAXUINT64, G_MAXINT64 };
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (wishes); i++)
    {
      g_assert_null (hunch_device_buffer (dev, 0, wishes[i], "The wish", &error));
      g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_NO_MEMORY);
      g_assert_true (g_str_has_prefix (error->message, "The wish"));
      g_clear_error (&error);
    }
  g_assert_cmpuint (hunch_device_allocated (dev), ==, 0);
  g_assert_true (hunch_device_healthy (dev, NULL));
  hunch_device_unref (dev);
}

/* One GiB, taken in pieces until it is used up; after they are freed a smaller wish is granted. */
static void
one_gib_sub (void)
{
  HunchDevice *dev = open_or_fail ();
  GError *error = NULL;
  cl_mem mem[64] = { NULL };
  guint n = 0;

  g_assert_cmpuint (dev->info->caps.global_mem, <=, 1u << 30);
  while (n < G_N_ELEMENTS (mem)
         && (mem[n] = hunch_device_buffer (dev, 0, dev->info->caps.max_alloc / 3, "A piece", &error)) != NULL)
    n++;
  g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_NO_MEMORY);
  g_test_message ("%s", error->message);
  g_clear_error (&error);
  g_assert_cmpuint (n, >, 2);
  for (guint i = 0; i < n; i++)
    hunch_device_buffer_free (dev, &mem[i]);
  g_assert_cmpint (hunch_shim_live_buffers (), ==, 0);
  mem[0] = hunch_device_buffer (dev, 0, 1 << 20, "A smaller one", &error);
  g_assert_no_error (error);
  hunch_device_buffer_free (dev, &mem[0]);
  hunch_device_unref (dev);
}

static void
test_one_gib (void)
{
  HunchDevice *dev = open_or_fail ();
  const gboolean pocl = strcmp (dev->info->platform, "Portable Computing Language") == 0;

  hunch_device_unref (dev);
  if (!pocl)
    {
      g_test_skip ("needs PoCL, which can be told how much memory it has");
      return;
    }
  trap_with_env ("/memory/one-gib/subprocess", "POCL_MEMORY_LIMIT", "1", NULL);
  g_test_trap_assert_passed ();
}

/* The driver itself refuses: an error of memory, and no mark against the device. */
static void
test_driver_refuses (void)
{
  static const cl_int codes[]
      = { CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY, CL_INVALID_BUFFER_SIZE };
  HunchDevice *dev = open_or_fail ();
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (codes); i++)
    {
      hunch_shim_fail ("clCreateBuffer", 1, codes[i]);
      g_assert_null (hunch_device_buffer (dev, 0, 4096, "It", &error));
      g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_NO_MEMORY);
      g_assert_nonnull (strstr (error->message, hunch_cl_strerror (codes[i])));
      g_clear_error (&error);
    }
  hunch_shim_fail (NULL, 0, 0);
  g_assert_cmpuint (hunch_device_allocated (dev), ==, 0);
  g_assert_true (hunch_device_healthy (dev, NULL));
  hunch_device_unref (dev);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/memory/account", test_account);
  g_test_add_func ("/memory/too-much", test_too_much);
  g_test_add_func ("/memory/one-gib", test_one_gib);
  g_test_add_func ("/memory/one-gib/subprocess", one_gib_sub);
  g_test_add_func ("/memory/driver-refuses", test_driver_refuses);
  return g_test_run ();
}
