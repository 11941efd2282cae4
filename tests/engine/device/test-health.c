/* test-health.c: a device that fails, that cannot be opened, or that computes wrongly.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/hunch-error.h"
#include "engine/device/manifest.h"
#include "tests/engine/device/run-kernel.h"
#include "tests/engine/device/trap.h"
#include "tests/fixtures/opencl/cl-shim.h"

#include <string.h>

/* In a process of its own, since health is for the process. */
static void
with_two_devices (gconstpointer path)
{
  trap_with_env (path, "POCL_DEVICES", "pthread basic", NULL);
  g_test_trap_assert_passed ();
}

static void
steps_sub (void)
{
  HunchDevice *dev = open_or_fail ();
  const char *why = "";
  GError *error = NULL;

  g_assert_true (hunch_device_check (dev, CL_SUCCESS, "nothing", NULL));
  g_assert_false (hunch_device_check (dev, CL_OUT_OF_RESOURCES, "matmul", &error));
  g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_NO_MEMORY);
  g_assert_nonnull (strstr (error->message, "matmul"));
  g_assert_nonnull (strstr (error->message, "CL_OUT_OF_RESOURCES"));
  g_clear_error (&error);
  g_assert_false (hunch_device_check (dev, CL_INVALID_KERNEL_ARGS, "rope", &error)); /* the same step */
  g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_DEVICE);
  g_clear_error (&error);
  g_assert_true (hunch_device_healthy (dev, &why));
  g_assert_null (why);

  /* A retry that works wipes the slate. */
  hunch_device_end_step (dev, FALSE);
  hunch_device_end_step (dev, TRUE);
  hunch_device_check (dev, CL_OUT_OF_RESOURCES, "matmul", NULL);
  hunch_device_end_step (dev, FALSE);
  g_assert_true (hunch_device_healthy (dev, NULL));

  /* One that fails turns the device off, for every later opening. */
  hunch_device_check (dev, CL_OUT_OF_RESOURCES, "matmul", NULL);
  g_assert_false (hunch_device_healthy (dev, &why));
  g_assert_nonnull (strstr (why, dev->info->name));
  hunch_device_end_step (dev, TRUE);
  g_assert_false (hunch_device_healthy (dev, NULL));
  g_assert_null (hunch_device_open ("0", &error));
  g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_DEVICE);
  g_assert_cmpstr (error->message, ==, why);
  g_clear_error (&error);
  g_assert_null (hunch_device_open (NULL, &error)); /* and no other takes its place unasked */
  g_assert_cmpstr (error->message, ==, why);
  g_error_free (error);
  hunch_device_unref (dev);
}

/* A caller that never looks cannot go on for ever. */
static void
careless_sub (void)
{
  HunchDevice *dev = open_or_fail ();

  for (guint i = 0; i < 100; i++)
    hunch_device_check (dev, CL_INVALID_COMMAND_QUEUE, "matmul", NULL);
  g_assert_false (hunch_device_healthy (dev, NULL));
  hunch_device_unref (dev);
}

/* Opening while the n-th call fails: an error or a device, and nothing left behind. */
static void
open_fails_sub (void)
{
  g_autofree char *folder = g_dir_make_tmp ("hunch-cache-XXXXXX", NULL);
  guint n_failed = 0;

  g_setenv ("HUNCH_CACHE_DIR", folder, TRUE); /* so that the self-test runs */
  for (guint n = 1; n <= 40; n++)
    {
      GError *error = NULL;
      HunchDevice *dev;

      hunch_shim_fail (NULL, n, n % 2 == 0 ? CL_OUT_OF_RESOURCES : CL_MEM_OBJECT_ALLOCATION_FAILURE);
      dev = hunch_device_open ("0", &error);
      hunch_shim_fail (NULL, 0, 0);
      if (dev == NULL)
        {
          g_assert_true (error != NULL && error->domain == HUNCH_ERROR);
          g_assert_nonnull (
              strstr (error->message, n % 2 == 0 ? "CL_OUT_OF_RESOURCES" : "CL_MEM_OBJECT_ALLOCATION_FAILURE"));
          g_clear_error (&error);
          n_failed++;
          dev = open_or_fail ();
        }
      hunch_device_end_step (dev, TRUE);
      hunch_device_unref (dev);
      g_assert_cmpint (hunch_shim_live_buffers (), ==, 0);
      hunch_remove_tree (folder);
    }
  g_assert_cmpuint (n_failed, >, 10);
}

