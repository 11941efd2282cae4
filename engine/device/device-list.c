/* device-list.c: every usable device in the order of preference, and the choice of one.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/device/device-private.h"
#include "engine/base/hunch-error.h"
#include "engine/base/i18n.h"

#include <string.h>

typedef struct
{
  GPtrArray *found;
  GStrvBuilder *notices;
  guint n_platforms;
} Scan;

static void
found_free (gpointer data)
{
  HunchDeviceFound *f = data;

  hunch_device_info_free (f->info);
  g_free (f);
}

G_GNUC_PRINTF (2, 3)
static void
notice (Scan *s, const char *format, ...)
{
  va_list args;
  char *line;

  va_start (args, format);
  line = g_strdup_vprintf (format, args);
  va_end (args);
  g_strv_builder_add (s->notices, line);
  g_free (line);
}

/* A device that says nothing counts as there, one that says no does not. */
static gboolean
says_no (cl_device_id id, cl_device_info what)
{
  cl_bool yes = CL_TRUE;

  return clGetDeviceInfo (id, what, sizeof yes, &yes, NULL) == CL_SUCCESS && !yes;
}

static void
scan_device (Scan *s, cl_platform_id platform, const char *platform_name, cl_device_id id)
{
  HunchDeviceFound *f;
  HunchDeviceInfo *info;
  char *name = hunch_cl_device_string (id, CL_DEVICE_NAME);

  if (says_no (id, CL_DEVICE_AVAILABLE) || says_no (id, CL_DEVICE_COMPILER_AVAILABLE))
    {
      notice (s,
              says_no (id, CL_DEVICE_AVAILABLE) ? _ ("Device “%s” skipped: its driver says that it is not available")
                                                : _ ("Device “%s” skipped: its driver has no compiler"),
              name);
      g_free (name);
      return;
    }
  info = g_new0 (HunchDeviceInfo, 1);
  info->name = name;
  info->vendor = hunch_cl_device_string (id, CL_DEVICE_VENDOR);
  info->driver = hunch_cl_device_string (id, CL_DRIVER_VERSION);
  info->version = hunch_cl_device_string (id, CL_DEVICE_VERSION);
  info->platform = g_strdup (platform_name);
  hunch_caps_query (id, &info->caps);
  f = g_new0 (HunchDeviceFound, 1);
  *f = (HunchDeviceFound){ platform, id, info };
  g_ptr_array_add (s->found, f);
}

static void
scan_platform (Scan *s, cl_platform_id platform)
{
  char *name = hunch_cl_platform_string (platform, CL_PLATFORM_NAME);
  cl_device_id *ids = NULL;
  cl_uint n = 0;
  cl_int e = clGetDeviceIDs (platform, CL_DEVICE_TYPE_ALL, 0, NULL, &n);

  if (e == CL_SUCCESS && n > 0)
    {
      ids = g_new0 (cl_device_id, n);
      e = clGetDeviceIDs (platform, CL_DEVICE_TYPE_ALL, n, ids, NULL);
    }
  if (e == CL_DEVICE_NOT_FOUND || (e == CL_SUCCESS && n == 0))
    notice (s, _ ("OpenCL platform “%s” skipped: it has no device"), name);
  else if (e != CL_SUCCESS)
    notice (s, _ ("OpenCL platform “%s” skipped: listing its devices failed with %s"), name, hunch_cl_strerror (e));
  else
    for (cl_uint i = 0; i < n; i++)
      scan_device (s, platform, name, ids[i]);
  g_free (ids);
  g_free (name);
}

static void
scan_all (Scan *s)
{
  cl_uint n = 0;
  cl_int e = clGetPlatformIDs (0, NULL, &n);
  cl_platform_id *platforms = g_new0 (cl_platform_id, n + 1);

  if (e == CL_SUCCESS && n > 0)
    e = clGetPlatformIDs (n, platforms, NULL);
  hunch_icd_append_broken (s->notices);
  s->n_platforms = e == CL_SUCCESS ? n : 0;
  for (cl_uint i = 0; i < s->n_platforms; i++)
    scan_platform (s, platforms[i]);
  g_free (platforms);
}

/* Lower is better: a GPU with memory of its own, one that shares the host's, an accelerator, a CPU, anything else. */
static int
rank (const HunchDeviceCaps *caps)
{
  if (caps->type & CL_DEVICE_TYPE_GPU)
    return caps->unified_memory ? 1 : 0;
  if (caps->type & CL_DEVICE_TYPE_ACCELERATOR)
    return 2;
  return caps->type & CL_DEVICE_TYPE_CPU ? 3 : 4;
}

