/* hunch-error.h: stands in the source tree for the installed hunch/hunch-error.h, which is engine/base/hunch-error.h itself.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/base/hunch-error.h"
