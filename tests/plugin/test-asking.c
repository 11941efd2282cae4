/* test-asking.c: when the model is asked and what, when not, and what ends a question.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "plugin/query-private.h"
#include "tests/plugin/rig.h"

static void
test_debounce (void)
{
  Rig rig;

  rig_init_single (&rig, "|\n", "o(bar)");
  rig_type (&rig, "f");
  rig_wait (&rig, 60);
  rig_type (&rig, "o"); /* a newer key begins the wait anew */
  rig_wait (&rig, 99);
  g_assert_cmpuint (rig_count_queries (&rig), ==, 0);
  rig_wait (&rig, 1);
  g_assert_cmpuint (rig_count_queries (&rig), ==, 1);
  rig_assert_ghost (&rig, "o(bar)");
  rig_assert_text (&rig, "fo\n");
  g_assert_cmpstr (hunch_query_get_prefix (stub_completer_get_query (rig.completer)), ==, "fo");
  rig_clear (&rig);
}

static void
test_limits (void)
{
  HunchQuery *query;
  Rig rig;

  rig_init_single (&rig, "a = (|)\n", "b");
  headless_host_set_file (rig.host, "x.py", "python3");
  rig_complete (&rig);
  query = stub_completer_get_query (rig.completer);
  g_assert_cmpuint (query->max_tokens, ==, 128);
  g_assert_cmpuint (query->time_limit_ms, ==, 500);
  g_assert_true (query->one_line);
  g_assert_cmpstr (query->language, ==, "python3");
  g_assert_cmpstr (query->filename, ==, "x.py");
  g_assert_cmpfloat (query->temperature, ==, 0);
  rig_clear (&rig);
}

static void
test_stale (void)
{
  Rig rig;

  rig_init_single (&rig, "|\n", "o()");
  stub_completer_hold (rig.completer, TRUE);
  rig_type (&rig, "fo");
  rig_wait (&rig, 100);
  g_assert_cmpuint (rig_count_queries (&rig), ==, 1);
  rig_type (&rig, "x");
  stub_completer_release (rig.completer);
  rig_settle ();
  rig_assert_ghost (&rig, NULL);
  rig_assert_text (&rig, "fox\n");
  g_assert_cmpuint (stub_completer_count_cancelled (rig.completer), ==, 1);
  rig_clear (&rig);
}

static void
test_composing (void)
{
  Rig rig;

  rig_init_single (&rig, "|\n", "oo");
  rig_type (&rig, "f");
  headless_host_set_flags (rig.host, HUNCH_HOST_COMPOSING);
  rig_wait (&rig, 1000);
  g_assert_cmpuint (rig_count_queries (&rig), ==, 0);
  headless_host_set_flags (rig.host, HUNCH_HOST_NONE);
  stub_completer_hold (rig.completer, TRUE);
  rig_complete (&rig);
  headless_host_set_flags (rig.host, HUNCH_HOST_COMPOSING); /* begins while the answer is on its way */
  stub_completer_release (rig.completer);
  rig_settle ();
  rig_assert_ghost (&rig, NULL);
  rig_clear (&rig);
}

/* What an input method puts in counts as typed once it is done, however late it says so; unless something else happened since. */
static void
test_composed (void)
{
  for (guint i = 0; i < 3; i++)
    {
      Rig rig;

      rig_init_single (&rig, "|\n", "oo");
      headless_host_set_flags (rig.host, HUNCH_HOST_COMPOSING);
      rig_type (&rig, "f");
      hunch_host_cursor_moved (HUNCH_HOST (rig.host));
      rig_wait (&rig, 1000);
      g_assert_cmpuint (rig_count_queries (&rig), ==, 0);
      if (i == 1)
        headless_host_move (rig.host, 0);
      else if (i == 2)
        headless_host_undo (rig.host);
      headless_host_set_flags (rig.host, HUNCH_HOST_NONE);
      rig_wait (&rig, 100);
      g_assert_cmpuint (rig_count_queries (&rig), ==, i == 0 ? 1 : 0);
      rig_assert_ghost (&rig, i == 0 ? "oo" : NULL);
      rig_clear (&rig);
    }
}

static void
test_text_follows (void)
{
  Rig rig;

  rig_init_single (&rig, "|12345678 \n", "oo");
  rig_type (&rig, "f");
  rig_wait (&rig, 100);
  g_assert_cmpuint (rig_count_queries (&rig), ==, 1);
  rig_clear (&rig);
  rig_init_single (&rig, "|123456789\n", "oo");
  rig_type (&rig, "f");
  rig_wait (&rig, 100);
  g_assert_cmpuint (rig_count_queries (&rig), ==, 0);
  g_assert_null (hunch_suggester_get_reason (rig.suggester)); /* by key it goes */
  rig_complete (&rig);
  rig_assert_ghost (&rig, "oo");
  rig_clear (&rig);
}

