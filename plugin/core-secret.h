/* core-secret.h: files that are neither completed nor read as context, known by their names.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "plugin/settings-private.h"

G_BEGIN_DECLS

/* Whether the file, or the one that it is a link to, is one of the settings' secret files. filename: UTF-8, or NULL. */
gboolean core_secret_is (const char *filename, HunchSettings *settings);

G_END_DECLS
