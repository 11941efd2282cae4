/* languages.h: Geany's file types by the names that GtkSourceView gives to languages.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *language_from_filetype (const char *name); /* NULL for plain text */

G_END_DECLS
