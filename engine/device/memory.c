/* memory.c: device buffers, accounted so that a wish too large is refused with numbers instead of by a driver in distress.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/device/device-private.h"
#include "engine/base/hunch-error.h"
#include "engine/base/i18n.h"

static gboolean
refuse (const char *what, guint64 needed, guint64 available, guint64 total, GError **error)
{
  char *n = g_format_size_full (needed, G_FORMAT_SIZE_IEC_UNITS);
  char *a = g_format_size_full (available, G_FORMAT_SIZE_IEC_UNITS);
  char *t = g_format_size_full (total, G_FORMAT_SIZE_IEC_UNITS);

  g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_NO_MEMORY,
               _ ("%s needs %s of device memory, but %s of %s is available: use a smaller context or a smaller model"),
               what, n, a, t);
  g_free (n);
  g_free (a);
  g_free (t);
  return FALSE;
}

static void
account (HunchDevice *dev, gint64 change)
{
  hunch_device_record_account (dev->priv->record, change);
  g_mutex_lock (&dev->priv->lock);
  dev->priv->allocated += change;
  g_mutex_unlock (&dev->priv->lock);
}

/* Takes bytes from the account before the driver is asked, so that two threads cannot take the last of it both. */
static gboolean
reserve (HunchDevice *dev, guint64 bytes, const char *what, GError **error)
{
  const HunchDeviceCaps *caps = &dev->info->caps;
  guint64 used;

  if (bytes > caps->max_alloc)
    return refuse (what, bytes, caps->max_alloc, caps->global_mem, error);
  account (dev, bytes);
  used = hunch_device_record_account (dev->priv->record, 0);
  if (used <= caps->global_mem)
    return TRUE;
  account (dev, -(gint64) bytes);
  used = hunch_device_record_account (dev->priv->record, 0);
  return refuse (what, bytes, caps->global_mem - MIN (used, caps->global_mem), caps->global_mem, error);
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
  const guint64 total = dev->info->caps.global_mem;
  guint64 used;
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
    {
      used = hunch_device_record_account (dev->priv->record, 0);
      refuse (what, bytes, total - MIN (used, total), total, error);
    }
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
