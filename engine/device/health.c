/* health.c: what this process has seen go wrong on each physical device, and when it stops using one.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A failed step is one incident, however many calls fail in it. The first is answered by one rebuild and retry; a second
 * without a success in between turns the device off for this process. */
#include "config.h"

#include "engine/device/device-private.h"
#include "engine/base/hunch-error.h"
#include "engine/base/i18n.h"

#define MAX_INCIDENTS 2
#define MAX_CALLS     64 /* failing calls of one incident that nobody ended: the caller does not look at errors */

struct HunchDeviceRecord
{
  cl_device_id id;
  HunchDeviceRecord *next;
  GMutex lock;
  guint64 allocated; /* bytes that this process holds on the device */
  guint incidents;   /* since the last success */
  guint calls;       /* failed calls of the incident now open; 0 when none is */
  const char *why;   /* interned; NULL while the device is in use */
};

HunchDeviceRecord *
hunch_device_record (cl_device_id id)
{
  static GMutex lock;
  static HunchDeviceRecord *records;
  HunchDeviceRecord *r;

  g_mutex_lock (&lock);
  for (r = records; r != NULL && r->id != id; r = r->next)
    ;
  if (r == NULL)
    {
      r = g_new0 (HunchDeviceRecord, 1);
      r->id = id;
      r->next = records;
      g_mutex_init (&r->lock);
      records = r;
    }
  g_mutex_unlock (&lock);
  return r;
}

guint64
hunch_device_record_account (HunchDeviceRecord *r, gint64 change)
{
  guint64 sum;

  g_mutex_lock (&r->lock);
  sum = r->allocated += change;
  g_mutex_unlock (&r->lock);
  return sum;
}

const char *
hunch_device_record_why (HunchDeviceRecord *r)
{
  const char *why;

  g_mutex_lock (&r->lock);
  why = r->why;
  g_mutex_unlock (&r->lock);
  return why;
}

void
hunch_device_record_turn_off (HunchDeviceRecord *r, const char *why)
{
  g_mutex_lock (&r->lock);
  if (r->why == NULL)
    r->why = g_intern_string (why);
  g_mutex_unlock (&r->lock);
}

static void
count_failure (HunchDevice *dev, cl_int code, const char *operation)
{
  HunchDeviceRecord *r = dev->priv->record;
  gboolean enough;

  if (hunch_process_forked ()) /* no fault of the device, and its lock may be held for good */
    return;
  g_mutex_lock (&r->lock);
  if (r->calls++ == 0)
    r->incidents++;
  enough = r->incidents >= MAX_INCIDENTS || r->calls >= MAX_CALLS;
  g_mutex_unlock (&r->lock);
  if (enough)
    {
      char *why = g_strdup_printf (_ ("%s is off until the program starts again, after repeated failures: %s: %s"),
                                   dev->info->name, operation, hunch_cl_strerror (code));

      hunch_device_record_turn_off (r, why);
      g_free (why);
    }
}

gboolean
hunch_device_check (HunchDevice *dev, cl_int code, const char *operation, GError **error)
{
  gboolean memory;

  if (code == CL_SUCCESS)
    return TRUE;
  memory = code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_RESOURCES || code == CL_OUT_OF_HOST_MEMORY;
  count_failure (dev, code, operation);
  g_set_error (error, HUNCH_ERROR, memory ? HUNCH_ERROR_NO_MEMORY : HUNCH_ERROR_DEVICE, _ ("%s on %s: %s (%d)"),
               operation, dev->info->name, hunch_cl_strerror (code), code);
  return FALSE;
}

void
hunch_device_end_step (HunchDevice *dev, gboolean success)
{
  HunchDeviceRecord *r = dev->priv->record;

  g_mutex_lock (&r->lock);
  if (success)
    r->incidents = 0;
  r->calls = 0;
  g_mutex_unlock (&r->lock);
}

gboolean
hunch_device_healthy (HunchDevice *dev, const char **why)
{
  const char *reason = hunch_device_record_why (dev->priv->record);

  if (why != NULL)
    *why = reason;
  return reason == NULL;
}
