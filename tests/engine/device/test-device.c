/* test-device.c: the memory account, health, self-test, builds on threads, profile, fork and exit of one device.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/device/device-private.h"
#include "engine/device/manifest.h"
#include "engine/device/profile.h"
#include "engine/base/hunch-error.h"
#include "tests/engine/device/run-kernel.h"
#include "tests/engine/device/trap.h"
#include "tests/fixtures/opencl/cl-shim.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static HunchDevice *
open_or_fail (void)
{
  GError *error = NULL;
  HunchDevice *dev = hunch_device_open (NULL, &error);

  g_assert_no_error (error);
  return dev;
}

/* Each in a process of its own, since health is for the process. */
static void
with_two_devices (gconstpointer path)
{
  trap_with_env (path, "POCL_DEVICES", "pthread basic", NULL);
  g_test_trap_assert_passed ();
}

static void
in_subprocess (gconstpointer path)
{
  trap_with_env (path, NULL);
  g_test_trap_assert_passed ();
}

/* Memory */

static void
test_account (void)
{
  HunchDevice *dev = open_or_fail ();
  HunchDevice *again = open_or_fail ();
  GError *error = NULL;
  cl_mem a = hunch_device_buffer (dev, 0, 1000, "a", &error);
  cl_mem empty = hunch_device_buffer (dev, CL_MEM_READ_ONLY, 0, "nothing", &error);
  cl_mem b = hunch_device_buffer (again, 0, 500, "b", &error);
  cl_mem none = NULL;
  const cl_buffer_region region = { 0, 100 };
  cl_int e;
  cl_mem part;

  g_assert_no_error (error);
  g_assert_cmpuint (hunch_device_allocated (dev), ==, 1004);
  g_assert_cmpuint (hunch_device_allocated (again), ==, 500);
  g_assert_cmpuint (hunch_device_record_account (dev->priv->record, 0), ==, 1504);
  part = clCreateSubBuffer (a, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &e);
  g_assert_cmpint (e, ==, CL_SUCCESS);
  hunch_device_buffer_free (dev, &part);
  g_assert_cmpuint (hunch_device_allocated (dev), ==, 1004);
  hunch_device_buffer_free (dev, &a);
  hunch_device_buffer_free (dev, &empty);
  hunch_device_buffer_free (dev, &none);
  hunch_device_buffer_free (again, &b);
  g_assert_null (a);
  g_assert_cmpuint (hunch_device_allocated (dev), ==, 0);
  g_assert_cmpuint (hunch_device_record_account (dev->priv->record, 0), ==, 0);
  g_assert_cmpint (hunch_shim_live_buffers (), ==, 0);
  hunch_device_unref (again);
  hunch_device_unref (dev);
}

static void
test_too_much (void)
{
  HunchDevice *dev = open_or_fail ();
  const HunchDeviceCaps *caps = &dev->info->caps;
  const guint64 wishes[] = { caps->max_alloc + 1, caps->global_mem + 1, G_MAXUINT64, G_MAXINT64 };
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (wishes); i++)
    {
      g_assert_null (hunch_device_buffer (dev, 0, wishes[i], "The wish", &error));
      g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_NO_MEMORY);
      g_assert_true (g_str_has_prefix (error->message, "The wish"));
      g_clear_error (&error);
    }
  g_assert_cmpuint (hunch_device_allocated (dev), ==, 0);
  g_assert_true (hunch_device_healthy (dev, NULL));
  hunch_device_unref (dev);
}

/* One GiB, taken in pieces until it is used up; after they are freed a smaller wish is granted. */
static void
one_gib_sub (void)
{
  HunchDevice *dev = open_or_fail ();
  GError *error = NULL;
  cl_mem mem[64] = { NULL };
  guint n = 0;

  g_assert_cmpuint (dev->info->caps.global_mem, <=, 1u << 30);
  while (n < G_N_ELEMENTS (mem)
         && (mem[n] = hunch_device_buffer (dev, 0, dev->info->caps.max_alloc / 3, "A piece", &error)) != NULL)
    n++;
  g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_NO_MEMORY);
  g_test_message ("%s", error->message);
  g_clear_error (&error);
  g_assert_cmpuint (n, >, 2);
  for (guint i = 0; i < n; i++)
    hunch_device_buffer_free (dev, &mem[i]);
  g_assert_cmpint (hunch_shim_live_buffers (), ==, 0);
  mem[0] = hunch_device_buffer (dev, 0, 1 << 20, "A smaller one", &error);
  g_assert_no_error (error);
  hunch_device_buffer_free (dev, &mem[0]);
  hunch_device_unref (dev);
}

