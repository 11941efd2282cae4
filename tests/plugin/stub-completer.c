/* stub-completer.c: a completer that says what a test tells it to, when the test tells it to.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tests/plugin/stub-completer.h"

struct _StubCompleter
{
  GObject parent_instance;
  char *text;
  StubAnswer answer;
  gpointer user_data;
  gboolean hold;
  GQueue held; /* GTask */
  HunchQuery *last;
  guint n_queries, n_cancelled;
  HunchCompleterState state;
  char *line;
  double progress;
};

static void completer_init (HunchCompleterInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (StubCompleter, stub_completer, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (HUNCH_TYPE_COMPLETER, completer_init))

/* An explanation has one token, the whole text, with a line break in what else could have come. */
static HunchReply *
make_reply (HunchQuery *query, const char *text)
{
  HunchReply *reply = hunch_reply_new (text);
  g_autofree char *explain = NULL;
  g_autoptr (GVariant) tokens = NULL;

  g_object_get (query, "explain", &explain, NULL);
  if (explain == NULL)
    return reply;
  tokens = g_variant_ref_sink (g_variant_new_parsed ("[(%s, 0.75, [(%s, 0.75), ('a\\nb', 0.25)])]", explain, explain));
  g_object_set (reply, "explanation", tokens, NULL);
  return reply;
}

static void
answer (StubCompleter *self, GTask *task)
{
  g_autofree char *text = NULL;

  if (g_task_return_error_if_cancelled (task))
    {
      self->n_cancelled++;
      return;
    }
  text = self->answer != NULL ? self->answer (g_task_get_task_data (task), self->user_data) : g_strdup (self->text);
  if (text != NULL)
    g_task_return_pointer (task, make_reply (g_task_get_task_data (task), text), g_object_unref);
  else
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED, "The engine does not answer");
}

static void
complete_async (HunchCompleter *completer, HunchQuery *query, GCancellable *cancellable, GAsyncReadyCallback callback,
                gpointer user_data)
{
  StubCompleter *self = STUB_COMPLETER (completer);
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_task_data (task, g_object_ref (query), g_object_unref);
  g_set_object (&self->last, query);
  self->n_queries++;
  if (self->hold)
    {
      g_queue_push_tail (&self->held, task);
      return;
    }
  answer (self, task);
  g_object_unref (task);
}

static char *
dup_status (HunchCompleter *completer, HunchCompleterState *state, double *progress)
{
  StubCompleter *self = STUB_COMPLETER (completer);

  *state = self->state;
  *progress = self->progress;
  return g_strdup (self->line);
}

static void
completer_init (HunchCompleterInterface *iface)
{
  iface->complete_async = complete_async;
  iface->dup_status = dup_status;
}

void
stub_completer_hold (StubCompleter *self, gboolean hold)
{
  self->hold = hold;
}

void
stub_completer_release (StubCompleter *self)
{
  GTask *task;

  while ((task = g_queue_pop_head (&self->held)) != NULL)
    {
      answer (self, task);
      g_object_unref (task);
    }
}

void
stub_completer_set_text (StubCompleter *self, const char *text)
{
  g_free (self->text);
  self->text = g_strdup (text);
}

void
stub_completer_set_answer (StubCompleter *self, StubAnswer func, gpointer user_data)
{
  self->answer = func;
  self->user_data = user_data;
}

void
stub_completer_say (StubCompleter *self, const char *text)
{
  hunch_query_emit_text (self->last, text);
}

void
stub_completer_set_status (StubCompleter *self, HunchCompleterState state, const char *line, double progress)
{
  self->state = state;
  g_free (self->line);
  self->line = g_strdup (line);
  self->progress = progress;
  hunch_completer_status_changed (HUNCH_COMPLETER (self));
}

guint
stub_completer_count_queries (StubCompleter *self)
{
  return self->n_queries;
}

guint
stub_completer_count_cancelled (StubCompleter *self)
{
  return self->n_cancelled;
}

guint
stub_completer_count_wanted (StubCompleter *self)
{
  guint n = 0;

  for (GList *l = self->held.head; l != NULL; l = l->next)
    n += !g_cancellable_is_cancelled (g_task_get_cancellable (l->data));
  return n;
}

HunchQuery *
stub_completer_get_query (StubCompleter *self)
{
  return self->last;
}

static void
stub_completer_finalize (GObject *object)
{
  StubCompleter *self = STUB_COMPLETER (object);

  g_assert_true (g_queue_is_empty (&self->held));
  g_free (self->text);
  g_free (self->line);
  g_clear_object (&self->last);
  G_OBJECT_CLASS (stub_completer_parent_class)->finalize (object);
}

static void
stub_completer_class_init (StubCompleterClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = stub_completer_finalize;
}

static void
stub_completer_init (StubCompleter *self)
{
  g_queue_init (&self->held);
  self->state = HUNCH_COMPLETER_STATE_READY;
  self->progress = -1;
}

StubCompleter *
stub_completer_new (const char *text)
{
  StubCompleter *self = g_object_new (STUB_TYPE_COMPLETER, NULL);

  stub_completer_set_text (self, text);
  return self;
}
