/* source-keys.h: the keys of completion in a view, as the settings name them.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "plugin/gedit/source-host.h"

G_BEGIN_DECLS

/* Does what a key is for. FALSE if the key shall do its usual work: nothing is shown, or an input method composes. */
gboolean source_keys_take (const GdkEventKey *event, HunchSourceHost *host, GActionGroup *actions,
                           HunchSettings *settings);

G_END_DECLS
