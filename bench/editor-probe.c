/* editor-probe.c: notes in an editor when keys, questions, answers and pictures come, and how long its main loop was away.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A module for bench/editor.py, whose actions are those of hunch.so with a completer that notes what it passes on. So nothing of it is
 * in the plugins, and what is measured is what people use. Put it on HUNCH_MODULE_PATH beside hunch.so, under a name that sorts before.
 *
 * HUNCH_PROBE_LOG: a file, to which lines are added: a word and numbers, separated by blanks. T is microseconds of the monotonic clock.
 *   key T SENT               a key is pressed; SENT is when the display saw it
 *   asked T SINCE            a question; SINCE is when the main loop woke up to ask it
 *   token T                  the first text of its answer
 *   done T TOKENS PROMPT CACHED MS SOLID   the answer: tokens of it, of the prompt, those of them that had been read, time to read the
 *                            others; 1 if the answer is more than blanks
 *   shown T                  a suggestion is there, where none was; perhaps before the answer is at its end
 *   painted T                the first picture after that is handed to the display
 *   away T WALL CPU WAITED SHOWN  until T the main loop did not poll for WALL microseconds (1000 at least), of which its thread worked CPU
 *                            and WAITED while others had the processor (0 where the system does not tell);
 *                            1 if it handled a key, a question or an answer
 * The watchdog stands where the main context polls, so no time of the loop escapes it, and it costs nothing that is measured. */
#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <gtk/gtk.h>

#include "libhunch/hunch.h"
#include "plugin/hunch-module-abi.h"

#define MIN_AWAY_US 1000

static int log_fd = -1;
static gint64 woke_up;     /* when the main context's last poll ended */
static gint64 woke_up_cpu; /* the thread's time then */
static gint64 woke_up_waited;
static gboolean is_ours; /* in this iteration something that is ours happened */

G_GNUC_PRINTF (1, 2)
static void
note (const char *format, ...)
{
  char line[160];
  va_list args;
  int n;

  va_start (args, format);
  n = g_vsnprintf (line, sizeof line, format, args);
  va_end (args);
  if (log_fd >= 0 && write (log_fd, line, MIN ((gsize) n, sizeof line - 1)) < 0)
    log_fd = -1;
}

/* The main loop. */

