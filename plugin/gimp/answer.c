/* answer.c: asks a model for the text that follows, and waits for it.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A plug-in of GIMP is a process for one call, which nobody waits for but the caller: so it may wait itself. */
#include "config.h"

#include <libgimp/gimp.h>

#include "plugin/gimp/answer.h"

typedef struct
{
  GMainLoop *loop;
  HunchReply *reply;
  GError *error;
} Wait;

static void
on_complete (GObject *completer, GAsyncResult *result, gpointer data)
{
  Wait *wait = data;

  wait->reply = hunch_completer_complete_finish (HUNCH_COMPLETER (completer), result, &wait->error);
  g_main_loop_quit (wait->loop);
}

static void
on_status (HunchCompleter *completer, gpointer data)
{
  HunchCompleterState state;
  double progress;
  g_autofree char *line = hunch_completer_dup_status (completer, &state, &progress);

  if (state != HUNCH_COMPLETER_STATE_LOADING)
    return;
  if (line != NULL)
    gimp_progress_set_text (line);
  if (progress >= 0)
    gimp_progress_update (progress);
  else
    gimp_progress_pulse ();
}

static void
on_text (HunchQuery *query, const char *text, gpointer data)
{
  gimp_progress_pulse ();
}

char *
answer_wait (HunchQuery *query, GError **error)
{
  g_autoptr (HunchModelCompleter) completer = hunch_model_completer_new (NULL);
  Wait wait = { g_main_loop_new (NULL, FALSE), NULL, NULL };
  char *text = NULL;

  g_signal_connect (completer, "status-changed", G_CALLBACK (on_status), NULL);
  g_signal_connect (query, "text", G_CALLBACK (on_text), NULL);
  hunch_completer_complete_async (HUNCH_COMPLETER (completer), query, NULL, on_complete, &wait);
  g_main_loop_run (wait.loop);
  g_main_loop_unref (wait.loop);
  gimp_progress_end ();
  if (wait.reply != NULL)
    text = g_strdup (hunch_reply_get_text (wait.reply));
  else
    g_propagate_error (error, wait.error);
  g_clear_object (&wait.reply);
  return text;
}
