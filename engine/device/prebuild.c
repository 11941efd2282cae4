/* prebuild.c: builds many programs at once on threads of its own, telling how far it is.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/device/device-private.h"
#include "engine/base/hunch-error.h"
#include "engine/base/i18n.h"

#define MAX_THREADS 8

typedef struct
{
  HunchDevice *dev;
  const volatile gint *cancelled;
  GMutex lock; /* guards what follows, and keeps the progress calls in order */
  guint done, total;
  GError *error; /* the first one */
} Work;

static gboolean
wanted (Work *w)
{
  gboolean failed;

  g_mutex_lock (&w->lock);
  failed = w->error != NULL;
  g_mutex_unlock (&w->lock);
  return !failed && (w->cancelled == NULL || g_atomic_int_get (w->cancelled) == 0);
}

static void
tell (Work *w, const char *stem)
{
  HunchDevicePrivate *priv = w->dev->priv;
  HunchBuildProgress progress;
  gpointer data;

  g_mutex_lock (&priv->lock);
  progress = priv->progress;
  data = priv->progress_data;
  g_mutex_unlock (&priv->lock);
  if (progress != NULL)
    progress (w->done, w->total, stem, data);
}

static void
build_one (gpointer item, gpointer user_data)
{
  const HunchKernelSpec *spec = item;
  Work *w = user_data;
  GError *error = NULL;

  if (!wanted (w))
    return;
  hunch_program_get (w->dev, spec->stem, spec->options != NULL ? spec->options : "", &error);
  g_mutex_lock (&w->lock);
  w->done++;
  if (error == NULL)
    tell (w, spec->stem);
  else if (w->error == NULL)
    w->error = g_steal_pointer (&error);
  g_mutex_unlock (&w->lock);
  g_clear_error (&error);
}

gboolean
hunch_device_prebuild (HunchDevice *dev, const HunchKernelSpec *specs, guint n, const volatile gint *cancelled,
                       GError **error)
{
  Work w = { .dev = dev, .cancelled = cancelled, .total = n };
  const guint n_threads = MIN (MIN (n, g_get_num_processors ()), MAX_THREADS);
  GThreadPool *pool;

  if (!hunch_process_check (error))
    return FALSE;
  if (n == 0)
    return TRUE;
  g_mutex_init (&w.lock);
  tell (&w, specs[0].stem);
  pool = g_thread_pool_new (build_one, &w, n_threads, FALSE, NULL);
  for (guint i = 0; i < n; i++)
    g_thread_pool_push (pool, (gpointer) &specs[i], NULL);
  g_thread_pool_free (pool, FALSE, TRUE);
  g_mutex_clear (&w.lock);
  if (w.error != NULL)
    {
      g_propagate_error (error, w.error);
      return FALSE;
    }
  if (w.done == n)
    return TRUE;
  g_set_error_literal (error, HUNCH_ERROR, HUNCH_ERROR_FAILED, _ ("Cancelled while the kernels were being built"));
  return FALSE;
}
