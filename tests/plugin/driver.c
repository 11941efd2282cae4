/* driver.c: a driver of OpenCL that only tells that it was loaded: in the file that HUNCH_TEST_LOADED names.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

static void __attribute__ ((constructor)) tell (void)
{
  const char *path = getenv ("HUNCH_TEST_LOADED");
  FILE *f = path != NULL ? fopen (path, "w") : NULL;

  if (f != NULL)
    fclose (f);
}
