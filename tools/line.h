/* line.h: lines that a person types, with editing and history where the terminal and the build have them.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* A line without its line break; NULL at the end of the input. (transfer full) */
char *line_read (const char *prompt);
