/* view.c: completion in one view of gedit: a host, its actions, its keys.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <gedit/gedit-document.h>

#include "plugin/gedit/view.h"
#include "plugin/gedit/source-keys.h"

struct GeditHunchView
{
  GeditView *view;
  GeditShared *shared;
  HunchSourceHost *host;
  GActionGroup *actions;
};

/* On "event", which comes before the handlers of key-press-event, where snippets take Tab. */
static gboolean
on_event (GtkWidget *widget, GdkEvent *event, GeditHunchView *self)
{
  if (event->type != GDK_KEY_PRESS)
    return GDK_EVENT_PROPAGATE;
  return source_keys_take (&event->key, self->host, self->actions, self->shared->settings);
}

GeditHunchView *
gedit_hunch_view_new (GeditView *view, GeditShared *shared)
{
  GeditHunchView *self = g_new0 (GeditHunchView, 1);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));

  self->view = g_object_ref (view);
  self->shared = shared;
  self->host = hunch_source_host_new (GTK_SOURCE_VIEW (view), gedit_document_get_file (GEDIT_DOCUMENT (buffer)),
                                      shared->settings);
  self->actions = hunch_action_provider_create_actions (shared->provider, HUNCH_HOST (self->host), shared->completer,
                                                        shared->settings);
  g_signal_connect (view, "event", G_CALLBACK (on_event), self);
  return self;
}

void
gedit_hunch_view_free (GeditHunchView *self)
{
  if (self == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->view, self);
  hunch_source_host_close (self->host);
  g_object_unref (self->actions);
  g_object_unref (self->host);
  g_object_unref (self->view);
  g_free (self);
}

GActionGroup *
gedit_hunch_view_get_actions (GeditHunchView *self)
{
  return self->actions;
}
