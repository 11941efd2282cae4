/* trap.h: runs a test case in a process of its own with some environment set, since OpenCL reads it once a process.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* NULL-terminated pairs of name and value; a NULL value unsets. */
static inline void
trap_with_env (const char *path, ...)
{
  g_auto (GStrv) saved = g_get_environ ();
  va_list args;
  const char *name, *value;

  va_start (args, path);
  while ((name = va_arg (args, const char *)) != NULL)
    if ((value = va_arg (args, const char *)) != NULL)
      g_setenv (name, value, TRUE);
    else
      g_unsetenv (name);
  va_end (args);
  g_test_trap_subprocess (path, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
  va_start (args, path);
  while ((name = va_arg (args, const char *)) != NULL)
    {
      va_arg (args, const char *);
      if (g_environ_getenv (saved, name) != NULL)
        g_setenv (name, g_environ_getenv (saved, name), TRUE);
      else
        g_unsetenv (name);
    }
  va_end (args);
}

/* A test with data: path is the case that is to pass alone. */
static inline void
trap_alone (gconstpointer path)
{
  trap_with_env (path, NULL);
  g_test_trap_assert_passed ();
}
