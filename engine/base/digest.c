/* digest.c: one key for several texts.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/digest.h"

#include <string.h>

/* The terminating NUL keeps "ab" + "c" apart from "a" + "bc". */
char *
hunch_digest (const char *const *texts)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  for (guint i = 0; texts[i] != NULL; i++)
    g_checksum_update (sum, (const guchar *) texts[i], strlen (texts[i]) + 1);
  return g_strdup (g_checksum_get_string (sum));
}
