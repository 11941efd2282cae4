/* cache-folder.c: where caches live.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/device/device-private.h"

char *
hunch_cache_folder (const char *name)
{
  const char *top = g_getenv ("HUNCH_CACHE_DIR");
  char *path = top != NULL && *top != '\0' ? g_build_filename (top, name, NULL)
                                           : g_build_filename (g_get_user_cache_dir (), "hunch", name, NULL);

  if (g_mkdir_with_parents (path, 0700) == 0)
    return path;
  g_free (path);
  return NULL;
}
