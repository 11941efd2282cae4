/* answers.c: a module whose actions answer from a file that a test writes, without a model.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * HUNCH_TEST_ANSWER names the file. Its first line is how many milliseconds an answer takes; the rest is the answer. The
 * actions themselves are those of the module "hunch", which lies in the same search path: of two modules that provide actions
 * the one whose name comes first counts. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "libhunch/hunch.h"
#include "plugin/hunch-module-abi.h"

typedef GObject AnswersCompleter;
typedef GObjectClass AnswersCompleterClass;
typedef HunchActionProvider AnswersProvider;
typedef HunchActionProviderClass AnswersProviderClass;

GType answers_completer_get_type (void);
GType answers_provider_get_type (void);
static void completer_init (HunchCompleterInterface *iface);

G_DEFINE_DYNAMIC_TYPE_EXTENDED (AnswersCompleter, answers_completer, G_TYPE_OBJECT, 0,
                                G_IMPLEMENT_INTERFACE_DYNAMIC (HUNCH_TYPE_COMPLETER, completer_init))
G_DEFINE_DYNAMIC_TYPE (AnswersProvider, answers_provider, HUNCH_TYPE_ACTION_PROVIDER)

static gboolean
on_time (gpointer data)
{
  GTask *task = data;
  const char *answer = strchr (g_task_get_task_data (task), '\n');

  if (!g_task_return_error_if_cancelled (task))
    g_task_return_pointer (task, hunch_reply_new (answer != NULL ? answer + 1 : ""), g_object_unref);
  return G_SOURCE_REMOVE;
}

static void
complete_async (HunchCompleter *self, HunchQuery *query, GCancellable *cancellable, GAsyncReadyCallback callback,
                gpointer user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  char *said = NULL;

  if (!g_file_get_contents (g_getenv ("HUNCH_TEST_ANSWER"), &said, NULL, NULL))
    said = g_strdup ("0\n");
  g_task_set_task_data (task, said, g_free);
  g_timeout_add_full (G_PRIORITY_DEFAULT, atoi (said), on_time, task, g_object_unref);
}

static char *
dup_status (HunchCompleter *self, HunchCompleterState *state, double *progress)
{
  *state = HUNCH_COMPLETER_STATE_READY;
  *progress = -1;
  return NULL;
}

static void
completer_init (HunchCompleterInterface *iface)
{
  iface->complete_async = complete_async;
  iface->dup_status = dup_status;
}

static GActionGroup *
create_actions (HunchActionProvider *self, HunchHost *host, HunchCompleter *completer, HunchSettings *settings)
{
  g_autoptr (HunchActionProvider) real = g_object_new (g_type_from_name ("HunchCompletionActions"), NULL);
  g_autoptr (HunchCompleter) answers = g_object_new (answers_completer_get_type (), NULL);

  return hunch_action_provider_create_actions (real, host, answers, settings);
}

static void
answers_provider_class_init (AnswersProviderClass *klass)
{
  klass->create_actions = create_actions;
}

static void
answers_provider_class_finalize (AnswersProviderClass *klass)
{
}

static void
answers_provider_init (AnswersProvider *self)
{
}

static void
answers_completer_class_init (AnswersCompleterClass *klass)
{
}

static void
answers_completer_class_finalize (AnswersCompleterClass *klass)
{
}

static void
answers_completer_init (AnswersCompleter *self)
{
}

const HunchModuleInfo *
hunch_module_query (GTypeModule *module)
{
  static const HunchModuleInfo info = { .abi_version = HUNCH_MODULE_ABI_VERSION, .purpose = "Answers from a file" };

  return &info;
}

gboolean
hunch_module_register (GTypeModule *module)
{
  answers_completer_register_type (module);
  answers_provider_register_type (module);
  return TRUE;
}
