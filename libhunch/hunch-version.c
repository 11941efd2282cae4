/* hunch-version.c: the version of the library that runs.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/hunch-version.h"

/**
 * hunch_get_major_version:
 *
 * First number of the version of the library that runs.
 *
 * Returns: first number of the version of the library that runs
 */
guint
hunch_get_major_version (void)
{
  return HUNCH_MAJOR_VERSION;
}

/**
 * hunch_get_minor_version:
 *
 * Second number of the version of the library that runs.
 *
 * Returns: second number of the version of the library that runs
 */
guint
hunch_get_minor_version (void)
{
  return HUNCH_MINOR_VERSION;
}

/**
 * hunch_get_micro_version:
 *
 * Third number of the version of the library that runs.
 *
 * Returns: third number of the version of the library that runs
 */
guint
hunch_get_micro_version (void)
{
  return HUNCH_MICRO_VERSION;
}

/**
 * hunch_check_version:
 * @major: first number that the caller needs
 * @minor: second number
 * @micro: third number
 *
 * Whether the library that runs can stand in for the version named: the same first number, and not older.
 * A program passes the numbers of the headers that it was compiled with.
 *
 * Returns: (nullable): %NULL when it can; otherwise a text that says why not
 */
const char *
hunch_check_version (guint major, guint minor, guint micro)
{
  if (major != HUNCH_MAJOR_VERSION)
    return "the library has another major version";
  if (minor > HUNCH_MINOR_VERSION || (minor == HUNCH_MINOR_VERSION && micro > HUNCH_MICRO_VERSION))
    return "the library is older than what is needed";
  return NULL;
}
