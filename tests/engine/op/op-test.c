/* op-test.c: shared parts of the tests of operations.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tests/engine/op/op-test.h"

#include "engine/op/op-dot.h"

#include <math.h>
#include <string.h>

#define MARGIN 5 /* elements; odd, so that rows are not aligned */

const guint op_test_groups[2] = { 1, 64 };

const char *const op_test_dots[6]
    = { "-DDOT_PLAIN", "-DDOT_MADD256", "-DDOT_MADD", "-DDOT_VNNI", HUNCH_DOT_EXT, HUNCH_DOT_HALF };

static HunchDevice *device;

void
op_test_add_dots (const char *prefix, guint n, GTestDataFunc func)
{
  for (guint i = 0; i < n; i++)
    {
      const char *name = op_test_dots[i] + strlen ("-DDOT_");
      g_autofree char *path = g_strdup_printf ("%s/%.*s", prefix, (int) strcspn (name, " "), name);

      g_test_add_data_func (path, op_test_dots[i], func);
    }
}

HunchDevice *
op_test_device (void)
{
  g_autoptr (GError) error = NULL;

  if (device == NULL)
    device = hunch_device_open (g_getenv ("HUNCH_TEST_DEVICE"), &error);
  if (device == NULL)
    g_test_skip (error->message);
  return device;
}

float *
op_test_random (guint32 seed, gsize n, float amplitude)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  float *data = g_new (float, n);

  for (gsize i = 0; i < n; i++)
    data[i] = g_rand_double_range (rand, -amplitude, amplitude);
  return data;
}

cl_mem
op_test_upload (const void *data, gsize bytes)
{
  GError *error = NULL;
  cl_mem mem = hunch_device_buffer (device, CL_MEM_READ_WRITE, bytes, "test", &error);

  g_assert_no_error (error);
  g_assert_cmpint (clEnqueueWriteBuffer (device->queue, mem, CL_TRUE, 0, bytes, data, 0, NULL, NULL), ==, CL_SUCCESS);
  return mem;
}

void
op_test_download (cl_mem mem, void *data, gsize bytes)
{
  g_assert_cmpint (clEnqueueReadBuffer (device->queue, mem, CL_TRUE, 0, bytes, data, 0, NULL, NULL), ==, CL_SUCCESS);
}

void
op_test_release (cl_mem *mem)
{
  hunch_device_buffer_free (device, mem);
}

/* Elements of the buffer that holds guarded rows. */
static gsize
rows_size (guint n_rows, guint n)
{
  return MARGIN + (gsize) n_rows * (n + MARGIN);
}

HunchRows
op_test_rows (const float *data, guint n_rows, guint n)
{
  const gsize size = rows_size (n_rows, n);
  g_autofree float *all = g_new (float, size);

  for (gsize i = 0; i < size; i++)
    all[i] = NAN;
  for (guint t = 0; data && t < n_rows; t++)
    for (guint i = 0; i < n; i++)
      all[MARGIN + (gsize) t * (n + MARGIN) + i] = data[(gsize) t * n + i];
  return (HunchRows){ op_test_upload (all, size * sizeof (float)), MARGIN, n + MARGIN };
}

void
op_test_rows_take (HunchRows *rows, float *data, guint n_rows, guint n)
{
  const gsize size = rows_size (n_rows, n);
  g_autofree float *all = g_new (float, size);

  op_test_download (rows->mem, all, size * sizeof (float));
  op_test_release (&rows->mem);
  for (gsize i = 0; i < size; i++)
    {
      const gsize t = i < MARGIN ? 0 : (i - MARGIN) / rows->ld, column = i < MARGIN ? n : (i - MARGIN) % rows->ld;

      if (column < n)
        data[t * n + column] = all[i];
      else if (!isnan (all[i]))
        g_error ("element %" G_GSIZE_FORMAT " outside the rows was written", i);
    }
}

void
op_test_compare (const char *what, const float *got, const float *want, gsize n, double tolerance)
{
  for (gsize i = 0; i < n; i++)
    if (!(fabs ((double) got[i] - want[i]) <= tolerance * (1 + fabs (want[i]))))
      {
        g_test_message ("%s: element %" G_GSIZE_FORMAT " of %" G_GSIZE_FORMAT " is %.9g instead of %.9g", what, i, n,
                        got[i], want[i]);
        g_test_fail ();
        return;
      }
}

void
op_test_done (cl_int code)
{
  g_assert_cmpstr (hunch_cl_strerror (code), ==, hunch_cl_strerror (CL_SUCCESS));
  code = clFinish (device->queue);
  g_assert_cmpstr (hunch_cl_strerror (code), ==, hunch_cl_strerror (CL_SUCCESS));
}
