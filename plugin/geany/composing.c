/* composing.c: whether an input method composes in the document in front.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Scintilla keeps its input method to itself. But every input method of GTK says in a signal that what it composes changed, and it
 * composes where the keys go; an emission hook hears that before Scintilla does. That it is done it may say when the keys go elsewhere
 * already. */
#include "config.h"

#include "plugin/geany/adapter.h"

#define SIGNAL "preedit-changed"

static void
end_composing (Adapter *self)
{
  GHashTableIter iter;
  gpointer document;

  g_hash_table_iter_init (&iter, self->texts);
  while (g_hash_table_iter_next (&iter, NULL, &document))
    document_host_set_composing (((AdapterDocument *) document)->host, FALSE);
}

static gboolean
on_preedit_changed (GSignalInvocationHint *hint, guint n_values, const GValue *values, gpointer data)
{
  Adapter *self = data;
  g_autofree char *preedit = NULL;

  gtk_im_context_get_preedit_string (g_value_get_object (&values[0]), &preedit, NULL, NULL);
  if (preedit == NULL || *preedit == '\0')
    end_composing (self);
  else if (self->current != NULL && document_host_has_focus (self->current->host))
    document_host_set_composing (self->current->host, TRUE);
  return TRUE;
}

void
adapter_watch_composing (Adapter *self)
{
  g_type_class_unref (g_type_class_ref (GTK_TYPE_IM_CONTEXT)); /* or there may be no such signal yet */
  self->on_composing
      = g_signal_add_emission_hook (g_signal_lookup (SIGNAL, GTK_TYPE_IM_CONTEXT), 0, on_preedit_changed, self, NULL);
}

void
adapter_unwatch_composing (Adapter *self)
{
  if (self->on_composing != 0)
    g_signal_remove_emission_hook (g_signal_lookup (SIGNAL, GTK_TYPE_IM_CONTEXT), self->on_composing);
  self->on_composing = 0;
}