/* Sorts by rank; index still holds the order of the platforms, which decides among equals. */
static int
compare_found (gconstpointer a, gconstpointer b)
{
  const HunchDeviceInfo *x = (*(HunchDeviceFound *const *) a)->info;
  const HunchDeviceInfo *y = (*(HunchDeviceFound *const *) b)->info;

  if (rank (&x->caps) != rank (&y->caps))
    return rank (&x->caps) - rank (&y->caps);
  return (x->index > y->index) - (x->index < y->index);
}

static void
put_in_order (GPtrArray *found)
{
  for (guint i = 0; i < found->len; i++)
    ((HunchDeviceFound *) g_ptr_array_index (found, i))->info->index = i;
  g_ptr_array_sort (found, compare_found);
  for (guint i = 0; i < found->len; i++)
    {
      HunchDeviceInfo *info = ((HunchDeviceFound *) g_ptr_array_index (found, i))->info;

      info->index = i;
      info->is_default = i == 0;
    }
}

static void
set_none_error (const Scan *s, const char *const *notices, GError **error)
{
  char *why = g_strjoinv ("; ", (char **) notices);

  g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_NO_DEVICE,
               _ ("%s%s%s%s: install the package pocl-opencl-icd (runs on any CPU) or the OpenCL driver of your GPU "
                  "(mesa-opencl-icd, intel-opencl-icd or nvidia-opencl-icd)"),
               s->n_platforms == 0 ? _ ("No OpenCL platform") : _ ("No OpenCL device"), *why != '\0' ? " (" : "", why,
               *why != '\0' ? ")" : "");
  g_free (why);
}

GPtrArray *
hunch_device_scan (GStrv *notices, GError **error)
{
  static GMutex lock; /* some loaders and drivers are not safe in their first call */
  Scan s = { 0 };
  GStrv lines;
  gboolean cache_entered, machine_entered;

  if (!hunch_process_check (error))
    return NULL;
  s.found = g_ptr_array_new_with_free_func (found_free);
  s.notices = g_strv_builder_new ();
  g_mutex_lock (&lock);
  cache_entered = hunch_driver_cache_enter ();
  machine_entered = hunch_driver_machine_enter ();
  scan_all (&s);
  if (machine_entered)
    hunch_driver_machine_entered ();
  if (cache_entered)
    hunch_driver_cache_entered ();
  g_mutex_unlock (&lock);
  hunch_process_watch ();
  put_in_order (s.found);
  lines = g_strv_builder_end (s.notices);
  g_strv_builder_unref (s.notices);
  if (s.found->len == 0)
    {
      set_none_error (&s, (const char *const *) lines, error);
      g_clear_pointer (&s.found, g_ptr_array_unref);
    }
  if (notices != NULL)
    *notices = lines;
  else
    g_strfreev (lines);
  return s.found;
}

GPtrArray *
hunch_device_list (GStrv *notices, GError **error)
{
  GPtrArray *found = hunch_device_scan (notices, error);
  GPtrArray *list;

  if (found == NULL)
    return NULL;
  list = g_ptr_array_new_with_free_func ((GDestroyNotify) hunch_device_info_free);
  for (guint i = 0; i < found->len; i++)
    {
      HunchDeviceFound *f = g_ptr_array_index (found, i);

      g_ptr_array_add (list, g_steal_pointer (&f->info));
    }
  g_ptr_array_unref (found);
  return list;
}

static gboolean
contains (const char *text, const char *part)
{
  char *t = g_utf8_casefold (text, -1);
  char *p = g_utf8_casefold (part, -1);
  const gboolean found = strstr (t, p) != NULL;

  g_free (t);
  g_free (p);
  return found;
}

/* Digits are an index; three and more may also be a model's number, such as 4090. */
static HunchDeviceFound *
find (GPtrArray *found, const char *selector)
{
  guint64 index;

  if (selector == NULL || *selector == '\0')
    return g_ptr_array_index (found, 0);
  if (g_ascii_string_to_unsigned (selector, 10, 0, G_MAXUINT, &index, NULL))
    {
      if (index < found->len)
        return g_ptr_array_index (found, index);
      if (strlen (selector) < 3)
        return NULL;
    }
  for (guint i = 0; i < found->len; i++)
    {
      HunchDeviceFound *f = g_ptr_array_index (found, i);

      if (contains (f->info->name, selector))
        return f;
    }
  return NULL;
}

HunchDeviceFound *
hunch_device_pick (GPtrArray *found, const char *selector, GError **error)
{
  HunchDeviceFound *f = find (found, selector);
  GString *list;

  if (f != NULL)
    return f;
  list = g_string_new (NULL);
  for (guint i = 0; i < found->len; i++)
    {
      const HunchDeviceInfo *info = ((HunchDeviceFound *) g_ptr_array_index (found, i))->info;

      g_string_append_printf (list, "%s%u %s", i > 0 ? ", " : "", info->index, info->name);
    }
  g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_NO_DEVICE, _ ("No device “%s”; choose one of: %s"), selector, list->str);
  g_string_free (list, TRUE);
  return NULL;
}
