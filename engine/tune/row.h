/* row.h: what is told of a setting that was measured; plain data.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

typedef struct
{
  const char *name; /* static */
  char *value;
  const char *phase;    /* what the tokens a second are of: "reading", "writing" or "both"; static */
  double before, after; /* tokens a second, with what held before and with value */
} HunchTuneRow;
