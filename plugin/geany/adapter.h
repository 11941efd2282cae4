/* adapter.h: the plugin while it is active: its documents, and which of them the actions are for.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "plugin/geany/document-host.h"

G_BEGIN_DECLS

typedef struct
{
  DocumentHost *host;
  GActionGroup *actions; /* completion in the host */
} AdapterDocument;

typedef struct
{
  GeanyPlugin *plugin;
  HunchSettings *settings;
  HunchModelCompleter *completer; /* one for all documents */
  HunchActionProvider *provider;
  GHashTable *texts;        /* id of a GeanyDocument (guint) to AdapterDocument */
  AdapterDocument *current; /* of the document in front; NULL for none */
  GeanyKeyGroup *keys;
  GtkWidget *menu_item;
  gulong on_tools;               /* handler on the menu that it is in */
  gulong on_status, on_progress; /* handlers on the actions of `current` */
  gulong on_composing;           /* hook; 0 for none */
  gboolean in_progress;          /* the progress bar is ours */
} Adapter;

/* adapter.c */
AdapterDocument *adapter_get_document (Adapter *self, GeanyDocument *doc); /* begins completion in it at first */
void adapter_close_document (Adapter *self, GeanyDocument *doc);
void adapter_set_current (Adapter *self, AdapterDocument *document); /* nullable */

/* keys.c */
void adapter_add_keys (Adapter *self);
gboolean adapter_take_key (Adapter *self, const GdkEventKey *event);
char *adapter_dup_key (Adapter *self, const char *action); /* as GTK writes keys; NULL for none */

/* menu.c */
void adapter_add_menu (Adapter *self);
void adapter_remove_menu (Adapter *self); /* if there is one */
void adapter_update_menu (Adapter *self); /* the actions are those of `current` */

/* status.c */
void adapter_watch_status (Adapter *self); /* of `current` */
void adapter_unwatch_status (Adapter *self);

/* composing.c */
void adapter_watch_composing (Adapter *self);
void adapter_unwatch_composing (Adapter *self);

/* preferences.c */
GtkWidget *adapter_preferences_new (Adapter *self, GtkDialog *dialog);

G_END_DECLS
