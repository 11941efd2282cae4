/* test-quit.c: a host that ends while its model is loaded, or while kernels are built, ends at once and as it should.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Each host is a process of its own, with empty caches of kernels, so that there is a lot to build. One that does not end would be waited
 * for by the test driver for ever, so it ends by an alarm. */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "libhunch/hunch.h"
#include "tests/plugin/headless-host.h"
#include "tests/spin.h"

#define TOO_LONG 60 /* seconds; all kernels of a small model are built in about as many */

/* What a host has. */
typedef struct
{
  HeadlessHost *host;
  HunchSettings *settings;
  HunchModelCompleter *completer;
  HunchSuggester *suggester;
} Host;

static void
host_init (Host *self)
{
  g_autofree char *model
      = g_build_filename (g_getenv ("HUNCH_SRCDIR"), "tests", "fixtures", "gguf", "valid_gpt2_tied.gguf", NULL);

  self->settings = g_object_new (HUNCH_TYPE_SETTINGS, "model", model, NULL);
  self->host = headless_host_new ("abc", 3);
  self->completer = hunch_model_completer_new (self->settings);
  self->suggester = hunch_suggester_new (HUNCH_HOST (self->host), HUNCH_COMPLETER (self->completer), self->settings);
  hunch_suggester_complete (self->suggester);
}

/* An editor that closes its window and takes leave of everything. */
static void
host_clear (Host *self)
{
  hunch_host_closing (HUNCH_HOST (self->host));
  g_object_unref (self->suggester);
  g_object_unref (self->host);
  hunch_model_completer_unload (self->completer);
  g_object_unref (self->completer);
  g_object_unref (self->settings);
}

static char *
make_folder (const char *variable)
{
  g_autoptr (GError) error = NULL;
  char *folder = g_dir_make_tmp ("hunch-quit-XXXXXX", &error);

  g_assert_no_error (error);
  g_setenv (variable, folder, TRUE);
  return folder;
}

static void
remove_folder (char *folder)
{
  const char *command[] = { "rm", "-rf", folder, NULL };

  g_spawn_sync (NULL, (char **) command, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL, NULL);
  g_free (folder);
}

typedef struct
{
  const char *name;
  guint ms;
  enum
  {
    CLEARED, /* the host takes leave of its objects, then ends */
    LEFT,    /* it just ends, as main returns */
    EXITS    /* as somewhere exit () is called */
  } how;
} Quit;

static void
test_quit (gconstpointer data)
{
  const Quit *quit = data;
  char *kernels, *driver;
  Host host;

  if (g_test_subprocess ())
    {
      alarm (TOO_LONG);
      host_init (&host);
      spin (quit->ms);
      if (quit->how == CLEARED)
        host_clear (&host);
      else if (quit->how == EXITS)
        exit (0);
      return;
    }
  kernels = make_folder ("HUNCH_CACHE_DIR");
  driver = make_folder ("POCL_CACHE_DIR");
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
  g_test_trap_assert_passed ();
  g_test_trap_assert_stderr ("");
  remove_folder (kernels);
  remove_folder (driver);
}

int
main (int argc, char **argv)
{
  static const Quit quits[] = {
    { "at-once", 0, CLEARED },        { "at-once-left", 0, LEFT },  { "loading", 50, CLEARED },
    { "loading-left", 100, LEFT },    { "building", 400, CLEARED }, { "building-left", 500, LEFT },
    { "building-exits", 700, EXITS }, { "later", 2000, CLEARED },   { "later-left", 2500, LEFT },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (quits); i++)
    {
      g_autofree char *path = g_strconcat ("/plugin/quit/", quits[i].name, NULL);

      g_test_add_data_func (path, &quits[i], test_quit);
    }
  return g_test_run ();
}
