/* args.h: sets a kernel's arguments in order and enqueues it, keeping the first error.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 *   HunchArgs a = hunch_args (kernel);
 *   hunch_arg_mem (&a, x);
 *   hunch_arg_int (&a, n);
 *   return hunch_enqueue (&a, queue, 1, &global, &local);
 */
#pragma once

#include <CL/cl.h>
#include <glib.h>

/* What launches instead of clEnqueueNDRangeKernel: a profile that listens, or a refusal while the process ends. */
typedef cl_int (*HunchLaunchFunc) (cl_command_queue queue, cl_kernel kernel, cl_uint dims, const size_t *global,
                                   const size_t *local);
extern HunchLaunchFunc hunch_launch_hook; /* NULL nearly always; atomic */

typedef struct
{
  cl_kernel kernel;
  cl_uint next;
  cl_int err;
} HunchArgs;

static inline HunchArgs
hunch_args (cl_kernel kernel)
{
  return (HunchArgs){ kernel, 0, CL_SUCCESS };
}

static inline void
hunch_arg_bytes (HunchArgs *a, size_t size, const void *value)
{
  cl_int e = clSetKernelArg (a->kernel, a->next++, size, value);

  if (a->err == CL_SUCCESS)
    a->err = e;
}

static inline void
hunch_arg_mem (HunchArgs *a, cl_mem mem)
{
  hunch_arg_bytes (a, sizeof mem, &mem);
}

static inline void
hunch_arg_int (HunchArgs *a, cl_int value)
{
  hunch_arg_bytes (a, sizeof value, &value);
}

static inline void
hunch_arg_ulong (HunchArgs *a, cl_ulong value)
{
  hunch_arg_bytes (a, sizeof value, &value);
}

static inline void
hunch_arg_float (HunchArgs *a, cl_float value)
{
  hunch_arg_bytes (a, sizeof value, &value);
}

static inline void
hunch_arg_local (HunchArgs *a, size_t bytes)
{
  hunch_arg_bytes (a, bytes, NULL);
}

/* global sizes must be multiples of local ones; a zero size is nothing to do. */
static inline cl_int
hunch_enqueue (HunchArgs *a, cl_command_queue queue, cl_uint dims, const size_t *global, const size_t *local)
{
  HunchLaunchFunc hook = (HunchLaunchFunc) g_atomic_pointer_get (&hunch_launch_hook);

  if (a->err != CL_SUCCESS)
    return a->err;
  for (cl_uint i = 0; i < dims; i++)
    if (global[i] == 0)
      return CL_SUCCESS;
  if (G_UNLIKELY (hook != NULL))
    return hook (queue, a->kernel, dims, global, local);
  return clEnqueueNDRangeKernel (queue, a->kernel, dims, NULL, global, local, 0, NULL, NULL);
}
