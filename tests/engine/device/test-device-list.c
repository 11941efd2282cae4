/* test-device-list.c: which devices are found, in which order, and what a wrong wish says.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/device/device-private.h"
#include "engine/device/manifest.h"
#include "engine/base/hunch-error.h"
#include "tests/engine/device/trap.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

static GPtrArray *
list_or_fail (GStrv *notices)
{
  GError *error = NULL;
  GPtrArray *list = hunch_device_list (notices, &error);

  g_assert_no_error (error);
  g_assert_nonnull (list);
  return list;
}

static gboolean
pocl_is_here (void)
{
  g_autoptr (GPtrArray) list = hunch_device_list (NULL, NULL);

  for (guint i = 0; list != NULL && i < list->len; i++)
    if (strcmp (((HunchDeviceInfo *) g_ptr_array_index (list, i))->platform, "Portable Computing Language") == 0)
      return TRUE;
  g_test_skip ("needs PoCL (pocl-opencl-icd)");
  return FALSE;
}

static void
test_caps (void)
{
  g_auto (GStrv) notices = NULL;
  g_autoptr (GPtrArray) list = list_or_fail (&notices);

  for (guint i = 0; i < list->len; i++)
    {
      const HunchDeviceInfo *info = g_ptr_array_index (list, i);

      g_test_message ("%s, %s", info->name, hunch_device_info_type (info));
      g_assert_cmpuint (info->index, ==, i);
      g_assert_true (info->is_default == (i == 0));
      g_assert_cmpuint (info->caps.global_mem, >, 1 << 20);
      g_assert_cmpuint (info->caps.max_alloc, <=, info->caps.global_mem);
      g_assert_cmpuint (info->caps.cl_major, >=, 1);
      g_assert_cmpuint (info->caps.base_align, >=, 1);
      g_assert_cmpuint (info->caps.compute_units, >=, 1);
    }
}

static void
two_devices_sub (void)
{
  g_autoptr (GPtrArray) list = list_or_fail (NULL);
  GError *error = NULL;
  HunchDevice *dev;

  g_assert_cmpuint (list->len, ==, 2);
  dev = hunch_device_open ("1", &error);
  g_assert_no_error (error);
  g_assert_true (g_str_has_prefix (dev->info->name, "pthread"));
  hunch_device_unref (dev);
  dev = hunch_device_open ("PTHREAD", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (dev->info->index, ==, 1);
  hunch_device_unref (dev);
  dev = hunch_device_open (NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (dev->info->index, ==, 0);
  hunch_device_unref (dev);

  const char *wrong[] = { "2", "nonesuch", "4090", "-1", "99999999999999999999" };
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_assert_null (hunch_device_open (wrong[i], &error));
      g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_NO_DEVICE);
      g_assert_nonnull (strstr (error->message, "0 basic"));
      g_assert_nonnull (strstr (error->message, "1 pthread"));
      g_clear_error (&error);
    }
}

static void
no_device_sub (void)
{
  GError *error = NULL;
  GStrv notices = NULL;

  g_assert_null (hunch_device_list (&notices, &error));
  g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_NO_DEVICE);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, "pocl-opencl-icd"));
  g_assert_nonnull (strstr (error->message, "mesa-opencl-icd"));
  g_assert_null (strchr (error->message, '\n'));
  g_assert_cmpstr (g_getenv ("EXPECT"), ==, strstr (error->message, "No OpenCL platform") ? "platform" : "device");
  g_strfreev (notices);
  g_clear_error (&error);
  g_assert_null (hunch_device_open (NULL, &error));
  g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_NO_DEVICE);
  g_error_free (error);
}

static void
broken_first_sub (void)
{
  g_auto (GStrv) notices = NULL;
  g_autoptr (GPtrArray) list = list_or_fail (&notices);

  g_assert_cmpuint (list->len, >=, 1);
  g_assert_cmpuint (g_strv_length (notices), ==, 1);
  g_assert_nonnull (strstr (notices[0], "libno-such-driver.so"));
}

static void
small_workgroup_sub (void)
{
  g_autoptr (GPtrArray) list = list_or_fail (NULL);

  g_assert_cmpuint (((HunchDeviceInfo *) g_ptr_array_index (list, 0))->caps.max_work_group, ==, 16);
}

static void
test_two_devices (void)
{
  if (!pocl_is_here ())
    return;
  trap_with_env ("/device/list/two-devices/subprocess", "POCL_DEVICES", "pthread basic", NULL);
  g_test_trap_assert_passed ();
}

static void
test_no_platform (void)
{
  g_autofree char *folder = g_dir_make_tmp ("hunch-icd-XXXXXX", NULL);

  trap_with_env ("/device/list/no-device/subprocess", "OCL_ICD_VENDORS", folder, "EXPECT", "platform", NULL);
  g_test_trap_assert_passed ();
  g_rmdir (folder);
}

static void
test_no_device (void)
{
  if (!pocl_is_here ())
    return;
  trap_with_env ("/device/list/no-device/subprocess", "POCL_DEVICES", "cuda", "EXPECT", "device", NULL);
  g_test_trap_assert_passed ();
}

static void
test_broken_first (void)
{
  g_autofree char *folder = g_dir_make_tmp ("hunch-icd-XXXXXX", NULL);
  g_autofree char *broken = g_build_filename (folder, "00-broken.icd", NULL);
  g_autofree char *good = g_build_filename (folder, "pocl.icd", NULL);
  g_autofree char *library = NULL;

  if (!g_file_get_contents ("/etc/OpenCL/vendors/pocl.icd", &library, NULL, NULL))
    {
      g_test_skip ("needs /etc/OpenCL/vendors/pocl.icd");
      return;
    }
  g_assert_true (g_file_set_contents (broken, "libno-such-driver.so\n", -1, NULL));
  g_assert_true (g_file_set_contents (good, library, -1, NULL));
  trap_with_env ("/device/list/broken-first/subprocess", "OCL_ICD_VENDORS", folder, NULL);
  g_test_trap_assert_passed ();
  g_unlink (broken);
  g_unlink (good);
  g_rmdir (folder);
}

static void
test_small_workgroup (void)
{
  if (!pocl_is_here ())
    return;
  trap_with_env ("/device/list/small-workgroup/subprocess", "POCL_MAX_WORK_GROUP_SIZE", "16", NULL);
  g_test_trap_assert_passed ();
}

/* A folder with the fake driver of tests/fixtures/opencl first and PoCL, if it is here, second. */
static char *
fake_vendors (void)
{
  char *folder = g_dir_make_tmp ("hunch-icd-XXXXXX", NULL);
  g_autofree char *fake = g_build_filename (folder, "00-fake.icd", NULL);
  g_autofree char *good = g_build_filename (folder, "pocl.icd", NULL);
  g_autofree char *library
      = g_test_build_filename (G_TEST_BUILT, "fixtures", "opencl", ".libs", "libfake-icd.so", NULL);
  g_autofree char *pocl = NULL;

  g_assert_true (g_file_set_contents (fake, library, -1, NULL));
  if (g_file_get_contents ("/etc/OpenCL/vendors/pocl.icd", &pocl, NULL, NULL))
    g_assert_true (g_file_set_contents (good, pocl, -1, NULL));
  return folder;
}

