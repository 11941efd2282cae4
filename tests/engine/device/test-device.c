/* test-device.c: kernels that are built, on threads too; profile, fork and exit of one device.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/hunch-error.h"
#include "engine/device/manifest.h"
#include "engine/device/profile.h"
#include "tests/engine/device/run-kernel.h"
#include "tests/engine/device/trap.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void
building (const char *stem, gpointer data)
{
  g_ptr_array_add (data, (gpointer) g_intern_string (stem));
}

/* What is built is told from the first program on, the self-test's; what is found on disk is not built. */
static void
tells_builds_sub (void)
{
  g_autofree char *folder = g_dir_make_tmp ("hunch-cache-XXXXXX", NULL);
  g_autoptr (GPtrArray) told = g_ptr_array_new ();
  const HunchDeviceOptions options = { .building = building, .user_data = told };
  GError *error = NULL;
  HunchDevice *dev;

  g_setenv ("HUNCH_CACHE_DIR", folder, TRUE);
  dev = hunch_device_open_with (NULL, &options, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (told->len, ==, 1);
  g_assert_cmpstr (told->pdata[0], ==, "selftest");
  clReleaseKernel (hunch_device_kernel (dev, "selftest", "-DA=1", "selftest", &error));
  clReleaseKernel (hunch_device_kernel (dev, "selftest", "-DA=1", "selftest", &error));
  g_assert_no_error (error);
  g_assert_cmpuint (told->len, ==, 2);
  hunch_device_set_build_progress (dev, NULL, NULL);
  clReleaseKernel (hunch_device_kernel (dev, "selftest", "-DA=2", "selftest", &error));
  g_assert_cmpuint (told->len, ==, 2);
  hunch_device_settle (dev, 60000); /* keeps them */
  hunch_device_unref (dev);
  dev = hunch_device_open_with (NULL, &options, &error);
  g_assert_no_error (error);
  clReleaseKernel (hunch_device_kernel (dev, "selftest", "-DA=1", "selftest", &error));
  g_assert_cmpuint (told->len, ==, 2);
  hunch_device_unref (dev);
  hunch_remove_tree (folder);
}

static void
test_kernel_errors (void)
{
  HunchDevice *dev = open_or_fail ();
  GError *error = NULL;

  g_assert_null (hunch_device_kernel (dev, "no-such", NULL, "x", &error));
  g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_DEVICE);
  g_clear_error (&error);
  g_assert_null (hunch_device_kernel (dev, "selftest", NULL, "no_such", &error));
  g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_DEVICE);
  g_clear_error (&error);
  g_assert_null (hunch_device_kernel (dev, "selftest", "-Dbarrier=oops", "selftest", &error));
  g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_DEVICE);
  g_assert_null (strchr (error->message, '\n'));
  g_assert_nonnull (strstr (error->message, "cl/selftest.cl"));
  g_clear_error (&error);
  hunch_device_unref (dev);
}

static gpointer
build_same (gpointer data)
{
  cl_kernel kernel = hunch_device_kernel (data, "selftest", "-DTHREADS", "selftest", NULL);

  g_assert_nonnull (kernel);
  clReleaseKernel (kernel);
  return NULL;
}

static void
test_threads (void)
{
  HunchDevice *dev = open_or_fail ();
  GThread *threads[4];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("build", build_same, dev);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  hunch_device_unref (dev);
}

static void
profile (HunchDevice *dev, gboolean timed)
{
  cl_kernel kernel = hunch_device_kernel (dev, "selftest", NULL, "selftest", NULL);
  g_autoptr (GPtrArray) rows = NULL;
  const HunchProfileRow *row;

  g_assert_cmpint (run_kernel (dev, kernel), ==, CL_SUCCESS);
  g_assert_true (hunch_profile_start (dev));
  g_assert_false (hunch_profile_start (dev));
  for (guint i = 0; i < 5000; i++)
    g_assert_cmpint (run_kernel (dev, kernel), ==, CL_SUCCESS);
  rows = hunch_profile_stop (dev);
  g_assert_cmpuint (rows->len, ==, 1);
  row = g_ptr_array_index (rows, 0);
  g_assert_cmpstr (row->kernel, ==, "selftest");
  g_assert_cmpuint (row->launches, ==, 5000);
  g_assert_true (timed == (row->ns > 0));
  g_assert_true (hunch_launch_hook == NULL);
  g_assert_cmpint (run_kernel (dev, kernel), ==, CL_SUCCESS);
  clReleaseKernel (kernel);
  hunch_device_unref (dev);
}

static void
test_profile (void)
{
  GError *error = NULL;
  HunchDevice *dev = hunch_device_open_with (NULL, &(HunchDeviceOptions){ .profiled = TRUE }, &error);

  g_assert_no_error (error);
  profile (dev, TRUE);
  profile (open_or_fail (), FALSE);
}

static void
test_fork (void)
{
  HunchDevice *dev = open_and_run ();
  cl_kernel kernel = hunch_device_kernel (dev, "selftest", NULL, "selftest", NULL);
  cl_mem mem = hunch_device_buffer (dev, 0, 64, "a buffer", NULL);
  const pid_t pid = fork ();
  int status;

  if (pid == 0)
    {
      const size_t one = 1;
      HunchArgs a = hunch_args (kernel);
      gboolean ok = hunch_enqueue (&a, dev->queue, 1, &one, &one) != CL_SUCCESS;

      ok = ok && hunch_device_buffer (dev, 0, 64, "another", NULL) == NULL;
      ok = ok && hunch_device_kernel (dev, "selftest", NULL, "selftest", NULL) == NULL;
      ok = ok && hunch_device_open (NULL, NULL) == NULL;
      hunch_device_buffer_free (dev, &mem);
      hunch_device_unref (dev);
#ifdef __SANITIZE_ADDRESS__
      _exit (ok && mem == NULL ? 0 : 1); /* the child leaves things alone, which the sanitizer takes for leaks */
#else
      exit (ok && mem == NULL ? 0 : 1); /* runs what was registered for the end, too */
#endif
    }
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  g_assert_true (WIFEXITED (status) && WEXITSTATUS (status) == 0);
  g_assert_cmpint (run_kernel (dev, kernel), ==, CL_SUCCESS);
  clReleaseKernel (kernel);
  hunch_device_buffer_free (dev, &mem);
  hunch_device_unref (dev);
}

static gpointer
launch_forever (gpointer data)
{
  HunchDevice *dev = data;
  cl_kernel kernel = hunch_device_kernel (dev, "selftest", NULL, "selftest", NULL);

  while (run_kernel (dev, kernel) == CL_SUCCESS)
    ;
  return NULL;
}

static void
exit_sub (void)
{
  HunchDevice *dev = open_and_run ();

  g_thread_unref (g_thread_new ("launch", launch_forever, dev));
  g_usleep (g_random_int_range (1000, 50000));
  exit (0);
}

static void
test_exit (void)
{
  for (guint i = 0; i < 10; i++)
    trap_alone ("/device/exit/subprocess");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/device/tells-builds", "/device/tells-builds/subprocess", trap_alone);
  g_test_add_func ("/device/tells-builds/subprocess", tells_builds_sub);
  g_test_add_func ("/device/kernel-errors", test_kernel_errors);
  g_test_add_func ("/device/threads", test_threads);
  g_test_add_func ("/device/profile", test_profile);
  g_test_add_func ("/device/fork", test_fork);
  g_test_add_func ("/device/exit", test_exit);
  g_test_add_func ("/device/exit/subprocess", exit_sub);
  return g_test_run ();
}
