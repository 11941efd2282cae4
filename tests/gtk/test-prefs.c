/* test-prefs.c: the preferences fetch a model: only when the button is pressed, with progress, until it is stopped, fails or is there.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * download.py runs this on a screen of its own and beside a pip of its own, which does what files in HUNCH_TEST_REGISTRY tell it. */
#include "config.h"

#include <glib/gstdio.h>
#include <gtk/gtk.h>
#include <string.h>

#include "libhunch/hunch.h"
#include "plugin/gtk/prefs.h"
#include "tests/spin.h"

#define PATIENCE_S 60

typedef struct
{
  HunchSettings *settings;
  GtkWidget *window, *button, *about, *progress;
  char *models;    /* folder */
  guint n_changes; /* of the setting that names the model */
} Fixture;

static char *
told (const char *name)
{
  return g_build_filename (g_getenv ("HUNCH_TEST_REGISTRY"), name, NULL);
}

static void
tell (const char *name)
{
  g_autofree char *path = told (name);

  g_assert_true (g_file_set_contents (path, "", 0, NULL));
}

static void
tell_no_more (const char *name)
{
  g_autofree char *path = told (name);

  g_unlink (path);
}

/* How often pip was told to fetch a package. */
static guint
count_calls (void)
{
  g_autofree char *path = told ("calls"), *text = NULL;
  guint n = 0;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return 0;
  for (const char *p = text; *p != '\0'; p++)
    n += *p == '\n';
  return n;
}

/* The widgets are known by what they are. */
static void
find (GtkWidget *widget, gpointer data)
{
  Fixture *f = data;

  if (GTK_IS_PROGRESS_BAR (widget))
    f->progress = widget;
  else if (G_OBJECT_TYPE (widget) == GTK_TYPE_BUTTON && gtk_button_get_label (GTK_BUTTON (widget)) != NULL)
    f->button = widget;
  else if (GTK_IS_LABEL (widget) && strstr (gtk_label_get_text (GTK_LABEL (widget)), "CC0-1.0") != NULL)
    f->about = widget;
  if (GTK_IS_CONTAINER (widget))
    gtk_container_forall (GTK_CONTAINER (widget), find, f);
}

static void
set_up (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  f->models = g_dir_make_tmp ("hunch-models-XXXXXX", &error);
  g_assert_no_error (error);
  g_setenv ("HUNCH_MODEL_DIR", f->models, TRUE);
  tell_no_more ("calls");
  f->settings = g_object_new (HUNCH_TYPE_SETTINGS, "model", "tiny", "enabled", FALSE, NULL);
  f->window = gtk_window_new (GTK_WINDOW_TOPLEVEL);
  gtk_container_add (GTK_CONTAINER (f->window), prefs_new (f->settings, TRUE));
  gtk_widget_show (f->window);
  find (f->window, f);
  g_assert_nonnull (f->button);
  g_assert_nonnull (f->about);
  g_assert_nonnull (f->progress);
}

static void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_tree (child);
    }
  g_remove (path);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_clear_pointer (&f->window, gtk_widget_destroy);
  g_object_unref (f->settings);
  remove_tree (f->models);
  g_free (f->models);
  tell_no_more ("slow");
  tell_no_more ("offline");
}

static gboolean
too_long (gpointer what)
{
  g_error ("waited in vain: %s", (const char *) what);
  return G_SOURCE_REMOVE;
}

#define WAIT(condition)                                                                                                \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    guint guard = g_timeout_add_seconds (PATIENCE_S, too_long, #condition), tick = g_timeout_add (20, on_tick, NULL);  \
                                                                                                                       \
    while (!(condition))                                                                                               \
      g_main_context_iteration (NULL, TRUE);                                                                           \
    g_source_remove (guard);                                                                                           \
    g_source_remove (tick);                                                                                            \
  }                                                                                                                    \
  G_STMT_END

