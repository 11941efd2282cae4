/* core-policy.h: where completion keeps quiet, and why.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "plugin/core-context.h"

G_BEGIN_DECLS

/* Why nothing may be inserted at the cursor now; NULL if something may. Translated, not to be freed. */
const char *core_policy_blocks (const CoreContext *context, HunchSettings *settings);
/* Why nothing is suggested without being asked; NULL if it is. */
const char *core_policy_blocks_auto (const CoreContext *context, HunchSettings *settings);
/* Whether a text may be read as context for other texts. */
gboolean core_policy_may_read (const CoreContext *context, HunchSettings *settings);

G_END_DECLS
