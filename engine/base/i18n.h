/* i18n.h: marks messages for translation in Hunch's own catalogue, never the host's.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib/gi18n-lib.h>