static void
test_one_gib (void)
{
  HunchDevice *dev = open_or_fail ();
  const gboolean pocl = strcmp (dev->info->platform, "Portable Computing Language") == 0;

  hunch_device_unref (dev);
  if (!pocl)
    {
      g_test_skip ("needs PoCL, which can be told how much memory it has");
      return;
    }
  trap_with_env ("/device/one-gib/subprocess", "POCL_MEMORY_LIMIT", "1", NULL);
  g_test_trap_assert_passed ();
}

/* The driver itself refuses: an error of memory, and no mark against the device. */
static void
test_driver_refuses (void)
{
  static const cl_int codes[]
      = { CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY, CL_INVALID_BUFFER_SIZE };
  HunchDevice *dev = open_or_fail ();
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (codes); i++)
    {
      hunch_shim_fail ("clCreateBuffer", 1, codes[i]);
      g_assert_null (hunch_device_buffer (dev, 0, 4096, "It", &error));
      g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_NO_MEMORY);
      g_assert_nonnull (strstr (error->message, hunch_cl_strerror (codes[i])));
      g_clear_error (&error);
    }
  hunch_shim_fail (NULL, 0, 0);
  g_assert_cmpuint (hunch_device_allocated (dev), ==, 0);
  g_assert_true (hunch_device_healthy (dev, NULL));
  hunch_device_unref (dev);
}

/* Health */

static void
health_sub (void)
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

/* Self-test */

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
  HunchDevice *dev;

  g_setenv ("HUNCH_CACHE_DIR", folder, TRUE);
  hunch_shim_corrupt_reads (TRUE);
  g_assert_null (hunch_device_open (NULL, &error));
  g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_DEVICE);
  g_assert_nonnull (strstr (error->message, "computes wrongly"));
  g_clear_error (&error);
  hunch_shim_corrupt_reads (FALSE);
  dev = hunch_device_open (NULL, &error);
  g_assert_no_error (error);
  hunch_device_unref (dev);
  hunch_remove_tree (folder);
}

/* Building */

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

/* Profile */

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

/* Fork and exit */

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
    in_subprocess ("/device/exit/subprocess");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/device/account", test_account);
  g_test_add_func ("/device/too-much", test_too_much);
  g_test_add_func ("/device/one-gib", test_one_gib);
  g_test_add_func ("/device/one-gib/subprocess", one_gib_sub);
  g_test_add_func ("/device/driver-refuses", test_driver_refuses);
  g_test_add_data_func ("/device/health", "/device/health/subprocess", with_two_devices);
  g_test_add_func ("/device/health/subprocess", health_sub);
  g_test_add_data_func ("/device/careless", "/device/careless/subprocess", in_subprocess);
  g_test_add_func ("/device/careless/subprocess", careless_sub);
  g_test_add_data_func ("/device/open-fails", "/device/open-fails/subprocess", in_subprocess);
  g_test_add_func ("/device/open-fails/subprocess", open_fails_sub);
  g_test_add_func ("/device/selftest", test_selftest);
  g_test_add_data_func ("/device/wrong-device", "/device/wrong-device/subprocess", in_subprocess);
  g_test_add_func ("/device/wrong-device/subprocess", wrong_device_sub);
  g_test_add_data_func ("/device/tells-builds", "/device/tells-builds/subprocess", in_subprocess);
  g_test_add_func ("/device/tells-builds/subprocess", tells_builds_sub);
  g_test_add_func ("/device/kernel-errors", test_kernel_errors);
  g_test_add_func ("/device/threads", test_threads);
  g_test_add_func ("/device/profile", test_profile);
  g_test_add_func ("/device/fork", test_fork);
  g_test_add_func ("/device/exit", test_exit);
  g_test_add_func ("/device/exit/subprocess", exit_sub);
  return g_test_run ();
}
