/* hunch-profile.h: where a model's time goes on its device, in one phase.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#if !defined(HUNCH_INSIDE) && !defined(HUNCH_COMPILATION)
#error "Only <hunch/hunch.h> can be included directly."
#endif

#include <gio/gio.h>
#include "hunch-kernel-use.h"
#include "hunch-version.h"

G_BEGIN_DECLS

#define HUNCH_TYPE_PROFILE (hunch_profile_get_type ())
HUNCH_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HunchProfile, hunch_profile, HUNCH, PROFILE, GObject)

HUNCH_AVAILABLE_IN_0_1
GListModel *hunch_profile_get_kernels (HunchProfile *self);

G_END_DECLS
