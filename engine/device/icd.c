/* icd.c: finds drivers that are installed but that the OpenCL loader could not load, since it passes over them in silence.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/device/device-private.h"
#include "engine/base/i18n.h"

#include <dlfcn.h>
#include <string.h>

#define DEFAULT_FOLDER "/etc/OpenCL/vendors"

/* The loader has opened every driver that it can; what it holds needs no second opening, and no driver code runs here. */
static void
check_file (const char *path, GStrvBuilder *notices)
{
  char *library = NULL;
  void *handle;

  if (!g_file_get_contents (path, &library, NULL, NULL))
    return;
  g_strstrip (library);
  handle = library[0] != '\0' ? dlopen (library, RTLD_LAZY | RTLD_NOLOAD) : NULL;
  if (handle != NULL)
    dlclose (handle);
  else
    {
      char *line = g_strdup_printf (_ ("OpenCL driver skipped: “%s”, named in %s, cannot be loaded"), library, path);

      g_strv_builder_add (notices, line);
      g_free (line);
    }
  g_free (library);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
check_folder (const char *folder, GStrvBuilder *notices)
{
  GDir *dir = g_dir_open (folder, 0, NULL);
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".icd"))
      g_ptr_array_add (names, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++)
    check_file (g_ptr_array_index (names, i), notices);
  g_ptr_array_unref (names);
  if (dir != NULL)
    g_dir_close (dir);
}

void
hunch_icd_append_broken (GStrvBuilder *notices)
{
  const char *vendors = g_getenv ("OCL_ICD_VENDORS"); /* a folder, a file, or for ocl-icd a library */

  if (vendors == NULL)
    vendors = g_getenv ("OPENCL_VENDOR_PATH");
  if (vendors == NULL)
    vendors = DEFAULT_FOLDER;
  if (g_file_test (vendors, G_FILE_TEST_IS_DIR))
    check_folder (vendors, notices);
  else if (g_str_has_suffix (vendors, ".icd"))
    check_file (vendors, notices);
}
