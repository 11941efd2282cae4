/* test-lacking.c: hosts, completers and providers may lack what they must have, for in other languages nothing sees to it; none crashes.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/hunch.h"

/* An object that implements an interface as far as init does. */
static gpointer
object_new (const char *name, GType interface, GInterfaceInitFunc init)
{
  const GInterfaceInfo info = { init, NULL, NULL };
  GType type
      = g_type_register_static_simple (G_TYPE_OBJECT, name, sizeof (GObjectClass), NULL, sizeof (GObject), NULL, 0);

  g_type_add_interface_static (type, interface, &info);
  return g_object_new (type, NULL);
}

static void
expect (const char *function)
{
  g_autofree char *pattern = g_strdup_printf ("*%s*assertion*NULL*failed*", function);

  g_test_expect_message ("Hunch", G_LOG_LEVEL_CRITICAL, pattern);
}

static void
test_host (void)
{
  g_autoptr (HunchHost) host = object_new ("LackingHost", HUNCH_TYPE_HOST, NULL);
  g_autofree char *before = NULL, *after = NULL;

  expect ("hunch_host_dup_text_before");
  before = hunch_host_dup_text_before (host, 1, 100);
  g_assert_cmpstr (before, ==, "");
  expect ("hunch_host_dup_text_after");
  after = hunch_host_dup_text_after (host, 1, 100);
  g_assert_cmpstr (after, ==, "");
  expect ("hunch_host_show_suggestion");
  hunch_host_show_suggestion (host, "text");
  expect ("hunch_host_clear_suggestion");
  hunch_host_clear_suggestion (host);
  expect ("hunch_host_insert");
  g_assert_false (hunch_host_insert (host, "text"));
  g_test_assert_expected_messages ();
  g_assert_null (hunch_host_dup_language (host));
  g_assert_null (hunch_host_dup_filename (host));
  g_assert_cmpint (hunch_host_get_flags (host), ==, HUNCH_HOST_NONE);
  hunch_host_show_explanation (host, "text");
}

static void
on_done (GObject *source, GAsyncResult *result, gpointer error)
{
  g_assert_null (hunch_completer_complete_finish (HUNCH_COMPLETER (source), result, error));
}

/* The callback comes, with an error. */
static void
check_completer (const char *name, GInterfaceInitFunc init)
{
  g_autoptr (HunchCompleter) completer = object_new (name, HUNCH_TYPE_COMPLETER, init);
  g_autoptr (HunchQuery) query = hunch_query_new ("before", "after");
  g_autoptr (GError) error = NULL;

  hunch_completer_complete_async (completer, query, NULL, on_done, &error);
  while (error == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
  g_assert_null (hunch_completer_dup_status (completer, NULL, NULL));
}

static void
complete_async (HunchCompleter *self, HunchQuery *query, GCancellable *cancellable, GAsyncReadyCallback callback,
                gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_return_pointer (task, NULL, NULL);
}

static HunchReply *
complete_finish (HunchCompleter *self, GAsyncResult *result, GError **error)
{
  return NULL;
}

static void
init_begin (gpointer iface, gpointer data)
{
  ((HunchCompleterInterface *) iface)->complete_async = complete_async;
}

static void
init_finish (gpointer iface, gpointer data)
{
  ((HunchCompleterInterface *) iface)->complete_finish = complete_finish;
}

static void
init_both (gpointer iface, gpointer data)
{
  init_begin (iface, data);
  init_finish (iface, data);
}

static void
test_completer (void)
{
  check_completer ("LackingCompleter", NULL);
  check_completer ("LackingBegin", init_finish);
  check_completer ("LackingReply", init_begin);
  check_completer ("LackingBoth", init_both);
}

static void
test_provider (void)
{
  GType type
      = g_type_register_static_simple (HUNCH_TYPE_ACTION_PROVIDER, "LackingProvider", sizeof (HunchActionProviderClass),
                                       NULL, sizeof (HunchActionProvider), NULL, 0);
  g_autoptr (HunchActionProvider) provider = g_object_new (type, NULL);
  g_autoptr (HunchHost) host = object_new ("LackingHostToo", HUNCH_TYPE_HOST, NULL);
  g_autoptr (HunchCompleter) completer = object_new ("LackingCompleterToo", HUNCH_TYPE_COMPLETER, NULL);

  expect ("hunch_action_provider_create_actions");
  g_assert_null (hunch_action_provider_create_actions (provider, host, completer, NULL));
  g_test_assert_expected_messages ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plugin/lacking/host", test_host);
  g_test_add_func ("/plugin/lacking/completer", test_completer);
  g_test_add_func ("/plugin/lacking/provider", test_provider);
  return g_test_run ();
}