static gboolean
answers (HunchDevice *dev, double *worst, gpointer data, GError **error)
{
  const int *how = data;

  ((int *) data)[1]++;
  *worst = 0.5;
  if (*how < 0)
    g_set_error_literal (error, HUNCH_ERROR, HUNCH_ERROR_NO_MEMORY, "no memory");
  return *how > 0;
}

static void
test_selftest (void)
{
  HunchDevice *dev = open_or_fail ();
  g_autofree char *options = g_strdup_printf ("-DNEW=%u%u", g_random_int (), g_random_int ());
  int how[2] = { -1, 0 }; /* what to answer, and how often it was asked */
  GError *error = NULL;

  g_assert_false (hunch_device_selftest (dev, "selftest", options, answers, how, &error));
  g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_NO_MEMORY);
  g_clear_error (&error);
  how[0] = 0;
  for (guint i = 0; i < 2; i++) /* asked once, told twice */
    {
      g_assert_false (hunch_device_selftest (dev, "selftest", options, answers, how, &error));
      g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_DEVICE);
      g_assert_nonnull (strstr (error->message, options));
      g_clear_error (&error);
    }
  g_assert_cmpint (how[1], ==, 2);
  hunch_device_unref (dev);

  dev = open_or_fail ();
  how[0] = 1;
  g_assert_true (hunch_device_selftest (dev, "selftest", options, answers, how, NULL));
  g_assert_true (hunch_device_selftest (dev, "selftest", options, answers, how, NULL));
  g_assert_cmpint (how[1], ==, 3);
  hunch_device_unref (dev);

  dev = open_or_fail (); /* a right answer lasts */
  how[0] = 0;
  g_assert_true (hunch_device_selftest (dev, "selftest", options, answers, how, NULL));
  g_assert_cmpint (how[1], ==, 3);
  hunch_device_unref (dev);
}

/* A device that computes wrongly is refused, and says so. */
static void
wrong_device_sub (void)
{
  g_autofree char *folder = g_dir_make_tmp ("hunch-cache-XXXXXX", NULL);
  GError *error = NULL;

  g_setenv ("HUNCH_CACHE_DIR", folder, TRUE);
  hunch_shim_corrupt_reads (TRUE);
  g_assert_null (hunch_device_open (NULL, &error));
  g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_DEVICE);
  g_assert_nonnull (strstr (error->message, "computes wrongly"));
  g_clear_error (&error);
  hunch_shim_corrupt_reads (FALSE);
  hunch_device_unref (open_or_fail ());
  hunch_remove_tree (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/health/steps", "/health/steps/subprocess", with_two_devices);
  g_test_add_func ("/health/steps/subprocess", steps_sub);
  g_test_add_data_func ("/health/careless", "/health/careless/subprocess", trap_alone);
  g_test_add_func ("/health/careless/subprocess", careless_sub);
  g_test_add_data_func ("/health/open-fails", "/health/open-fails/subprocess", trap_alone);
  g_test_add_func ("/health/open-fails/subprocess", open_fails_sub);
  g_test_add_func ("/health/selftest", test_selftest);
  g_test_add_data_func ("/health/wrong-device", "/health/wrong-device/subprocess", trap_alone);
  g_test_add_func ("/health/wrong-device/subprocess", wrong_device_sub);
  return g_test_run ();
}