static void
test_secrets (void)
{
  const char *const names[] = { ".env",
                                "/home/x/.ENV.local",
                                "/x/prod.env",
                                ".envrc",
                                "id_rsa",
                                "id_ed25519",
                                "id_ed25519_sk",
                                "server.pem",
                                "SERVER.PEM~",
                                "#server.pem#",
                                "server.key.bak",
                                "a.key",
                                "putty.ppk",
                                "cert.p12",
                                "AuthKey.p8",
                                "pass.kdbx",
                                ".netrc",
                                "_netrc",
                                ".pgpass",
                                ".npmrc",
                                ".git-credentials",
                                ".aws/credentials",
                                "credentials.json",
                                "google_credentials.json",
                                "secrets.yml",
                                "db-secret.yaml",
                                "client_secret_1.json",
                                ".secrets",
                                ".vault_pass.txt",
                                "kubeconfig",
                                "/etc/gshadow",
                                ".bash_history",
                                "prod.tfvars",
                                "/home/x/.ssh/work",
                                "/home/x/.ssh/work.old",
                                ".kube/config",
                                "/home/x/.docker/config.json",
                                "/etc/ssh/ssh_host_ed25519_key",
                                ".env-local",
                                ".credentials.json",
                                "aws-credentials.json",
                                "terraform.tfstate.backup",
                                "prod.auto.tfvars.json",
                                "krb5.keytab",
                                "a b/\xff.pem" };
  const char *const others[]
      = { "environment.c", "secretary.c", "keys.c", "shadow.c", "netrc.c",   "token.yaml",  "history.txt",
          "pem.c",         "a.c~",        "README", "config",   "x.ssh/a.c", "kube/config", "docker/config.json" };
  Rig rig;

  rig_init_single (&rig, "|\n", "oo");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      headless_host_set_file (rig.host, names[i], NULL);
      rig_type (&rig, "f");
      rig_wait (&rig, 1000);
      rig_complete (&rig);
      g_assert_cmpuint (rig_count_queries (&rig), ==, 0);
    }
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      headless_host_set_file (rig.host, others[i], NULL);
      rig_type (&rig, "f");
      rig_complete (&rig);
      g_assert_cmpuint (rig_count_queries (&rig), ==, i + 1);
    }
  headless_host_set_file (rig.host, ".git/COMMIT_EDITMSG", "git-commit");
  rig_type (&rig, "f");
  rig_wait (&rig, 1000);
  g_assert_cmpuint (rig_count_queries (&rig), ==, G_N_ELEMENTS (others));
  g_object_set (rig.settings, "secret-files", NULL, "disabled-languages", NULL, NULL);
  rig_complete (&rig);
  g_assert_cmpuint (rig_count_queries (&rig), ==, G_N_ELEMENTS (others) + 1);
  rig_clear (&rig);
}

/* A link that leads to such a file, or has such a name. */
static void
test_secret_links (void)
{
  g_autofree char *folder = g_dir_make_tmp ("hunch-XXXXXX", NULL);
  g_autofree char *secret = g_build_filename (folder, ".env", NULL), *link = g_build_filename (folder, "notes", NULL),
                  *chain = g_build_filename (folder, "more", NULL), *plain = g_build_filename (folder, "plain", NULL),
                  *named = g_build_filename (folder, "id_rsa", NULL);
  const char *const names[] = { secret, link, chain, named };
  Rig rig;

  g_assert_true (g_file_set_contents (secret, "", 0, NULL));
  g_assert_true (g_file_set_contents (plain, "", 0, NULL));
  g_assert_cmpint (symlink (".env", link), ==, 0);
  g_assert_cmpint (symlink ("notes", chain), ==, 0);
  g_assert_cmpint (symlink (plain, named), ==, 0);
  rig_init_single (&rig, "|\n", "oo");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      headless_host_set_file (rig.host, names[i], NULL);
      rig_type (&rig, "f");
      rig_complete (&rig);
      g_assert_cmpuint (rig_count_queries (&rig), ==, 0);
    }
  headless_host_set_file (rig.host, plain, NULL);
  rig_complete (&rig);
  g_assert_cmpuint (rig_count_queries (&rig), ==, 1);
  rig_clear (&rig);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_unlink (names[i]);
  g_unlink (plain);
  g_rmdir (folder);
}

static void
test_closing_while_asking (void)
{
  for (guint i = 0; i < 100; i++)
    {
      Rig rig;

      rig_init_single (&rig, "f|\n", "oo");
      stub_completer_hold (rig.completer, TRUE);
      rig_complete (&rig);
      if (i % 3 == 0)
        hunch_host_closing (HUNCH_HOST (rig.host));
      if (i % 3 == 1)
        g_clear_object (&rig.suggester);
      if (i % 2 == 0)
        {
          stub_completer_release (rig.completer);
          rig_settle ();
          g_assert_cmpuint (stub_completer_count_cancelled (rig.completer), ==, i % 3 != 2);
        }
      rig_clear (&rig);
    }
}

