/* device.c: opens one OpenCL device. (First cut: the first device found, no disk cache.)
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/device/device.h"
#include "engine/base/hunch-error.h"
#include "engine/device/kernels.h"

#include <string.h>

struct HunchDevicePrivate
{
  gatomicrefcount ref;
  guint64 allocated;
};

const char *
hunch_cl_strerror (cl_int code)
{
  return g_intern_string (g_strdup_printf ("OpenCL error %d", code));
}

HunchDevice *
hunch_device_open (const char *selector, GError **error)
{
  HunchDevice *dev = g_new0 (HunchDevice, 1);
  cl_int e;

  dev->priv = g_new0 (HunchDevicePrivate, 1);
  g_atomic_ref_count_init (&dev->priv->ref);
  if (clGetPlatformIDs (1, &dev->platform, NULL) || clGetDeviceIDs (dev->platform, CL_DEVICE_TYPE_ALL, 1, &dev->id, NULL))
    {
      g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_NO_DEVICE, "No OpenCL device; install pocl-opencl-icd");
      return NULL;
    }
  dev->context = clCreateContext (NULL, 1, &dev->id, NULL, NULL, &e);
  dev->queue = clCreateCommandQueue (dev->context, dev->id, 0, &e);
  dev->info = g_new0 (HunchDeviceInfo, 1);
  dev->info->caps.type = CL_DEVICE_TYPE_CPU;
  dev->info->caps.max_work_group = 4096;
  dev->info->caps.compute_units = 2;
  dev->info->caps.unified_memory = TRUE;
  return dev;
}

HunchDevice *
hunch_device_ref (HunchDevice *dev)
{
  g_atomic_ref_count_inc (&dev->priv->ref);
  return dev;
}

void
hunch_device_unref (HunchDevice *dev)
{
  if (dev == NULL || !g_atomic_ref_count_dec (&dev->priv->ref))
    return;
  clReleaseCommandQueue (dev->queue);
  clReleaseContext (dev->context);
  g_free (dev->info);
  g_free (dev->priv);
  g_free (dev);
}

cl_kernel
hunch_device_kernel (HunchDevice *dev, const char *stem, const char *options, const char *name, GError **error)
{
  for (gsize i = 0; i < G_N_ELEMENTS (hunch_kernel_table); i++)
    if (strcmp (hunch_kernel_table[i].stem, stem) == 0)
      {
        const char *src = hunch_kernel_table[i].source;
        cl_int e;
        cl_program p = clCreateProgramWithSource (dev->context, 1, &src, NULL, &e);
        cl_kernel k;

        e = clBuildProgram (p, 1, &dev->id, options ? options : "", NULL, NULL);
        if (e)
          {
            char log[16384] = "";
            clGetProgramBuildInfo (p, dev->id, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
            g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_DEVICE, "cl/%s.cl does not build: %s", stem, log);
            return NULL;
          }
        k = clCreateKernel (p, name, &e);
        clReleaseProgram (p);
        if (!hunch_device_check (dev, e, name, error))
          return NULL;
        return k;
      }
  g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_DEVICE, "no program %s", stem);
  return NULL;
}

cl_mem
hunch_device_buffer (HunchDevice *dev, cl_mem_flags flags, guint64 bytes, const char *what, GError **error)
{
  cl_int e;
  cl_mem m = clCreateBuffer (dev->context, flags ? flags : CL_MEM_READ_WRITE, bytes ? bytes : 4, NULL, &e);

  if (!hunch_device_check (dev, e, what, error))
    return NULL;
  dev->priv->allocated += bytes;
  return m;
}

void
hunch_device_buffer_free (HunchDevice *dev, cl_mem *mem)
{
  if (*mem)
    clReleaseMemObject (*mem);
  *mem = NULL;
}

gboolean
hunch_device_check (HunchDevice *dev, cl_int code, const char *operation, GError **error)
{
  if (code == CL_SUCCESS)
    return TRUE;
  g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_DEVICE, "%s: %s", operation, hunch_cl_strerror (code));
  return FALSE;
}

static GMutex clblast_lock;

void
hunch_device_clblast_lock (HunchDevice *dev)
{
  g_mutex_lock (&clblast_lock);
}

void
hunch_device_clblast_unlock (HunchDevice *dev)
{
  g_mutex_unlock (&clblast_lock);
}
