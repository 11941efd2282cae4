/* memory.c: device buffers, accounted so that a wish too large is refused with numbers instead of by a driver in distress.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/device/device-private.h"
#include "engine/base/hunch-error.h"
#include "engine/base/i18n.h"

/* Adds to what the device's account and the process's hold; gives the process's sum. */
static guint64
account (HunchDevice *dev, gint64 change)
{
  g_mutex_lock (&dev->priv->lock);
  dev->priv->allocated += change;
  g_mutex_unlock (&dev->priv->lock);
  return hunch_device_record_account (dev->priv->record, change);
}

static char *
size_text (guint64 bytes)
{
  return g_format_size_full (bytes, G_FORMAT_SIZE_IEC_UNITS);
}

/* code: what the driver said; CL_SUCCESS when it was not asked. */
static void
set_no_memory (HunchDevice *dev, guint64 needed, cl_int code, const char *what, GError **error)
{
  const HunchDeviceCaps *caps = &dev->info->caps;
  const guint64 used = account (dev, 0);
  char *n = size_text (needed);
  char *most = size_text (caps->max_alloc);
  char *left = size_text (caps->global_mem - MIN (used, caps->global_mem));
  char *all = size_text (caps->global_mem);

  if (code != CL_SUCCESS)
    g_set_error (
        error, HUNCH_ERROR, HUNCH_ERROR_NO_MEMORY,
        _ ("%s needs %s of device memory; the driver refuses with %s, though %s of %s is not in use by this process"),
        what, n, hunch_cl_strerror (code), left, all);
  else if (needed > caps->max_alloc)
    g_set_error (
        error, HUNCH_ERROR, HUNCH_ERROR_NO_MEMORY,
        _ ("%s needs %s of device memory in one piece, but the device gives at most %s: use a smaller context or a "
           "smaller model"),
        what, n, most);
  else
    g_set_error (
        error, HUNCH_ERROR, HUNCH_ERROR_NO_MEMORY,
        _ ("%s needs %s of device memory, but %s of %s is available: use a smaller context or a smaller model"), what,
        n, left, all);
  g_free (n);
  g_free (most);
  g_free (left);
  g_free (all);
}

/* Takes bytes from the account before the driver is asked, so that two threads cannot both take the last of it. */
static gboolean
reserve (HunchDevice *dev, guint64 bytes, const char *what, GError **error)
{
  const HunchDeviceCaps *caps = &dev->info->caps;

  if (bytes <= caps->max_alloc)
    {
      if (account (dev, bytes) <= caps->global_mem)
        return TRUE;
      account (dev, -(gint64) bytes);
    }
  set_no_memory (dev, bytes, CL_SUCCESS, what, error);
  return FALSE;
}

/* Codes by which drivers say that they have not so much; the device is well all the same. */
static gboolean
means_too_much (cl_int code)
{
  return code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_RESOURCES || code == CL_OUT_OF_HOST_MEMORY
         || code == CL_INVALID_BUFFER_SIZE;
}

cl_mem
hunch_device_buffer (HunchDevice *dev, cl_mem_flags flags, guint64 bytes, const char *what, GError **error)
{
  cl_mem mem;
  cl_int e;

  bytes = MAX (bytes, 4);
  if (!hunch_process_check (error) || !reserve (dev, bytes, what, error))
    return NULL;
  mem = clCreateBuffer (dev->context, flags != 0 ? flags : CL_MEM_READ_WRITE, bytes, NULL, &e);
  if (e == CL_SUCCESS && mem != NULL)
    return mem;
  account (dev, -(gint64) bytes);
  if (means_too_much (e))
    set_no_memory (dev, bytes, e, what, error);
  else
    hunch_device_check (dev, e != CL_SUCCESS ? e : CL_INVALID_MEM_OBJECT, what, error);
  return NULL;
}

void
hunch_device_buffer_free (HunchDevice *dev, cl_mem *mem)
{
  size_t size = 0;
  cl_mem parent = NULL;

  if (*mem == NULL)
    return;
  if (hunch_process_forked ())
    {
      *mem = NULL;
      return;
    }
  clGetMemObjectInfo (*mem, CL_MEM_SIZE, sizeof size, &size, NULL);
  clGetMemObjectInfo (*mem, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof parent, &parent, NULL);
  if (parent == NULL) /* a sub-buffer's bytes are its parent's */
    account (dev, -(gint64) size);
  clReleaseMemObject (*mem);
  *mem = NULL;
}

guint64
hunch_device_allocated (HunchDevice *dev)
{
  guint64 bytes;

  g_mutex_lock (&dev->priv->lock);
  bytes = dev->priv->allocated;
  g_mutex_unlock (&dev->priv->lock);
  return bytes;
}
