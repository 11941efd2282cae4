/* hunch-convert.c: a model's file as one of another type, on a thread of its own.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/hunch.h"
#include "engine/base/i18n.h"
#include "engine/convert/convert.h"
#include "libhunch/cancel-flag.h"
#include "libhunch/sync-call.h"
#include "libhunch/task-progress.h"

/* Progress is told in steps of at least this. */
#define LEAST 1e-3

typedef struct
{
  char *source, *target;
  guint32 type;
  gboolean overwrite;
  HunchTaskProgress progress;
  double told; /* the thread's */
} Conversion;

static void
conversion_free (gpointer data)
{
  Conversion *c = data;

  hunch_task_progress_clear (&c->progress);
  g_free (c->source);
  g_free (c->target);
  g_free (c);
}

/* On the thread. */
static void
on_progress (double fraction, gpointer data)
{
  GTask *task = data;
  Conversion *c = g_task_get_task_data (task);

  if (fraction - c->told < LEAST && fraction < 1)
    return;
  c->told = fraction;
  hunch_task_progress_tell (&c->progress, task, fraction);
}

static void
convert_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Conversion *c = data;
  const HunchConvertOptions options
      = { .source = c->source, .target = c->target, .type = c->type, .overwrite = c->overwrite };
  HunchCancelFlag flag;
  GError *error = NULL;
  gboolean ok;

  hunch_cancel_flag_init (&flag, cancellable);
  ok = hunch_convert_run (&options, on_progress, task, &flag.set, &error);
  hunch_cancel_flag_clear (&flag);
  if (ok)
    g_task_return_boolean (task, TRUE);
  else if (g_task_return_error_if_cancelled (task))
    g_error_free (error);
  else
    g_task_return_error (task, error);
}

/**
 * hunch_convert_async:
 * @source: (type filename): a GGUF file, the first of several, or a folder with config.json and safetensors
 * @target: (type filename): the GGUF file to write
 * @type: the type of its matrices: `F32`, `F16`, `Q8_0`, `Q4_0` or `Q4_K`, in any case
 * @overwrite: whether @target may be there already
 * @progress: (nullable) (scope notified) (closure progress_data) (destroy progress_destroy): called in the caller's main context as it goes
 * @progress_data: for @progress
 * @progress_destroy: (nullable): frees @progress_data
 * @cancellable: (nullable): to give up
 * @callback: (scope async): called in the caller's main context
 * @user_data: for @callback
 *
 * Writes a model as a GGUF file of another type. @target is there when it is whole, and not before.
 *
 * Vectors are stored as F32. With a type of four bits, embedding and LM head, which decide most, are stored as Q8_0; where a row is no
 * multiple of the type's block, Q8_0 or F16 stands in.
 */
void
hunch_convert_async (const char *source, const char *target, const char *type, gboolean overwrite,
                     GFileProgressCallback progress, gpointer progress_data, GDestroyNotify progress_destroy,
                     GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Conversion *c;

  g_return_if_fail (source != NULL && target != NULL && type != NULL);
  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, hunch_convert_async);
  c = g_new0 (Conversion, 1);
  c->source = g_strdup (source);
  c->target = g_strdup (target);
  c->overwrite = overwrite;
  c->progress = (HunchTaskProgress){ progress, progress_data, progress_destroy };
  g_task_set_task_data (task, c, conversion_free);
  if (hunch_convert_type (type, &c->type))
    g_task_run_in_thread (task, convert_in_thread);
  else
    g_task_return_new_error (task, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT,
                             _ ("There is no type %s to convert to: take F32, F16, Q8_0, Q4_0 or Q4_K"), type);
}

/**
 * hunch_convert_finish:
 * @result: what the callback got
 * @error: return location
 *
 * Ends [func@Hunch.convert_async].
 *
 * Fails with %G_IO_ERROR_CANCELLED, with %HUNCH_ERROR_ARGUMENT when the type is none or the target is there already, with
 * %HUNCH_ERROR_FORMAT or %HUNCH_ERROR_UNSUPPORTED when the source cannot be read, and with %G_FILE_ERROR when the target cannot be
 * written.
 *
 * Returns: whether the file is there
 */
gboolean
hunch_convert_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);
  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * hunch_convert:
 * @source: (type filename): a GGUF file, the first of several, or a folder with config.json and safetensors
 * @target: (type filename): the GGUF file to write
 * @type: the type of its matrices
 * @overwrite: whether @target may be there already
 * @cancellable: (nullable): to give up
 * @error: return location
 *
 * As [func@Hunch.convert_async], blocking.
 *
 * Returns: whether the file is there
 */
gboolean
hunch_convert (const char *source, const char *target, const char *type, gboolean overwrite, GCancellable *cancellable,
               GError **error)
{
  HunchSyncCall call;
  gboolean ok;

  g_return_val_if_fail (source != NULL && target != NULL && type != NULL, FALSE);
  hunch_sync_call_begin (&call);
  hunch_convert_async (source, target, type, overwrite, NULL, NULL, NULL, cancellable, hunch_sync_call_ready, &call);
  hunch_sync_call_wait (&call);
  ok = hunch_convert_finish (call.result, error);
  hunch_sync_call_end (&call);
  return ok;
}
