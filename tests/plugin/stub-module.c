/* stub-module.c: a module whose actions are those of hunch.so, with a completer that answers by rules instead of a model.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * For tests of real editors, which know completers only through their module. Put it on HUNCH_MODULE_PATH beside hunch.so
 * under a name that sorts before it: of several providers a host takes the first.
 *
 * HUNCH_STUB_RULES: a file, read at each question. A line is `END<tab>ANSWER` or `END<tab>ANSWER<tab>MILLISECONDS`, escaped as
 *   in C; the first line counts whose END the text before the cursor ends with; without one, nothing is suggested.
 * HUNCH_STUB_LOG: a file; for each question a line `asked N`, then `answered N` or `cancelled N`. */
#include "config.h"

#include <stdio.h>

#include "libhunch/hunch.h"
#include "plugin/hunch-module-abi.h"

typedef struct
{
  GObject parent_instance;
  guint n_asked;
} StubRules;
typedef GObjectClass StubRulesClass;

typedef HunchActionProvider StubProvider;
typedef HunchActionProviderClass StubProviderClass;

GType stub_rules_get_type (void);
GType stub_provider_get_type (void);
static void completer_init (HunchCompleterInterface *iface);

G_DEFINE_DYNAMIC_TYPE_EXTENDED (StubRules, stub_rules, G_TYPE_OBJECT, 0,
                                G_IMPLEMENT_INTERFACE_DYNAMIC (HUNCH_TYPE_COMPLETER, completer_init))
G_DEFINE_DYNAMIC_TYPE (StubProvider, stub_provider, HUNCH_TYPE_ACTION_PROVIDER)

typedef struct
{
  guint number;
  char *answer;
  char *explain; /* NULL, or the text to be explained, of one token */
  gint64 due;    /* microseconds, monotonic */
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  g_free (question->answer);
  g_free (question->explain);
  g_free (question);
}

static void
note (const char *what, guint number)
{
  const char *name = g_getenv ("HUNCH_STUB_LOG");
  FILE *file = name != NULL ? fopen (name, "ae") : NULL;

  if (file == NULL)
    return;
  fprintf (file, "%s %u\n", what, number);
  fclose (file);
}

static void
find_answer (Question *question, const char *prefix)
{
  const char *name = g_getenv ("HUNCH_STUB_RULES");
  g_autofree char *rules = NULL;
  g_auto (GStrv) lines = NULL;

  question->answer = g_strdup ("");
  question->due = g_get_monotonic_time ();
  if (name == NULL || !g_file_get_contents (name, &rules, NULL, NULL))
    return;
  lines = g_strsplit (rules, "\n", -1);
  for (char **line = lines; *line != NULL; line++)
    {
      g_auto (GStrv) fields = g_strsplit (*line, "\t", 3);
      g_autofree char *end = fields[0] != NULL ? g_strcompress (fields[0]) : NULL;

      if (g_strv_length (fields) < 2 || !g_str_has_suffix (prefix, end))
        continue;
      g_free (question->answer);
      question->answer = g_strcompress (fields[1]);
      question->due += fields[2] != NULL ? g_ascii_strtoll (fields[2], NULL, 10) * 1000 : 0;
      return;
    }
}

static HunchReply *
make_reply (const Question *question)
{
  HunchReply *reply = hunch_reply_new (question->answer);
  g_autoptr (GVariant) tokens = NULL;

  if (question->explain == NULL)
    return reply;
  tokens = g_variant_ref_sink (
      g_variant_new_parsed ("[(%s, 0.5, [(%s, 0.5), ('<b>', 0.25)])]", question->explain, question->explain));
  g_object_set (reply, "explanation", tokens, NULL);
  return reply;
}

/* Looks every few milliseconds, as an engine does between its steps. */
static gboolean
step (gpointer data)
{
  GTask *task = data;
  Question *question = g_task_get_task_data (task);

  if (g_task_return_error_if_cancelled (task))
    note ("cancelled", question->number);
  else if (g_get_monotonic_time () < question->due)
    return G_SOURCE_CONTINUE;
  else
    {
      note ("answered", question->number);
      g_task_return_pointer (task, make_reply (question), g_object_unref);
    }
  return G_SOURCE_REMOVE;
}

static void
complete_async (HunchCompleter *completer, HunchQuery *query, GCancellable *cancellable, GAsyncReadyCallback callback,
                gpointer user_data)
{
  StubRules *self = (StubRules *) completer;
  Question *question = g_new0 (Question, 1);
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  question->number = ++self->n_asked;
  find_answer (question, hunch_query_get_prefix (query));
  g_object_get (query, "explain", &question->explain, NULL);
  g_task_set_task_data (task, question, question_free);
  note ("asked", question->number);
  g_timeout_add_full (G_PRIORITY_DEFAULT, 5, step, task, g_object_unref);
}

static char *
dup_status (HunchCompleter *completer, HunchCompleterState *state, double *progress)
{
  if (state != NULL)
    *state = HUNCH_COMPLETER_STATE_READY;
  if (progress != NULL)
    *progress = -1;
  return NULL;
}

static void
completer_init (HunchCompleterInterface *iface)
{
  iface->complete_async = complete_async;
  iface->dup_status = dup_status;
}

static void
stub_rules_class_init (StubRulesClass *klass)
{
}

static void
stub_rules_class_finalize (StubRulesClass *klass)
{
}

static void
stub_rules_init (StubRules *self)
{
}

static GActionGroup *
create_actions (HunchActionProvider *self, HunchHost *host, HunchCompleter *completer, HunchSettings *settings)
{
  g_autoptr (HunchActionProvider) real = g_object_new (g_type_from_name ("HunchCompletionActions"), NULL);
  g_autoptr (GObject) stub = g_object_new (stub_rules_get_type (), NULL);

  return hunch_action_provider_create_actions (real, host, HUNCH_COMPLETER (stub), settings);
}

static void
stub_provider_class_init (StubProviderClass *klass)
{
  klass->create_actions = create_actions;
}

static void
stub_provider_class_finalize (StubProviderClass *klass)
{
}

static void
stub_provider_init (StubProvider *self)
{
}

static const HunchModuleInfo info = {
  .abi_version = HUNCH_MODULE_ABI_VERSION,
  .purpose = "Answers by rules, for tests",
};

const HunchModuleInfo *
hunch_module_query (GTypeModule *module)
{
  return &info;
}

gboolean
hunch_module_register (GTypeModule *module)
{
  stub_rules_register_type (module);
  stub_provider_register_type (module);
  return TRUE;
}
