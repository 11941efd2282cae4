/* hunch-kernel-use.h: what one kernel did in a phase of a profile.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#if !defined(HUNCH_INSIDE) && !defined(HUNCH_COMPILATION)
#error "Only <hunch/hunch.h> can be included directly."
#endif

#include <gio/gio.h>
#include "hunch-version.h"

G_BEGIN_DECLS

#define HUNCH_TYPE_KERNEL_USE (hunch_kernel_use_get_type ())
HUNCH_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HunchKernelUse, hunch_kernel_use, HUNCH, KERNEL_USE, GObject)

HUNCH_AVAILABLE_IN_0_1
const char *hunch_kernel_use_get_name (HunchKernelUse *self);
HUNCH_AVAILABLE_IN_0_1
guint64 hunch_kernel_use_get_launches (HunchKernelUse *self);
HUNCH_AVAILABLE_IN_0_1
double hunch_kernel_use_get_seconds (HunchKernelUse *self);

G_END_DECLS
