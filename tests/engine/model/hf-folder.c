/* hf-folder.c: the scratch folder as a folder of transformers, right or wrong in one place.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/hunch-error.h"
#include "tests/engine/model/hf-folder.h"
#include "tests/engine/model/scratch.h"

#include <glib/gstdio.h>
#include <string.h>

char *
folder_fixture (const char *family, const char *name)
{
  return g_test_build_filename (G_TEST_DIST, "fixtures", "hf", family, name, NULL);
}

void
folder_copy (const char *family, const char *name)
{
  g_autofree char *from = folder_fixture (family, name), *bytes = NULL;
  gsize n;

  g_assert_true (g_file_get_contents (from, &bytes, &n, NULL));
  scratch_put (name, bytes, n);
}

void
folder_drop (const char *name)
{
  g_autofree char *path = scratch_path (name);

  g_unlink (path);
}

void
folder_restore (const char *family)
{
  folder_drop (INDEX);
  folder_copy (family, "config.json");
  folder_copy (family, WEIGHTS);
}

HunchModelFile *
folder_open (GError **error)
{
  g_autofree char *folder = scratch_path ("");

  return hunch_model_file_open (folder, error);
}

void
folder_expect (const char *file, const char *field, const char *why)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (folder_open (&error));
  g_test_message ("%s", error->message);
  g_assert_true (error->domain == HUNCH_ERROR);
  g_assert_nonnull (strstr (error->message, file));
  g_assert_nonnull (strstr (error->message, field));
  g_assert_nonnull (strstr (error->message, why));
  g_assert_null (strchr (error->message, '\n'));
}

void
folder_expect_loads (void)
{
  g_autoptr (GError) error = NULL;

  hunch_model_file_free (folder_open (&error));
  g_assert_no_error (error);
}
