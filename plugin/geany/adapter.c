/* adapter.c: the documents in which Hunch completes, and which of them is in front.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "plugin/geany/adapter.h"

AdapterDocument *
adapter_get_document (Adapter *self, GeanyDocument *doc)
{
  AdapterDocument *document = g_hash_table_lookup (self->texts, GUINT_TO_POINTER (doc->id));

  if (document != NULL)
    return document;
  document = g_new0 (AdapterDocument, 1);
  document->host = document_host_new (doc, self->settings);
  document->actions = hunch_action_provider_create_actions (self->provider, HUNCH_HOST (document->host),
                                                            HUNCH_COMPLETER (self->completer), self->settings);
  g_hash_table_insert (self->texts, GUINT_TO_POINTER (doc->id), document);
  return document;
}

void
adapter_close_document (Adapter *self, GeanyDocument *doc)
{
  AdapterDocument *document = g_hash_table_lookup (self->texts, GUINT_TO_POINTER (doc->id));

  if (document != NULL && document == self->current)
    adapter_set_current (self, NULL);
  g_hash_table_remove (self->texts, GUINT_TO_POINTER (doc->id));
}

void
adapter_set_current (Adapter *self, AdapterDocument *document)
{
  if (self->current == document)
    return;
  if (self->current != NULL)
    {
      adapter_unwatch_status (self);
      g_action_group_activate_action (self->current->actions, "dismiss", NULL);
    }
  self->current = document;
  if (document != NULL)
    adapter_watch_status (self);
  adapter_update_menu (self);
}