static gboolean
on_tick (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

static void
press (Fixture *f)
{
  gtk_button_clicked (GTK_BUTTON (f->button));
}

static gboolean
offers (Fixture *f, const char *label)
{
  return gtk_widget_get_visible (f->button) && strcmp (gtk_button_get_label (GTK_BUTTON (f->button)), label) == 0;
}

static gboolean
is_there (Fixture *f)
{
  g_autofree char *path = g_build_filename (f->models, "tiny.gguf", NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

static const char *
says (Fixture *f)
{
  return gtk_label_get_text (GTK_LABEL (f->about));
}

static void
on_model (Fixture *f)
{
  f->n_changes++;
}

static void
test_consent (Fixture *f, gconstpointer data)
{
  g_assert_true (offers (f, "Download"));
  g_assert_false (gtk_widget_get_visible (f->progress));
  g_assert_nonnull (strstr (says (f), "For tests"));
  g_assert_nonnull (strstr (says (f), "kB")); /* its size */
  spin (500);
  g_object_set (f->settings, "model", "", NULL); /* the default is that one, too */
  g_assert_true (offers (f, "Download"));
  spin (500);
  g_assert_cmpuint (count_calls (), ==, 0);
  g_assert_false (is_there (f));
}

static void
test_fetch (Fixture *f, gconstpointer data)
{
  g_autoptr (HunchCatalogue) catalogue = hunch_catalogue_new (NULL);
  g_autofree char *none = hunch_catalogue_find_model (catalogue, "tiny", NULL), *path = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_null (none);
  tell ("slow");
  g_signal_connect_swapped (f->settings, "notify::model", G_CALLBACK (on_model), f);
  press (f);
  g_assert_true (offers (f, "Stop"));
  g_assert_true (gtk_widget_get_visible (f->progress));
  WAIT (gtk_progress_bar_get_fraction (GTK_PROGRESS_BAR (f->progress)) > 0);
  g_assert_cmpfloat (gtk_progress_bar_get_fraction (GTK_PROGRESS_BAR (f->progress)), <=, 1);
  g_assert_nonnull (strstr (gtk_progress_bar_get_text (GTK_PROGRESS_BAR (f->progress)), " of "));
  WAIT (!gtk_widget_get_visible (f->button));
  g_assert_false (gtk_widget_get_visible (f->progress));
  g_assert_true (is_there (f));
  g_assert_cmpuint (f->n_changes, ==, 1); /* whoever could not find the model looks again */
  path = hunch_catalogue_find_model (catalogue, "tiny", &error);
  g_assert_no_error (error);
  g_assert_true (g_str_has_prefix (path, f->models));
  g_assert_nonnull (strstr (says (f), "For tests"));
}

static void
test_stop (Fixture *f, gconstpointer data)
{
  guint n_calls;

  tell ("slow");
  press (f);
  WAIT (count_calls () > 0);
  press (f);
  WAIT (offers (f, "Download"));
  g_assert_false (gtk_widget_get_visible (f->progress));
  g_assert_nonnull (strstr (says (f), "For tests")); /* to have stopped is no failure */
  n_calls = count_calls ();
  spin (1000);
  g_assert_cmpuint (count_calls (), ==, n_calls);
  g_assert_false (is_there (f));
  tell_no_more ("slow");
  press (f);
  WAIT (is_there (f) && !gtk_widget_get_visible (f->button));
}

static void
test_failure (Fixture *f, gconstpointer data)
{
  tell ("offline");
  press (f);
  WAIT (offers (f, "Download"));
  g_assert_nonnull (strstr (says (f), "network"));
  g_assert_nonnull (strstr (says (f), "try again"));
  g_assert_false (gtk_widget_get_visible (f->progress));
  g_assert_false (is_there (f));
  tell_no_more ("offline");
  press (f);
  WAIT (is_there (f) && !gtk_widget_get_visible (f->button));
  g_assert_nonnull (strstr (says (f), "For tests"));
}

/* The dialog is closed while it fetches. */
static void
test_closed (Fixture *f, gconstpointer data)
{
  guint n_calls;

  tell ("slow");
  press (f);
  WAIT (count_calls () > 0);
  g_clear_pointer (&f->window, gtk_widget_destroy);
  n_calls = count_calls ();
  spin (1500);
  g_assert_cmpuint (count_calls (), ==, n_calls);
  g_assert_false (is_there (f));
}

#define ADD(name, test) g_test_add ("/gtk/prefs/" name, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_assert_nonnull (g_getenv ("HUNCH_TEST_REGISTRY"));
  gtk_init (&argc, &argv);
  ADD ("asks-first", test_consent);
  ADD ("fetches", test_fetch);
  ADD ("stops", test_stop);
  ADD ("failure-said", test_failure);
  ADD ("closed-while-fetching", test_closed);
  return g_test_run ();
}