static void
test_disabled (void)
{
  Rig rig;

  rig_init_single (&rig, "f|\n", "oo");
  stub_completer_hold (rig.completer, TRUE);
  rig_complete (&rig);
  g_object_set (rig.settings, "enabled", FALSE, NULL);
  stub_completer_release (rig.completer);
  rig_settle ();
  rig_assert_ghost (&rig, NULL);
  g_assert_cmpuint (stub_completer_count_cancelled (rig.completer), ==, 1);
  rig_type (&rig, "f");
  rig_wait (&rig, 1000);
  rig_complete (&rig);
  g_assert_cmpuint (rig_count_queries (&rig), ==, 1);
  g_assert_cmpuint (headless_host_count_bytes_read (rig.host), <, 20); /* off is off: no text is read */
  stub_completer_hold (rig.completer, FALSE);
  g_object_set (rig.settings, "enabled", TRUE, NULL);
  rig_complete (&rig);
  rig_assert_ghost (&rig, "oo");
  rig_clear (&rig);
}

static void
test_failure (void)
{
  Rig rig;

  rig_init_single (&rig, "|\n", NULL);
  rig_type (&rig, "f");
  rig_wait (&rig, 100);
  g_assert_cmpuint (rig_count_queries (&rig), ==, 1);
  g_assert_cmpstr (hunch_suggester_get_status (rig.suggester), ==, "The engine does not answer");
  g_assert_false (hunch_suggester_is_busy (rig.suggester));
  rig_type (&rig, "f");
  rig_wait (&rig, 100);
  g_assert_cmpuint (rig_count_queries (&rig), ==, 1); /* quiet for a second */
  rig_wait (&rig, 1000);
  rig_type (&rig, "f");
  rig_wait (&rig, 100);
  g_assert_cmpuint (rig_count_queries (&rig), ==, 2);
  rig_wait (&rig, 1000);
  rig_type (&rig, "f");
  rig_wait (&rig, 100);
  g_assert_cmpuint (rig_count_queries (&rig), ==, 2); /* then for two */
  stub_completer_set_text (rig.completer, "oo");
  rig_complete (&rig); /* by key at once */
  rig_assert_ghost (&rig, "oo");
  rig_type (&rig, "x");
  rig_wait (&rig, 100);
  g_assert_cmpuint (rig_count_queries (&rig), ==, 4); /* all is well again */
  rig_clear (&rig);
}

static void
test_large (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint before;
  Rig rig;

  for (guint i = 0; i < 5 * 1024 * 1024; i++)
    g_string_append_c (text, 'a' + i % 26);
  g_string_insert_c (text, text->len / 2, '|');
  rig_init_single (&rig, text->str, "oo");
  rig_complete (&rig);
  before = headless_host_count_bytes_read (rig.host);
  g_assert_cmpuint (before, <, 1 << 20);
  rig_type (&rig, "x");
  g_assert_cmpuint (headless_host_count_bytes_read (rig.host) - before, <=,
                    3 * (CORE_CONTEXT_MAX_BEFORE + CORE_CONTEXT_MAX_AFTER));
  g_assert_cmpuint (strlen (hunch_query_get_prefix (stub_completer_get_query (rig.completer))), <=,
                    CORE_CONTEXT_MAX_BEFORE);
  rig_clear (&rig);
}

/* A setting, or a completer that is well again, ends the wait; another model is not judged by the last one. */
static void
test_mended (void)
{
  for (guint i = 0; i < 3; i++)
    {
      Rig rig;

      rig_init_single (&rig, "|\n", "oo");
      rig_type (&rig, "f");
      rig_wait (&rig, 100);
      core_pace_add (&rig.suggester->memory->pace, 1000, 10, 1000, 4000);
      stub_completer_set_text (rig.completer, NULL);
      rig_type (&rig, "x");
      rig_wait (&rig, 100);
      g_assert_cmpuint (rig_count_queries (&rig), ==, 2);
      stub_completer_set_text (rig.completer, "y");
      if (i == 0)
        g_object_set (rig.settings, "model", "another", NULL);
      else if (i == 1)
        g_object_set (rig.settings, "enabled", FALSE, "enabled", TRUE, NULL);
      else
        {
          stub_completer_set_status (rig.completer, HUNCH_COMPLETER_STATE_FAILED, "No", -1);
          stub_completer_set_status (rig.completer, HUNCH_COMPLETER_STATE_OFF, NULL, -1);
        }
      g_assert_cmpint (core_pace_budget (&rig.suggester->memory->pace, 500) == core_pace_budget (&(CorePace){ 0 }, 500),
                       ==, i == 0);
      rig_type (&rig, "z");
      rig_wait (&rig, 100);
      rig_assert_ghost (&rig, "y");
      rig_clear (&rig);
    }
}

