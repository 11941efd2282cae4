/* hunch-error.c: the error domain.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/hunch-error.h"

/* clang-format off */
G_DEFINE_QUARK (hunch-error-quark, hunch_error)
