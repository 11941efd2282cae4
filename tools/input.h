/* input.h: the text that a command works on: a word of the command line, a file, or standard input; bytes as they are.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

/* path "-" is standard input. */
GBytes *input_read (const char *path, GError **error);
/* words: what is left of the command line (nullable); file: --file (nullable). Exactly one of them gives the text. */
GBytes *input_text (char **words, const char *file, GError **error);
