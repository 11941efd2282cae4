/* document-host.h: a document of Geany as a host of completion.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <geanyplugin.h>
#include "libhunch/hunch.h"

G_BEGIN_DECLS

#define DOCUMENT_TYPE_HOST (document_host_get_type ())
G_DECLARE_FINAL_TYPE (DocumentHost, document_host, DOCUMENT, HOST, GObject)

DocumentHost *document_host_new (GeanyDocument *doc, HunchSettings *settings);
/* The document goes, or the plugin does; the view must still be there. */
void document_host_close (DocumentHost *self);

/* What the editor said. Changes are told to Hunch a little later, when Scintilla allows to read them. */
void document_host_notify (DocumentHost *self, const SCNotification *notification);
/* A key that was pressed in the view: what it changes was typed. */
void document_host_key (DocumentHost *self, const GdkEventKey *event);
/* Tells Hunch what has changed, if anything has. */
void document_host_flush (DocumentHost *self);

gboolean document_host_has_focus (DocumentHost *self);
void document_host_set_composing (DocumentHost *self, gboolean is_composing); /* by an input method */
gboolean document_host_has_popup (DocumentHost *self);   /* a list of Geany's own completion uses the keys */
guint document_host_count_inserted (DocumentHost *self); /* how often Hunch has inserted text */

G_END_DECLS
