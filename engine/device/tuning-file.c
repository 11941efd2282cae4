/* tuning-file.c: what was measured on a device, kept under the user's configuration.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A file a device. It says for which driver and which kernels it was measured; one that says something else, or lacks a number, or has
 * one that makes no sense, counts as none: that costs speed, and is no error. The key is last, so that half a file is none. */
#include "config.h"

#include "engine/device/tuning.h"

#include "engine/base/digest.h"
#include "engine/base/hunch-error.h"
#include "engine/base/i18n.h"
#include "engine/device/device-private.h"

#include <glib/gstdio.h>
#include <sys/stat.h>

#define FORMAT_VERSION "2" /* also of the numbers' meaning: of hunch_dot_choice and the sets of CLBlast's parameters */
#define MAX_FILE       (64 << 10)

/* The least and the most that make sense. */
static const guint limits[HUNCH_N_TUNE][2] = {
  [HUNCH_TUNE_DOT] = { 0, 31 },
  [HUNCH_TUNE_MATMUL_TILE] = { 2, 32 },
  [HUNCH_TUNE_GEMM_MIN_TOKENS] = { 1, G_MAXUINT },
  [HUNCH_TUNE_GEMM_PARAMS] = { 0, 31 },
  [HUNCH_TUNE_DECODE_LAUNCHES] = { 0, 1 },
  [HUNCH_TUNE_DECODE_CHUNKS] = { 1, 1024 },
  [HUNCH_TUNE_MATVEC_GROUPS] = { 1, 1024 },
};

/* All that a measurement may depend on. */
static char *
key_of (const HunchDeviceInfo *info)
{
  g_autofree char *units = g_strdup_printf ("%u", info->caps.compute_units);
  const char *const words[]
      = { FORMAT_VERSION,          info->name,      info->vendor, info->driver, info->version, info->platform, units,
          hunch_kernels_digest (), PACKAGE_VERSION, NULL };

  return hunch_digest (words);
}

char *
hunch_tuning_path (const HunchDeviceInfo *info)
{
  const char *const words[] = { info->name, info->vendor, info->platform, NULL };
  g_autofree char *device = hunch_digest (words);
  g_autofree char *name = g_strdup_printf ("%.16s.ini", device);

  return g_build_filename (g_get_user_config_dir (), "hunch", "tuning", name, NULL);
}

static gboolean
parse (GKeyFile *file, const char *key, HunchTuning *tuning)
{
  g_autofree char *of = g_key_file_get_string (file, "device", "key", NULL);
  HunchTuning t = tuning ? *tuning : (HunchTuning){ 0 };

  if (g_strcmp0 (of, key) != 0)
    return FALSE;
  for (HunchTuneSetting i = 0; i < HUNCH_N_TUNE; i++)
    {
      g_autofree char *text = g_key_file_get_string (file, "settings", hunch_tune_setting_name (i), NULL);
      guint64 value;

      if (text == NULL || !g_ascii_string_to_unsigned (text, 10, limits[i][0], limits[i][1], &value, NULL))
        return FALSE;
      *hunch_tune_setting (&t, i) = (guint) value;
    }
  if (tuning)
    *tuning = t;
  return TRUE;
}

gboolean
hunch_tuning_load (const HunchDeviceInfo *info, HunchTuning *tuning)
{
  g_autofree char *path = hunch_tuning_path (info);
  g_autofree char *key = NULL;
  g_autoptr (GKeyFile) file = g_key_file_new ();
  GStatBuf st;

  if (g_strcmp0 (g_getenv ("HUNCH_TUNING"), "none") == 0 || g_stat (path, &st) != 0 || !S_ISREG (st.st_mode)
      || st.st_size > MAX_FILE || !g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, NULL))
    return FALSE;
  key = key_of (info);
  return parse (file, key, tuning);
}

gboolean
hunch_tuning_save (const HunchDeviceInfo *info, const HunchTuning *tuning, GError **error)
{
  g_autofree char *path = hunch_tuning_path (info), *folder = g_path_get_dirname (path);
  g_autofree char *key = key_of (info), *text = NULL;
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autoptr (GError) why = NULL;
  HunchTuning t = *tuning;
  gsize length;

  g_key_file_set_comment (file, NULL, NULL,
                          " Measured by hunch tune. Without this file Hunch takes what suits such devices.", NULL);
  for (HunchTuneSetting i = 0; i < HUNCH_N_TUNE; i++)
    g_key_file_set_uint64 (file, "settings", hunch_tune_setting_name (i), *hunch_tune_setting (&t, i));
  g_key_file_set_string (file, "device", "name", info->name);
  g_key_file_set_string (file, "device", "driver", info->driver);
  g_key_file_set_string (file, "device", "key", key);
  text = g_key_file_to_data (file, &length, NULL);
  g_mkdir_with_parents (folder, 0700);
  if (g_file_set_contents_full (path, text, length, G_FILE_SET_CONTENTS_CONSISTENT, 0600, &why))
    return TRUE;
  g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_FAILED, _ ("What was measured cannot be kept: %s"), why->message);
  return FALSE;
}
