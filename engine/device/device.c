/* device.c: opens a device: its context and its queue, shared by reference count.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "config.h"

#include "engine/device/device-private.h"
#include "engine/base/hunch-error.h"
#include "engine/base/i18n.h"

#define SETTLE_MS 3000 /* at most, for keeping what was built, when a device is closed */

static HunchDevice *
device_new (const HunchDeviceFound *f, const HunchDeviceOptions *options)
{
  HunchDevice *dev = g_new0 (HunchDevice, 1);

  dev->platform = f->platform;
  dev->id = f->id;
  dev->info = hunch_device_info_copy (f->info);
  dev->priv = g_new0 (HunchDevicePrivate, 1);
  g_atomic_ref_count_init (&dev->priv->ref);
  g_mutex_init (&dev->priv->lock);
  hunch_programs_init (&dev->priv->programs);
  g_mutex_init (&dev->priv->selftests.lock);
  dev->priv->selftests.answers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  dev->priv->record = hunch_device_record (f->id);
  dev->priv->tuning = hunch_tuning_new (dev->info);
  hunch_device_set_build_progress (dev, options->building, options->user_data);
  return dev;
}

static void
device_free (HunchDevice *dev)
{
  hunch_device_settle (dev, SETTLE_MS);
  g_hash_table_unref (dev->priv->selftests.answers);
  g_mutex_clear (&dev->priv->selftests.lock);
  hunch_programs_finish (&dev->priv->programs);
  if (dev->queue != NULL)
    clReleaseCommandQueue (dev->queue);
  if (dev->context != NULL)
    clReleaseContext (dev->context);
  hunch_device_info_free (dev->info);
  g_mutex_clear (&dev->priv->lock);
  g_free (dev->priv->tuning);
  g_free (dev->priv);
  g_free (dev);
}

static gboolean
create_queue (HunchDevice *dev, gboolean profiled, GError **error)
{
  const cl_context_properties properties[] = { CL_CONTEXT_PLATFORM, (cl_context_properties) dev->platform, 0 };
  cl_int e;

  dev->context = clCreateContext (properties, 1, &dev->id, NULL, NULL, &e);
  if (!hunch_device_check (dev, e, "clCreateContext", error))
    return FALSE;
  dev->queue = clCreateCommandQueue (dev->context, dev->id, profiled ? CL_QUEUE_PROFILING_ENABLE : 0, &e);
  return hunch_device_check (dev, e, "clCreateCommandQueue", error);
}

static HunchDevice *
open_found (const HunchDeviceFound *f, const HunchDeviceOptions *options, GError **error)
{
  const char *why = hunch_device_record_why (hunch_device_record (f->id));
  HunchDevice *dev;

  if (why != NULL)
    {
      g_set_error_literal (error, HUNCH_ERROR, HUNCH_ERROR_DEVICE, why);
      return NULL;
    }
  dev = device_new (f, options);
  if (!create_queue (dev, options->profiled, error) || !hunch_device_selftest_base (dev, error))
    g_clear_pointer (&dev, device_free);
  return dev;
}

/* Without a wish, the first device that opens: a broken one does not hide the next. But one that failed while it was used stays
 * the choice, with its error: nobody shall get other answers from another device without a word. */
static HunchDevice *
open_any (GPtrArray *found, const HunchDeviceOptions *options, GError **error)
{
  HunchDevice *dev = NULL;
  GError *first = NULL;

  for (guint i = 0; dev == NULL && i < found->len; i++)
    {
      const HunchDeviceFound *f = g_ptr_array_index (found, i);

      dev = open_found (f, options, first == NULL ? &first : NULL);
      if (dev == NULL && hunch_device_record_why (hunch_device_record (f->id)) != NULL)
        break;
    }
  if (dev != NULL)
    g_clear_error (&first);
  else
    g_propagate_error (error, first);
  return dev;
}

HunchDevice *
hunch_device_open_with (const char *selector, const HunchDeviceOptions *options, GError **error)
{
  GPtrArray *found = hunch_device_scan (NULL, error);
  HunchDeviceFound *f;
  HunchDevice *dev = NULL;

  if (found == NULL)
    return NULL;
  if (selector == NULL || *selector == '\0')
    dev = open_any (found, options, error);
  else if ((f = hunch_device_pick (found, selector, error)) != NULL)
    dev = open_found (f, options, error);
  g_ptr_array_unref (found);
  return dev;
}

HunchDevice *
hunch_device_open (const char *selector, GError **error)
{
  return hunch_device_open_with (selector, &(HunchDeviceOptions){ 0 }, error);
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
  if (dev != NULL && !hunch_process_forked () && g_atomic_ref_count_dec (&dev->priv->ref))
    device_free (dev);
}

gboolean
hunch_device_settle (HunchDevice *dev, guint budget_ms)
{
  gboolean more;

  if (hunch_process_forked ())
    return FALSE;
  more = hunch_programs_save (&dev->priv->programs, g_get_monotonic_time () + budget_ms * G_GINT64_CONSTANT (1000));
  hunch_driver_cache_note ();
  return more;
}

void
hunch_device_tell_build (HunchDevice *dev, const char *stem)
{
  HunchBuildProgress func;
  gpointer data;

  g_mutex_lock (&dev->priv->lock);
  func = dev->priv->progress;
  data = dev->priv->progress_data;
  g_mutex_unlock (&dev->priv->lock);
  if (func != NULL)
    func (stem, data);
}

void
hunch_device_set_build_progress (HunchDevice *dev, HunchBuildProgress func, gpointer user_data)
{
  g_mutex_lock (&dev->priv->lock);
  dev->priv->progress = func;
  dev->priv->progress_data = user_data;
  g_mutex_unlock (&dev->priv->lock);
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
