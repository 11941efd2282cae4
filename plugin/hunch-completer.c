/* hunch-completer.c: whoever answers queries.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "plugin/hunch-completer.h"

/**
 * HunchCompleter:
 *
 * Whoever answers queries: a model in this process, an engine in another one, a stub in a test.
 */
G_DEFINE_INTERFACE (HunchCompleter, hunch_completer, G_TYPE_OBJECT)

static guint status_changed_signal;

static void
hunch_completer_default_init (HunchCompleterInterface *iface)
{
  /**
   * HunchCompleter::status-changed:
   * @self: the completer
   *
   * What [method@Completer.dup_status] says is another thing now.
   */
  status_changed_signal
      = g_signal_new ("status-changed", HUNCH_TYPE_COMPLETER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

/* Of a completer that does not do what it must; those of other languages may lack a function. */
static GError *
no_answer_error (HunchCompleter *self)
{
  return g_error_new (G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, _ ("%s gives no answer"), G_OBJECT_TYPE_NAME (self));
}

/**
 * hunch_completer_complete_async:
 * @self: a completer
 * @query: what is asked; not to be changed from here on
 * @cancellable: (nullable): cancels the query within one step of the model
 * @callback: (scope async): called in the caller's thread-default main context
 * @user_data: for @callback
 *
 * Starts to answer a query and returns at once.
 */
void
hunch_completer_complete_async (HunchCompleter *self, HunchQuery *query, GCancellable *cancellable,
                                GAsyncReadyCallback callback, gpointer user_data)
{
  g_return_if_fail (HUNCH_IS_COMPLETER (self));
  g_return_if_fail (HUNCH_IS_QUERY (query));
  if (HUNCH_COMPLETER_GET_IFACE (self)->complete_async != NULL)
    HUNCH_COMPLETER_GET_IFACE (self)->complete_async (self, query, cancellable, callback, user_data);
  else
    g_task_report_error (self, callback, user_data, hunch_completer_complete_async, no_answer_error (self));
}

/**
 * hunch_completer_complete_finish:
 * @self: a completer
 * @result: what the callback was given
 * @error: place for an error: %G_IO_ERROR_CANCELLED, or any of the completer's
 *
 * Ends what [method@Completer.complete_async] began.
 *
 * Returns: (transfer full): the answer, or %NULL with @error set
 */
HunchReply *
hunch_completer_complete_finish (HunchCompleter *self, GAsyncResult *result, GError **error)
{
  HunchCompleterInterface *iface;
  GError *own_error = NULL;
  HunchReply *reply = NULL;

  g_return_val_if_fail (HUNCH_IS_COMPLETER (self), NULL);
  iface = HUNCH_COMPLETER_GET_IFACE (self);
  if (iface->complete_async != NULL && iface->complete_finish != NULL)
    reply = iface->complete_finish (self, result, &own_error);
  else if (G_IS_TASK (result))
    reply = g_task_propagate_pointer (G_TASK (result), &own_error);
  if (own_error == NULL && reply == NULL)
    own_error = no_answer_error (self);
  if (own_error != NULL)
    g_propagate_error (error, own_error);
  return reply;
}

/**
 * hunch_completer_dup_status:
 * @self: a completer
 * @state: (out) (optional): what it is doing
 * @progress: (out) (optional): 0 to 1 while it loads; below 0 where there is none
 *
 * Says what is going on, in one line for people.
 *
 * Returns: (transfer full) (nullable): the line, or %NULL if there is nothing to say
 */
char *
hunch_completer_dup_status (HunchCompleter *self, HunchCompleterState *state, double *progress)
{
  HunchCompleterInterface *iface;
  HunchCompleterState own_state = HUNCH_COMPLETER_STATE_READY;
  double own_progress = -1;
  char *line = NULL;

  g_return_val_if_fail (HUNCH_IS_COMPLETER (self), NULL);
  iface = HUNCH_COMPLETER_GET_IFACE (self);
  if (iface->dup_status != NULL)
    line = iface->dup_status (self, &own_state, &own_progress);
  if (state != NULL)
    *state = own_state;
  if (progress != NULL)
    *progress = own_progress;
  return line;
}

/**
 * hunch_completer_status_changed:
 * @self: a completer
 *
 * For completers: emits [signal@Completer::status-changed]; call it in the main context of the users.
 */
void
hunch_completer_status_changed (HunchCompleter *self)
{
  g_return_if_fail (HUNCH_IS_COMPLETER (self));
  g_signal_emit (self, status_changed_signal, 0);
}