static gint64
thread_us (void)
{
  struct timespec t;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  return (gint64) t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* What the thread has waited for a processor since it began, in microseconds. */
static gint64
waited_us (void)
{
  static int fd = -1;
  char text[80] = "";
  guint64 waited = 0;

  if (fd < 0)
    fd = open ("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
  if (fd < 0 || pread (fd, text, sizeof text - 1, 0) <= 0 || sscanf (text, "%*u %" G_GUINT64_FORMAT, &waited) != 1)
    return 0;
  return waited / 1000;
}

static gint
poll_watched (GPollFD *fds, guint n_fds, gint timeout)
{
  gint64 now = g_get_monotonic_time (), away = now - woke_up;
  gint n;

  if (woke_up != 0 && away >= MIN_AWAY_US)
    note ("away %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %d\n", now, away,
          thread_us () - woke_up_cpu, waited_us () - woke_up_waited, is_ours);
  is_ours = FALSE;
  n = g_poll (fds, n_fds, timeout);
  woke_up = g_get_monotonic_time ();
  woke_up_cpu = thread_us ();
  woke_up_waited = waited_us ();
  return n;
}

/* Keys. An event is emitted for several widgets; its time is the display's clock, the monotonic one in 32 bits of milliseconds. */
static gboolean
on_event (GSignalInvocationHint *hint, guint n_values, const GValue *values, gpointer data)
{
  static guint32 last;
  const GdkEvent *event = g_value_get_boxed (&values[1]);
  gint64 now = g_get_monotonic_time ();
  guint32 ago;

  if (event == NULL || event->type != GDK_KEY_PRESS || event->key.time == last)
    return TRUE;
  last = event->key.time;
  ago = (guint32) (now / 1000) - last;
  is_ours = TRUE;
  note ("key %" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\n", now, ago < 10000 ? now - 1000 * (gint64) ago : now);
  return TRUE;
}

/* Pictures. */

static void
on_painted (GdkFrameClock *clock, gpointer data)
{
  g_signal_handlers_disconnect_by_func (clock, on_painted, data);
  note ("painted %" G_GINT64_FORMAT "\n", g_get_monotonic_time ());
}

static void
await_picture (void)
{
  GList *windows = gtk_window_list_toplevels ();

  for (GList *l = windows; l != NULL; l = l->next)
    {
      GdkFrameClock *clock = gtk_window_is_active (l->data) || gtk_window_has_toplevel_focus (l->data)
                                 ? gtk_widget_get_frame_clock (l->data)
                                 : NULL;

      if (clock != NULL)
        g_signal_connect (clock, "after-paint", G_CALLBACK (on_painted), NULL);
    }
  g_list_free (windows);
}

/* A completer that passes everything on to the one it was made for. */
typedef struct
{
  GObject parent_instance;
  HunchCompleter *real;
} ProbeCompleter;
typedef GObjectClass ProbeCompleterClass;

typedef HunchActionProvider ProbeProvider;
typedef HunchActionProviderClass ProbeProviderClass;

GType probe_completer_get_type (void);
GType probe_provider_get_type (void);
static void completer_init (HunchCompleterInterface *iface);

G_DEFINE_DYNAMIC_TYPE_EXTENDED (ProbeCompleter, probe_completer, G_TYPE_OBJECT, 0,
                                G_IMPLEMENT_INTERFACE_DYNAMIC (HUNCH_TYPE_COMPLETER, completer_init))
G_DEFINE_DYNAMIC_TYPE (ProbeProvider, probe_provider, HUNCH_TYPE_ACTION_PROVIDER)

static void
on_text (HunchQuery *query, const char *text, gpointer data)
{
  g_signal_handlers_disconnect_by_func (query, on_text, data);
  note ("token %" G_GINT64_FORMAT "\n", g_get_monotonic_time ());
}

static void
on_done (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;
  HunchReply *reply = hunch_completer_complete_finish (HUNCH_COMPLETER (source), result, &error);
  guint n_tokens, n_prompt, n_cached;
  double prompt_ms;

  is_ours = TRUE;
  if (reply == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  g_object_get (reply, "n-tokens", &n_tokens, "n-prompt", &n_prompt, "n-cached", &n_cached, "prompt-ms", &prompt_ms,
                NULL);
  note ("done %" G_GINT64_FORMAT " %u %u %u %.3f %d\n", g_get_monotonic_time (), n_tokens, n_prompt, n_cached, prompt_ms,
        strspn (hunch_reply_get_text (reply), " \t\n") < strlen (hunch_reply_get_text (reply)));
  g_task_return_pointer (task, reply, g_object_unref);
}

static void
complete_async (HunchCompleter *completer, HunchQuery *query, GCancellable *cancellable, GAsyncReadyCallback callback,
                gpointer user_data)
{
  ProbeCompleter *self = (ProbeCompleter *) completer;

  is_ours = TRUE;
  note ("asked %" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\n", g_get_monotonic_time (), woke_up);
  g_signal_connect (query, "text", G_CALLBACK (on_text), NULL);
  hunch_completer_complete_async (self->real, query, cancellable, on_done,
                                  g_task_new (self, cancellable, callback, user_data));
}

static char *
dup_status (HunchCompleter *completer, HunchCompleterState *state, double *progress)
{
  return hunch_completer_dup_status (((ProbeCompleter *) completer)->real, state, progress);
}

static void
completer_init (HunchCompleterInterface *iface)
{
  iface->complete_async = complete_async;
  iface->dup_status = dup_status;
}

static void
probe_completer_finalize (GObject *object)
{
  g_object_unref (((ProbeCompleter *) object)->real);
  G_OBJECT_CLASS (probe_completer_parent_class)->finalize (object);
}

static void
probe_completer_class_init (ProbeCompleterClass *klass)
{
  klass->finalize = probe_completer_finalize;
}

static void
probe_completer_class_finalize (ProbeCompleterClass *klass)
{
}

static void
probe_completer_init (ProbeCompleter *self)
{
}

static void
on_accept (GActionGroup *actions, const char *name, gboolean is_enabled, gpointer data)
{
  if (!is_enabled)
    return;
  is_ours = TRUE;
  note ("shown %" G_GINT64_FORMAT "\n", g_get_monotonic_time ());
  await_picture ();
}

static GActionGroup *
create_actions (HunchActionProvider *self, HunchHost *host, HunchCompleter *completer, HunchSettings *settings)
{
  g_autoptr (HunchActionProvider) real = g_object_new (g_type_from_name ("HunchCompletionActions"), NULL);
  ProbeCompleter *probe = g_object_new (probe_completer_get_type (), NULL);
  GActionGroup *actions;

  probe->real = g_object_ref (completer);
  g_signal_connect_object (completer, "status-changed", G_CALLBACK (hunch_completer_status_changed), probe,
                           G_CONNECT_SWAPPED);
  actions = hunch_action_provider_create_actions (real, host, HUNCH_COMPLETER (probe), settings);
  g_signal_connect (actions, "action-enabled-changed::accept", G_CALLBACK (on_accept), NULL);
  g_object_unref (probe);
  return actions;
}

static void
probe_provider_class_init (ProbeProviderClass *klass)
{
  klass->create_actions = create_actions;
}

static void
probe_provider_class_finalize (ProbeProviderClass *klass)
{
}

static void
probe_provider_init (ProbeProvider *self)
{
}

static const HunchModuleInfo info = {
  .abi_version = HUNCH_MODULE_ABI_VERSION,
  .purpose = "Notes when things happen, for the benchmark of editors",
};

const HunchModuleInfo *
hunch_module_query (GTypeModule *module)
{
  return &info;
}

gboolean
hunch_module_register (GTypeModule *module)
{
  const char *name = g_getenv ("HUNCH_PROBE_LOG");

  probe_completer_register_type (module);
  probe_provider_register_type (module);
  if (name == NULL || log_fd >= 0)
    return TRUE;
  log_fd = open (name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  g_type_class_unref (g_type_class_ref (GTK_TYPE_WIDGET));
  g_signal_add_emission_hook (g_signal_lookup ("event", GTK_TYPE_WIDGET), 0, on_event, NULL, NULL);
  g_main_context_set_poll_func (NULL, poll_watched);
  return TRUE;
}
