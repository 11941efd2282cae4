/* test-tuning.c: what hunch tune keeps comes back for the same device, driver and kernels; anything else counts as nothing.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/device/tuning.h"

#include <glib/gstdio.h>
#include <string.h>

static HunchDeviceInfo
some_device (void)
{
  return (HunchDeviceInfo){ .name = (char *) "A [device]\n= of 2 lines",
                            .vendor = (char *) "V",
                            .driver = (char *) "1.2",
                            .version = (char *) "OpenCL 1.2",
                            .platform = (char *) "P",
                            .caps = { .type = CL_DEVICE_TYPE_GPU, .compute_units = 4 } };
}

static const guint values[HUNCH_N_TUNE] = { 3, 16, 48, 2, 1, 32, 4 };

static HunchTuning
some_tuning (void)
{
  HunchTuning t = { .exact_gemm_min_tokens = 7, .group = 64 };

  for (HunchTuneSetting i = 0; i < HUNCH_N_TUNE; i++)
    *hunch_tune_setting (&t, i) = values[i];
  return t;
}

static void
save (const HunchDeviceInfo *info)
{
  const HunchTuning t = some_tuning ();
  GError *error = NULL;

  g_assert_true (hunch_tuning_save (info, &t, &error));
  g_assert_no_error (error);
}

static void
test_round_trip (void)
{
  const HunchDeviceInfo info = some_device ();
  HunchTuning t = { .exact_gemm_min_tokens = 9, .group = 1 };

  g_assert_false (hunch_tuning_load (&info, &t));
  g_assert_cmpuint (t.dot, ==, 0);
  save (&info);
  g_assert_true (hunch_tuning_load (&info, NULL));
  g_assert_true (hunch_tuning_load (&info, &t));
  for (HunchTuneSetting i = 0; i < HUNCH_N_TUNE; i++)
    g_assert_cmpuint (*hunch_tune_setting (&t, i), ==, values[i]);
  /* What decides the order of sums with --exact is no setting. */
  g_assert_cmpuint (t.exact_gemm_min_tokens, ==, 9);
  g_assert_cmpuint (t.group, ==, 1);
}

static void
test_stale (void)
{
  const HunchDeviceInfo info = some_device ();
  HunchDeviceInfo other[6];

  save (&info);
  for (guint i = 0; i < G_N_ELEMENTS (other); i++)
    other[i] = info;
  other[0].driver = (char *) "1.3";
  other[1].version = (char *) "OpenCL 3.0";
  other[2].name = (char *) "Another";
  other[3].platform = (char *) "Q";
  other[4].vendor = (char *) "W";
  other[5].caps.compute_units = 5;
  for (guint i = 0; i < G_N_ELEMENTS (other); i++)
    g_assert_false (hunch_tuning_load (&other[i], NULL));
  /* A new measurement takes the place of the one for an older driver. */
  save (&other[0]);
  g_assert_true (hunch_tuning_load (&other[0], NULL));
  g_assert_false (hunch_tuning_load (&info, NULL));
}

/* Each beginning of the file, and each line changed. */
static void
test_damaged (void)
{
  const HunchDeviceInfo info = some_device ();
  g_autofree char *path = hunch_tuning_path (&info), *text = NULL;
  const char *const wrong[] = { "-1", "0x10", "99999999999", "", "many", "1e3", "\xff\xfe" };
  HunchTuning t = { .dot = 77 };
  gsize n;

  save (&info);
  g_assert_true (g_file_get_contents (path, &text, &n, NULL));
  for (gsize i = 0; i + 1 < n; i++) /* the last byte is a line break */
    {
      g_assert_true (g_file_set_contents (path, text, i, NULL));
      g_assert_false (hunch_tuning_load (&info, &t));
    }
  for (HunchTuneSetting s = 0; s < HUNCH_N_TUNE; s++)
    for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
      {
        g_autofree char *was = g_strdup_printf ("\n%s=%u\n", hunch_tune_setting_name (s), values[s]);
        g_autofree char *is = g_strdup_printf ("\n%s=%s\n", hunch_tune_setting_name (s), wrong[i]);
        g_auto (GStrv) parts = g_strsplit (text, was, 2);
        g_autofree char *all = g_strjoinv (is, parts);

        g_assert_nonnull (parts[1]);
        g_assert_true (g_file_set_contents (path, all, -1, NULL));
        g_assert_false (hunch_tuning_load (&info, &t));
      }
  g_assert_cmpuint (t.dot, ==, 77);
  g_assert_true (g_file_set_contents (path, text, n, NULL));
  g_assert_true (hunch_tuning_load (&info, NULL));
  g_unlink (path);
  g_mkdir (path, 0700);
  g_assert_false (hunch_tuning_load (&info, NULL));
  g_rmdir (path);
}

static void
test_not_writable (void)
{
  const HunchDeviceInfo info = some_device ();
  const HunchTuning t = some_tuning ();
  g_autofree char *path = hunch_tuning_path (&info);
  g_autoptr (GError) error = NULL;

  g_mkdir_with_parents (path, 0700);
  g_assert_false (hunch_tuning_save (&info, &t, &error));
  g_assert_nonnull (strstr (error->message, "kept"));
  g_rmdir (path);
}

static void
test_takes_effect (void)
{
  HunchDevice *dev = hunch_device_open (NULL, NULL);
  const HunchTuning shipped = *hunch_tuning (dev);
  HunchTuning t = shipped;

  t.matmul_tile[1] = 10;
  t.gemm_min_tokens = 5;
  g_assert_true (hunch_tuning_save (dev->info, &t, NULL));
  hunch_device_unref (dev);
  dev = hunch_device_open (NULL, NULL);
  g_assert_cmpuint (hunch_tuning (dev)->matmul_tile[1], ==, 10);
  g_assert_cmpuint (hunch_tuning (dev)->gemm_min_tokens, ==, 5);
  g_assert_cmpuint (hunch_tuning (dev)->exact_gemm_min_tokens, ==, shipped.exact_gemm_min_tokens);
  hunch_device_unref (dev);
  g_setenv ("HUNCH_TUNING", "none", TRUE);
  dev = hunch_device_open (NULL, NULL);
  g_unsetenv ("HUNCH_TUNING");
  g_assert_cmpmem (hunch_tuning (dev), sizeof shipped, &shipped, sizeof shipped);
  hunch_device_unref (dev);
}

int
main (int argc, char **argv)
{
  g_unsetenv ("HUNCH_TUNING");
  g_unsetenv ("HUNCH_GEMM_MIN_TOKENS");
  g_test_init (&argc, &argv, G_TEST_OPTION_ISOLATE_DIRS, NULL);
  g_test_add_func ("/device/tuning/round-trip", test_round_trip);
  g_test_add_func ("/device/tuning/stale", test_stale);
  g_test_add_func ("/device/tuning/damaged", test_damaged);
  g_test_add_func ("/device/tuning/not-writable", test_not_writable);
  g_test_add_func ("/device/tuning/takes-effect", test_takes_effect);
  return g_test_run ();
}
