/* hunch-tokenizer-encode.c: text to token ids.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/hunch.h"
#include "libhunch/cancel-flag.h"
#include "libhunch/hunch-tokenizer-private.h"

#include <string.h>

static gint32 *
encode (HunchTokenizer *self, const char *text, gsize len, HunchTokenizerFlags flags, gsize *n_ids,
        GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint32));
  HunchCancelFlag flag;
  HunchEncodeFlags how = 0;
  gboolean ok;

  if (flags & HUNCH_TOKENIZER_ADD_SPECIAL)
    how |= HUNCH_ENCODE_ADD_SPECIAL;
  if (flags & HUNCH_TOKENIZER_SPECIAL)
    how |= HUNCH_ENCODE_PARSE_SPECIAL;
  hunch_cancel_flag_init (&flag, cancellable);
  ok = hunch_vocab_encode (self->vocab, text, len, how, &flag.set, ids, error);
  hunch_cancel_flag_clear (&flag);
  if (!ok && g_cancellable_is_cancelled (cancellable))
    {
      g_clear_error (error);
      g_cancellable_set_error_if_cancelled (cancellable, error);
    }
  if (!ok)
    return NULL;
  *n_ids = ids->len;
  g_array_set_size (ids, MAX (ids->len, 1)); /* never NULL on success */
  return (gint32 *) g_array_free (g_steal_pointer (&ids), FALSE);
}

/**
 * hunch_tokenizer_encode:
 * @self: a tokenizer
 * @text: a text
 * @flags: what to do with special tokens
 * @n_ids: (out): how many ids
 * @error: return location
 *
 * Turns a text into ids, in a time that grows with its length and no faster; for a long one there is
 * [method@Hunch.Tokenizer.encode_bytes_async].
 *
 * Fails with %HUNCH_ERROR_ARGUMENT when the ids are too many to count.
 *
 * Returns: (array length=n_ids) (transfer full): the ids
 */
gint32 *
hunch_tokenizer_encode (HunchTokenizer *self, const char *text, HunchTokenizerFlags flags, gsize *n_ids, GError **error)
{
  g_return_val_if_fail (hunch_tokenizer_is_usable (self), NULL);
  g_return_val_if_fail (text != NULL && n_ids != NULL, NULL);
  return encode (self, text, strlen (text), flags, n_ids, NULL, error);
}

/**
 * hunch_tokenizer_encode_bytes:
 * @self: a tokenizer
 * @text: any bytes
 * @flags: what to do with special tokens
 * @n_ids: (out): how many ids
 * @cancellable: (nullable): to give up
 * @error: return location
 *
 * As [method@Hunch.Tokenizer.encode], of text that may hold NULs and bytes that are no UTF-8.
 *
 * Returns: (array length=n_ids) (transfer full): the ids
 */
gint32 *
hunch_tokenizer_encode_bytes (HunchTokenizer *self, GBytes *text, HunchTokenizerFlags flags, gsize *n_ids,
                              GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (hunch_tokenizer_is_usable (self), NULL);
  g_return_val_if_fail (text != NULL && n_ids != NULL, NULL);
  return encode (self, g_bytes_get_data (text, NULL), g_bytes_get_size (text), flags, n_ids, cancellable, error);
}

typedef struct
{
  GBytes *text;
  HunchTokenizerFlags flags;
} EncodeJob;

typedef struct
{
  gint32 *ids;
  gsize n;
} EncodedIds;

static void
encode_job_free (gpointer data)
{
  EncodeJob *job = data;

  g_bytes_unref (job->text);
  g_free (job);
}

static void
encoded_ids_free (gpointer data)
{
  EncodedIds *out = data;

  g_free (out->ids);
  g_free (out);
}

static void
encode_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  EncodeJob *job = data;
  EncodedIds *out = g_new0 (EncodedIds, 1);
  GError *error = NULL;

  out->ids = hunch_tokenizer_encode_bytes (source, job->text, job->flags, &out->n, cancellable, &error);
  if (out->ids != NULL)
    {
      g_task_return_pointer (task, out, encoded_ids_free);
      return;
    }
  g_free (out);
  g_task_return_error (task, error);
}

/**
 * hunch_tokenizer_encode_bytes_async:
 * @self: a tokenizer
 * @text: any bytes
 * @flags: what to do with special tokens
 * @cancellable: (nullable): to give up
 * @callback: (scope async): called in the caller's main context
 * @user_data: for @callback
 *
 * As [method@Hunch.Tokenizer.encode_bytes], on another thread.
 */
void
hunch_tokenizer_encode_bytes_async (HunchTokenizer *self, GBytes *text, HunchTokenizerFlags flags,
                                    GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  EncodeJob *job;

  g_return_if_fail (hunch_tokenizer_is_usable (self));
  g_return_if_fail (text != NULL);
  job = g_new0 (EncodeJob, 1);
  job->text = g_bytes_ref (text);
  job->flags = flags;
  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, hunch_tokenizer_encode_bytes_async);
  g_task_set_task_data (task, job, encode_job_free);
  g_task_run_in_thread (task, encode_in_thread);
}

/**
 * hunch_tokenizer_encode_bytes_finish:
 * @self: a tokenizer
 * @result: what the callback got
 * @n_ids: (out): how many ids
 * @error: return location
 *
 * Ends [method@Hunch.Tokenizer.encode_bytes_async].
 *
 * Returns: (array length=n_ids) (transfer full): the ids
 */
gint32 *
hunch_tokenizer_encode_bytes_finish (HunchTokenizer *self, GAsyncResult *result, gsize *n_ids, GError **error)
{
  EncodedIds *out;
  gint32 *ids;

  g_return_val_if_fail (g_task_is_valid (result, self) && n_ids != NULL, NULL);
  out = g_task_propagate_pointer (G_TASK (result), error);
  if (out == NULL)
    return NULL;
  *n_ids = out->n;
  ids = g_steal_pointer (&out->ids);
  encoded_ids_free (out);
  return ids;
}