static void
order_sub (void)
{
  g_auto (GStrv) notices = NULL;
  g_autoptr (GPtrArray) list = list_or_fail (&notices);
  g_auto (GStrv) want = g_strsplit (g_getenv ("EXPECT"), ",", -1);

  for (guint i = 0; want[i] != NULL; i++)
    {
      const HunchDeviceInfo *info = g_ptr_array_index (list, i);

      g_assert_cmpstr (info->name, ==, want[i]);
      g_assert_cmpuint (info->index, ==, i);
      g_assert_true (info->is_default == (i == 0));
    }
  g_assert_cmpuint (g_strv_length (notices), ==, atoi (g_getenv ("NOTICES")));
}

/* GPUs with memory of their own, then others, accelerators, CPUs; within each as the platforms list them. */
static void
test_order (void)
{
  static const struct
  {
    const char *devices, *order, *notices;
  } cases[] = {
    { "cpu;accelerator;gpu", "gpu,accelerator,cpu", "0" },
    { "cpu;gpu-unified;gpu", "gpu,gpu-unified,cpu", "0" },
    { "cpu-a,gpu-unified-a;cpu-b,gpu-unified-b", "gpu-unified-a,gpu-unified-b,cpu-a,cpu-b", "0" },
    { "!;gpu", "gpu", "1" },
    { ";gpu-busy,gpu-dumb,gpu;!;", "gpu", "5" },
  };
  char *folder = fake_vendors ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      trap_with_env ("/device/list/order/subprocess", "OCL_ICD_VENDORS", folder, "FAKE_ICD", cases[i].devices, "EXPECT",
                     cases[i].order, "NOTICES", cases[i].notices, NULL);
      g_test_trap_assert_passed ();
    }
  hunch_remove_tree (folder);
  g_free (folder);
}

/* The fake GPU comes first and cannot be opened. */
static void
next_one_sub (void)
{
  GError *error = NULL;
  HunchDevice *dev = hunch_device_open (NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (dev->info->index, ==, 1);
  hunch_device_unref (dev);
  g_assert_null (hunch_device_open ("gpu", &error));
  g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_DEVICE);
  g_test_message ("%s", error->message);
  g_error_free (error);
}

static void
test_next_one (void)
{
  char *folder;

  if (!pocl_is_here ())
    return;
  folder = fake_vendors ();
  trap_with_env ("/device/list/next-one/subprocess", "OCL_ICD_VENDORS", folder, "FAKE_ICD", "gpu", NULL);
  g_test_trap_assert_passed ();
  hunch_remove_tree (folder);
  g_free (folder);
}

static void
test_strerror (void)
{
  g_assert_cmpstr (hunch_cl_strerror (CL_OUT_OF_RESOURCES), ==, "CL_OUT_OF_RESOURCES");
  g_assert_cmpstr (hunch_cl_strerror (-1234), ==, "OpenCL error -1234");
  g_assert_true (hunch_cl_strerror (-1234) == hunch_cl_strerror (-1234));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/device/strerror", test_strerror);
  g_test_add_func ("/device/list/caps", test_caps);
  g_test_add_func ("/device/list/two-devices", test_two_devices);
  g_test_add_func ("/device/list/two-devices/subprocess", two_devices_sub);
  g_test_add_func ("/device/list/no-platform", test_no_platform);
  g_test_add_func ("/device/list/no-device", test_no_device);
  g_test_add_func ("/device/list/no-device/subprocess", no_device_sub);
  g_test_add_func ("/device/list/broken-first", test_broken_first);
  g_test_add_func ("/device/list/broken-first/subprocess", broken_first_sub);
  g_test_add_func ("/device/list/small-workgroup", test_small_workgroup);
  g_test_add_func ("/device/list/small-workgroup/subprocess", small_workgroup_sub);
  g_test_add_func ("/device/list/order", test_order);
  g_test_add_func ("/device/list/order/subprocess", order_sub);
  g_test_add_func ("/device/list/next-one", test_next_one);
  g_test_add_func ("/device/list/next-one/subprocess", next_one_sub);
  return g_test_run ();
}
