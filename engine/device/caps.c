/* caps.c: asks a device what it can do.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "config.h"

#include "engine/device/device-private.h"

#include <CL/cl_ext.h>
#include <stdio.h>
#include <string.h>

/* Takes raw. */
static char *
clean_string (GString *raw)
{
  char *valid = g_utf8_make_valid (raw->str, -1);

  g_string_free (raw, TRUE);
  return g_strstrip (valid);
}

char *
hunch_cl_device_string (cl_device_id id, cl_device_info what)
{
  size_t size = 0;
  GString *raw;

  if (clGetDeviceInfo (id, what, 0, NULL, &size) != CL_SUCCESS)
    size = 0;
  raw = g_string_sized_new (size + 1);
  memset (raw->str, 0, size + 1);
  if (size > 0 && clGetDeviceInfo (id, what, size, raw->str, NULL) != CL_SUCCESS)
    raw->str[0] = '\0';
  return clean_string (raw);
}

char *
hunch_cl_platform_string (cl_platform_id id, cl_platform_info what)
{
  size_t size = 0;
  GString *raw;

  if (clGetPlatformInfo (id, what, 0, NULL, &size) != CL_SUCCESS)
    size = 0;
  raw = g_string_sized_new (size + 1);
  memset (raw->str, 0, size + 1);
  if (size > 0 && clGetPlatformInfo (id, what, size, raw->str, NULL) != CL_SUCCESS)
    raw->str[0] = '\0';
  return clean_string (raw);
}

/* A number of the size that the query has; 0 when the device does not answer. */
#define NUMBER(type, name)                                                                                             \
  static type name (cl_device_id id, cl_device_info what)                                                              \
  {                                                                                                                    \
    type value = 0;                                                                                                    \
                                                                                                                       \
    return clGetDeviceInfo (id, what, sizeof value, &value, NULL) == CL_SUCCESS ? value : 0;                           \
  }
NUMBER (cl_uint, get_uint)
NUMBER (cl_ulong, get_ulong)
NUMBER (size_t, get_size)
#undef NUMBER

/* Whole words only: cl_khr_subgroups is not in "cl_khr_subgroups_extended". */
static gboolean
has_word (const char *words, const char *word)
{
  const gsize n = strlen (word);

  for (const char *p = words; (p = strstr (p, word)) != NULL; p += n)
    if ((p == words || p[-1] == ' ') && (p[n] == ' ' || p[n] == '\0'))
      return TRUE;
  return FALSE;
}

#ifdef CL_VERSION_3_0
/* A list of names and versions, NULL where the device has none. (transfer full) (element-type cl_name_version) */
static GArray *
get_versions (cl_device_id id, cl_device_info what)
{
  GArray *list;
  size_t size = 0;

  if (clGetDeviceInfo (id, what, 0, NULL, &size) != CL_SUCCESS || size == 0)
    return NULL;
  list = g_array_new (FALSE, TRUE, sizeof (cl_name_version));
  g_array_set_size (list, size / sizeof (cl_name_version));
  if (clGetDeviceInfo (id, what, size, list->data, NULL) != CL_SUCCESS)
    g_clear_pointer (&list, g_array_unref);
  return list;
}
#endif

/* OpenCL C 3.0 made sub-groups a feature that has its own list. */
static gboolean
has_c_feature (cl_device_id id, const char *feature)
{
  gboolean found = FALSE;
#ifdef CL_VERSION_3_0
  GArray *list = get_versions (id, CL_DEVICE_OPENCL_C_FEATURES);

  for (guint i = 0; list && i < list->len; i++)
    {
      const cl_name_version *f = &g_array_index (list, cl_name_version, i);

      found |= strncmp (f->name, feature, sizeof f->name) == 0;
    }
  g_clear_pointer (&list, g_array_unref);
#endif
  return found;
}

/* The newest OpenCL C: a device of 3.0 may answer the old question with 1.2, which is what it takes programs for unless told. */
static void
get_c_version (cl_device_id id, HunchDeviceCaps *caps)
{
  char *version = hunch_cl_device_string (id, CL_DEVICE_OPENCL_C_VERSION);

  if (sscanf (version, "OpenCL C %u.%u", &caps->cl_major, &caps->cl_minor) != 2)
    caps->cl_major = 1, caps->cl_minor = 0;
  g_free (version);
#ifdef CL_VERSION_3_0
  GArray *list = get_versions (id, CL_DEVICE_OPENCL_C_ALL_VERSIONS);

  for (guint i = 0; list && i < list->len; i++)
    {
      const cl_version v = g_array_index (list, cl_name_version, i).version;

      if (CL_VERSION_MAJOR (v) > caps->cl_major
          || (CL_VERSION_MAJOR (v) == caps->cl_major && CL_VERSION_MINOR (v) > caps->cl_minor))
        caps->cl_major = CL_VERSION_MAJOR (v), caps->cl_minor = CL_VERSION_MINOR (v);
    }
  g_clear_pointer (&list, g_array_unref);
#endif
}

static gboolean
has_packed_int_dot (cl_device_id id, const char *extensions)
{
#ifdef CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR
  return has_word (extensions, "cl_khr_integer_dot_product")
         && (get_ulong (id, CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR)
             & CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED_KHR)
                != 0;
#else
  return FALSE;
#endif
}

void
hunch_caps_query (cl_device_id id, HunchDeviceCaps *caps)
{
  char *extensions = hunch_cl_device_string (id, CL_DEVICE_EXTENSIONS);

  memset (caps, 0, sizeof *caps);
  caps->type = get_ulong (id, CL_DEVICE_TYPE);
  get_c_version (id, caps);
  caps->fp16 = has_word (extensions, "cl_khr_fp16");
  caps->subgroups = has_word (extensions, "cl_khr_subgroups") || has_word (extensions, "cl_intel_subgroups")
                    || has_c_feature (id, "__opencl_c_subgroups");
  caps->int_dot = has_packed_int_dot (id, extensions);
  caps->unified_memory = get_uint (id, CL_DEVICE_HOST_UNIFIED_MEMORY) != 0;
  caps->compute_units = MAX (get_uint (id, CL_DEVICE_MAX_COMPUTE_UNITS), 1);
  caps->max_work_group = MAX (get_size (id, CL_DEVICE_MAX_WORK_GROUP_SIZE), 1);
  if (get_uint (id, CL_DEVICE_LOCAL_MEM_TYPE) == CL_LOCAL)
    caps->local_mem = get_ulong (id, CL_DEVICE_LOCAL_MEM_SIZE);
  caps->global_mem = get_ulong (id, CL_DEVICE_GLOBAL_MEM_SIZE);
  caps->max_alloc = get_ulong (id, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  caps->base_align = MAX (get_uint (id, CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8, 1);
  g_free (extensions);
}
