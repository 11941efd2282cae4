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

/* OpenCL C 3.0 made sub-groups a feature that has its own list. */
static gboolean
has_c_feature (cl_device_id id, const char *feature)
{
#ifdef CL_VERSION_3_0
  size_t size = 0;
  cl_name_version *list;
  gboolean found = FALSE;

  if (clGetDeviceInfo (id, CL_DEVICE_OPENCL_C_FEATURES, 0, NULL, &size) != CL_SUCCESS || size == 0)
    return FALSE;
  list = g_malloc0 (size);
  if (clGetDeviceInfo (id, CL_DEVICE_OPENCL_C_FEATURES, size, list, NULL) == CL_SUCCESS)
    for (size_t i = 0; i < size / sizeof *list; i++)
      found |= strncmp (list[i].name, feature, sizeof list[i].name) == 0;
  g_free (list);
  return found;
#else
  return FALSE;
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
  char *c_version = hunch_cl_device_string (id, CL_DEVICE_OPENCL_C_VERSION);

  memset (caps, 0, sizeof *caps);
  caps->type = get_ulong (id, CL_DEVICE_TYPE);
  if (sscanf (c_version, "OpenCL C %u.%u", &caps->cl_major, &caps->cl_minor) != 2)
    caps->cl_major = 1, caps->cl_minor = 0;
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
  g_free (c_version);
}
