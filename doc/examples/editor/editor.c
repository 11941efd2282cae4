/* editor.c: a small editor that has completion from the module of Hunch. Copy host.c and ghost.c for a program of your own.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 *     make && ./editor FILE
 *
 * The actions of completion are on the window as `hunch.complete`, `hunch.accept` and so on, for its menu; they are also on the
 * session bus, so that a script can drive them:
 *
 *     gdbus call --session -d org.hunch.Editor -o /org/hunch/Editor/completion/1 -m org.gtk.Actions.Activate complete [] {} */
#include "host.h"

/* What all windows share: a model is loaded once. */
static struct
{
  HunchSettings *settings;
  HunchCompleter *completer;
  HunchActionProvider *provider;
} shared;

typedef struct
{
  GtkWindow *window;
  GtkTextBuffer *buffer;
  GtkLabel *status;
  GFile *file;
  ViewHost *host;
  GActionGroup *actions;
  guint exported;
} Editor;

/* Keys, as people set them. Each is taken only while its action can do something; otherwise it is the view's. */

static const struct
{
  const char *setting, *action, *label;
} keys[] = {
  { "complete-key", "complete", "_Complete" },
  { "accept-key", "accept", "_Accept" },
  { "accept-line-key", "accept-line", "Accept _Line" },
  { "accept-word-key", "accept-word", "Accept _Word" },
  { "next-key", "next", "_Next" },
  { "previous-key", "previous", "_Previous" },
  { "dismiss-key", "dismiss", "_Dismiss" },
  { NULL, "toggle-auto", "_Suggest While Typing" },
};

static gboolean
is_key (const GdkEventKey *event, const char *accelerator)
{
  guint pressed = event->keyval == GDK_KEY_ISO_Left_Tab ? GDK_KEY_Tab : event->keyval;
  guint keyval;
  GdkModifierType modifiers;

  gtk_accelerator_parse (accelerator, &keyval, &modifiers);
  return keyval != 0 && gdk_keyval_to_lower (pressed) == gdk_keyval_to_lower (keyval)
         && (event->state & gtk_accelerator_get_default_mod_mask ()) == modifiers;
}

static gboolean
on_key_press (GtkWidget *view, GdkEventKey *event, Editor *self)
{
  if (hunch_host_get_flags (HUNCH_HOST (self->host)) & HUNCH_HOST_COMPOSING)
    return GDK_EVENT_PROPAGATE;
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autofree char *accelerator = NULL;

      if (keys[i].setting == NULL || !g_action_group_get_action_enabled (self->actions, keys[i].action))
        continue;
      g_object_get (shared.settings, keys[i].setting, &accelerator, NULL);
      if (accelerator == NULL || !is_key (event, accelerator))
        continue;
      g_action_group_activate_action (self->actions, keys[i].action, NULL);
      return GDK_EVENT_STOP;
    }
  return GDK_EVENT_PROPAGATE;
}

static void
on_status (GActionGroup *actions, const char *name, GVariant *state, Editor *self)
{
  gtk_label_set_text (self->status, g_variant_get_string (state, NULL));
}

/* The three things that a program does for completion: a host, its actions, and where people find them. */
static void
add_completion (Editor *self, GtkApplication *app, GtkSourceView *view)
{
  GDBusConnection *bus = g_application_get_dbus_connection (G_APPLICATION (app));
  g_autoptr (GVariant) state = NULL;
  g_autofree char *name = g_file_get_parse_name (self->file);
  g_autofree char *path = g_strdup_printf ("%s/completion/%u", g_application_get_dbus_object_path (G_APPLICATION (app)),
                                           gtk_application_window_get_id (GTK_APPLICATION_WINDOW (self->window)));

  self->host = view_host_new (view, name);
  self->actions = hunch_action_provider_create_actions (shared.provider, HUNCH_HOST (self->host), shared.completer,
                                                        shared.settings);
  gtk_widget_insert_action_group (GTK_WIDGET (self->window), "hunch", self->actions);
  g_signal_connect (view, "key-press-event", G_CALLBACK (on_key_press), self);
  g_signal_connect (self->actions, "action-state-changed::status", G_CALLBACK (on_status), self);
  state = g_action_group_get_action_state (self->actions, "status");
  on_status (self->actions, "status", state, self);
  if (bus != NULL)
    self->exported = g_dbus_connection_export_action_group (bus, path, self->actions, NULL);
}

static void
on_destroy (GtkWidget *window, Editor *self)
{
  GDBusConnection *bus = g_application_get_dbus_connection (g_application_get_default ());

  if (self->exported != 0)
    g_dbus_connection_unexport_action_group (bus, self->exported);
  view_host_close (self->host);
  g_signal_handlers_disconnect_by_data (self->actions, self);
  g_signal_handlers_disconnect_by_data (self->buffer, self);
  g_object_unref (self->actions);
  g_object_unref (self->host);
  g_object_unref (self->buffer);
  g_object_unref (self->file);
  g_free (self);
}

/* What any editor has. */

static void
update_title (Editor *self)
{
  g_autofree char *name = g_file_get_basename (self->file);
  g_autofree char *title = g_strconcat (gtk_text_buffer_get_modified (self->buffer) ? "*" : "", name, NULL);

  gtk_window_set_title (self->window, title);
}