static void
test_status (void)
{
  Rig rig;

  rig_init_single (&rig, "f|\n", "oo");
  stub_completer_set_status (rig.completer, HUNCH_COMPLETER_STATE_LOADING, "Building kernels", 0.25);
  g_assert_cmpstr (hunch_suggester_get_status (rig.suggester), ==, "Building kernels");
  g_assert_cmpfloat (hunch_suggester_get_progress (rig.suggester), ==, 0.25);
  g_assert_null (hunch_suggester_get_reason (rig.suggester));
  stub_completer_set_status (rig.completer, HUNCH_COMPLETER_STATE_FAILED, "No OpenCL device", 0);
  g_assert_cmpstr (hunch_suggester_get_reason (rig.suggester), ==, "No OpenCL device");
  g_assert_cmpfloat (hunch_suggester_get_progress (rig.suggester), <, 0);
  rig_complete (&rig);
  g_assert_cmpuint (rig_count_queries (&rig), ==, 0);
  stub_completer_set_status (rig.completer, HUNCH_COMPLETER_STATE_OFF, NULL, -1);
  g_assert_null (hunch_suggester_get_status (rig.suggester)); /* what is mended is not told any more */
  stub_completer_set_status (rig.completer, HUNCH_COMPLETER_STATE_READY, NULL, -1);
  rig_complete (&rig);
  rig_assert_ghost (&rig, "oo");
  rig_clear (&rig);
}

/* Whatever ends a person's stay ends the work for it: the host is told to close, is dropped, or another text is shown. */
static void
test_leaving_cancels (void)
{
  for (guint i = 0; i < 3; i++)
    {
      Rig rig;

      rig_init (&rig, "f|\n", "oo");
      rig_complete (&rig);
      stub_completer_hold (rig.completer, TRUE);
      rig_settle ();
      hunch_suggester_dismiss (rig.suggester);
      rig_type (&rig, "g");
      rig_wait (&rig, 100); /* something is asked */
      g_assert_true (hunch_suggester_is_busy (rig.suggester));
      if (i == 0)
        hunch_host_closing (HUNCH_HOST (rig.host));
      else if (i == 1)
        g_clear_object (&rig.suggester);
      else
        headless_host_move (rig.host, 0);
      g_assert_cmpuint (stub_completer_count_wanted (rig.completer), ==, 0); /* at once, not when it is answered */
      rig_clear (&rig);
    }
}

/* A host that goes without a word takes what is asked, and what is still to be asked, with it. */
static void
test_host_gone (void)
{
  for (guint i = 0; i < 2; i++)
    {
      Rig rig;

      rig_init (&rig, "|\n", "oo");
      stub_completer_hold (rig.completer, TRUE);
      rig_type (&rig, "f");
      if (i == 1)
        rig_wait (&rig, 100);
      g_signal_handlers_disconnect_matched (rig.host, G_SIGNAL_MATCH_ID | G_SIGNAL_MATCH_DATA,
                                            g_signal_lookup ("closing", HUNCH_TYPE_HOST), 0, NULL, NULL, rig.suggester);
      g_clear_object (&rig.host);
      g_assert_null (rig.suggester->host);
      g_object_run_dispose (G_OBJECT (rig.suggester));
      g_assert_null (rig.suggester->debounce);
      g_assert_null (rig.suggester->idle);
      g_assert_null (rig.suggester->job);
      g_assert_null (rig.suggester->place);
      g_assert_null (rig.suggester->last);
      g_assert_cmpuint (stub_completer_count_wanted (rig.completer), ==, 0);
      rig_clear (&rig);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, func) g_test_add_func ("/plugin/asking/" path, func)
  ADD ("debounce", test_debounce);
  ADD ("limits", test_limits);
  ADD ("stale-after-typing", test_stale);
  ADD ("input-method", test_composing);
  ADD ("input-method-done", test_composed);
  ADD ("text-follows", test_text_follows);
  ADD ("secret-files", test_secrets);
  ADD ("secret-links", test_secret_links);
  ADD ("close-while-generating", test_closing_while_asking);
  ADD ("host-gone", test_host_gone);
  ADD ("disable-while-generating", test_disabled);
  ADD ("engine-gone", test_failure);
  ADD ("large-file", test_large);
  ADD ("mended", test_mended);
  ADD ("status", test_status);
  ADD ("leaving-cancels", test_leaving_cancels);
#undef ADD
  return g_test_run ();
}
