/* json-scan.h: looks over JSON from outside before a parser that recurses and allocates gets it.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* FALSE when brackets nest deeper than deepest, or when there are more than most values. Whether it is JSON at all is the
 * parser's affair. */
gboolean hunch_json_scan (const char *text, gsize len, guint deepest, gsize most);
