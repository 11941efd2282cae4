/* prefs-entry.h: an entry for a setting, stored when it is done with: a half-written name is no setting.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gtk/gtk.h>

#include "libhunch/hunch.h"

G_BEGIN_DECLS

/* The text of an entry as a setting, and back; NULL for one that is a text itself. Lists of texts stand with commas. */
void prefs_entry_bind (GtkEntry *entry, HunchSettings *settings, const char *setting);

/* The same for the entry of a combo box, where choosing from the list is being done with it. */
void prefs_entry_bind_combo (GtkComboBox *combo, HunchSettings *settings, const char *setting);

G_END_DECLS
