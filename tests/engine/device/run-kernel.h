/* run-kernel.h: opens the device, and runs the kernel of cl/selftest.cl once, so that the driver has compiled all of it.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/device/args.h"
#include "engine/device/device.h"

/* Fails where the process ends meanwhile. */
static inline cl_int
run_kernel (HunchDevice *dev, cl_kernel kernel)
{
  const size_t items = 64, group = 8;
  HunchArgs a = hunch_args (kernel);
  cl_mem mem[4] = { NULL };
  cl_int e = CL_SUCCESS;

  for (guint i = 0; i < 4 && e == CL_SUCCESS; i++)
    if ((mem[i] = hunch_device_buffer (dev, 0, 64 * 16 * sizeof (float), "test", NULL)) != NULL)
      hunch_arg_mem (&a, mem[i]);
    else
      e = CL_MEM_OBJECT_ALLOCATION_FAILURE;
  hunch_arg_local (&a, group * sizeof (float));
  if (e == CL_SUCCESS)
    e = hunch_enqueue (&a, dev->queue, 1, &items, &group);
  if (e == CL_SUCCESS)
    e = clFinish (dev->queue);
  for (guint i = 0; i < 4; i++)
    hunch_device_buffer_free (dev, &mem[i]);
  return e;
}

static inline HunchDevice *
open_or_fail (void)
{
  GError *error = NULL;
  HunchDevice *dev = hunch_device_open (NULL, &error);

  g_assert_no_error (error);
  return dev;
}

static inline HunchDevice *
open_and_run (void)
{
  GError *error = NULL;
  HunchDevice *dev = open_or_fail ();
  cl_kernel kernel = hunch_device_kernel (dev, "selftest", NULL, "selftest", &error);

  g_assert_no_error (error);
  g_assert_cmpint (run_kernel (dev, kernel), ==, CL_SUCCESS);
  clReleaseKernel (kernel);
  return dev;
}
