/* digest.h: one key for several texts.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* SHA-256 of texts, NULL-terminated, in hexadecimal digits; where one ends and the next begins counts. (transfer full) */
char *hunch_digest (const char *const *texts);
