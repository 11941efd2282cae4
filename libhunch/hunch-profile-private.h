/* hunch-profile-private.h: how a profile is made of what the engine measured.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/session/measure.h"
#include "libhunch/hunch-kernel-use.h"
#include "libhunch/hunch-profile.h"

HunchKernelUse *hunch_kernel_use_new (const HunchMeasuredKernel *kernel);
/* phase: static. */
HunchProfile *hunch_profile_new (const char *phase, const HunchMeasuredPhase *measured, const HunchMeasurement *m);