static void
load (Editor *self)
{
  GtkSourceBuffer *buffer = GTK_SOURCE_BUFFER (self->buffer);
  g_autofree char *text = NULL, *name = g_file_get_basename (self->file);
  gsize length;

  gtk_source_buffer_set_language (
      buffer, gtk_source_language_manager_guess_language (gtk_source_language_manager_get_default (), name, NULL));
  gtk_source_buffer_begin_not_undoable_action (buffer);
  if (g_file_load_contents (self->file, NULL, &text, &length, NULL, NULL) && g_utf8_validate (text, length, NULL))
    gtk_text_buffer_set_text (self->buffer, text, length);
  gtk_source_buffer_end_not_undoable_action (buffer);
  gtk_text_buffer_set_modified (self->buffer, FALSE);
}

static void
save (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  Editor *self = data;
  GtkTextIter begin, end;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  gtk_text_buffer_get_bounds (self->buffer, &begin, &end);
  text = gtk_text_buffer_get_text (self->buffer, &begin, &end, TRUE);
  if (g_file_replace_contents (self->file, text, strlen (text), NULL, FALSE, G_FILE_CREATE_NONE, NULL, NULL, &error))
    gtk_text_buffer_set_modified (self->buffer, FALSE);
  else
    gtk_label_set_text (self->status, error->message);
}

static void
close_window (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  gtk_window_close (((Editor *) data)->window);
}

static GtkWidget *
create_menu_bar (void)
{
  g_autoptr (GMenu) bar = g_menu_new (), file = g_menu_new (), completion = g_menu_new ();

  g_menu_append (file, "_Save", "win.save");
  g_menu_append (file, "_Close", "win.close");
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autofree char *name = g_strconcat ("hunch.", keys[i].action, NULL);

      g_menu_append (completion, keys[i].label, name);
    }
  g_menu_append_submenu (bar, "_File", G_MENU_MODEL (file));
  g_menu_append_submenu (bar, "_Completion", G_MENU_MODEL (completion));
  return gtk_menu_bar_new_from_model (G_MENU_MODEL (bar));
}

static void
open_file (GtkApplication *app, GFile *file)
{
  const GActionEntry entries[]
      = { { .name = "save", .activate = save }, { .name = "close", .activate = close_window } };
  Editor *self = g_new0 (Editor, 1);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *scrolled = gtk_scrolled_window_new (NULL, NULL);
  GtkWidget *view = gtk_source_view_new (), *status = gtk_label_new (NULL);

  self->window = GTK_WINDOW (gtk_application_window_new (app));
  self->buffer = g_object_ref (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)));
  self->status = GTK_LABEL (status);
  self->file = g_object_ref (file);
  gtk_text_view_set_monospace (GTK_TEXT_VIEW (view), TRUE);
  gtk_source_view_set_auto_indent (GTK_SOURCE_VIEW (view), TRUE);
  gtk_label_set_xalign (self->status, 0);
  gtk_label_set_ellipsize (self->status, PANGO_ELLIPSIZE_END);
  gtk_container_add (GTK_CONTAINER (scrolled), view);
  gtk_box_pack_start (GTK_BOX (box), create_menu_bar (), FALSE, FALSE, 0);
  gtk_box_pack_start (GTK_BOX (box), scrolled, TRUE, TRUE, 0);
  gtk_box_pack_start (GTK_BOX (box), status, FALSE, FALSE, 0);
  gtk_container_add (GTK_CONTAINER (self->window), box);
  gtk_window_set_default_size (self->window, 800, 500);
  g_action_map_add_action_entries (G_ACTION_MAP (self->window), entries, G_N_ELEMENTS (entries), self);
  load (self);
  add_completion (self, app, GTK_SOURCE_VIEW (view));
  g_signal_connect_swapped (self->buffer, "modified-changed", G_CALLBACK (update_title), self);
  g_signal_connect (self->window, "destroy", G_CALLBACK (on_destroy), self);
  update_title (self);
  gtk_widget_show_all (GTK_WIDGET (self->window));
  gtk_widget_grab_focus (view);
}

static void
on_open (GtkApplication *app, GFile **files, int n_files, const char *hint, gpointer data)
{
  for (int i = 0; i < n_files; i++)
    open_file (app, files[i]);
}

static void
on_activate (GtkApplication *app, gpointer data)
{
  g_autoptr (GFile) file = g_file_new_for_path ("untitled.txt");

  open_file (app, file);
}

int
main (int argc, char **argv)
{
  g_autoptr (HunchModuleDb) modules = hunch_module_db_new (NULL);
  g_autoptr (GtkApplication) app = gtk_application_new ("org.hunch.Editor", G_APPLICATION_HANDLES_OPEN);
  g_autoptr (GError) error = NULL;
  int status;

  shared.provider = hunch_module_db_dup_provider (modules, &error);
  if (shared.provider == NULL)
    {
      g_printerr ("editor: %s\n", error->message);
      return 1;
    }
  shared.settings = hunch_settings_new ();
  shared.completer = HUNCH_COMPLETER (hunch_model_completer_new (shared.settings));
  g_signal_connect (app, "activate", G_CALLBACK (on_activate), NULL);
  g_signal_connect (app, "open", G_CALLBACK (on_open), NULL);
  status = g_application_run (G_APPLICATION (app), argc, argv);
  g_object_unref (shared.completer);
  g_object_unref (shared.settings);
  g_object_unref (shared.provider);
  return status;
}
