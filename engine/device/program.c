/* program.c: OpenCL programs of cl/ by stem and options, each built once for a device, and the kernels in them.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/device/device-private.h"
#include "engine/device/kernels.h"
#include "engine/base/hunch-error.h"
#include "engine/base/i18n.h"

#include <string.h>

/* One pair of stem and options. Other threads that want it while it builds wait. */
typedef struct
{
  cl_program program; /* NULL while it builds */
  char *unsaved_key;  /* where on disk it belongs; NULL when it is there, or was refused */
  gint64 build_us;    /* what building it took, and saving it spares */
} Program;

static void
program_free (gpointer data)
{
  Program *p = data;

  if (p->program != NULL)
    clReleaseProgram (p->program);
  g_free (p->unsaved_key);
  g_free (p);
}

void
hunch_programs_init (HunchPrograms *programs)
{
  g_mutex_init (&programs->lock);
  g_cond_init (&programs->changed);
  programs->table = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, program_free);
}

void
hunch_programs_finish (HunchPrograms *programs)
{
  g_clear_pointer (&programs->table, g_hash_table_unref);
  g_cond_clear (&programs->changed);
  g_mutex_clear (&programs->lock);
}

const char *
hunch_program_source (const char *stem)
{
  for (gsize i = 0; i < G_N_ELEMENTS (hunch_kernel_table); i++)
    if (strcmp (hunch_kernel_table[i].stem, stem) == 0)
      return hunch_kernel_table[i].source;
  return NULL;
}

const char *
hunch_kernels_digest (void)
{
  static char *digits;
  static gsize once = 0;

  if (g_once_init_enter (&once))
    {
      g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

      for (gsize i = 0; i < G_N_ELEMENTS (hunch_kernel_table); i++)
        g_checksum_update (sum, (const guchar *) hunch_kernel_table[i].source, -1);
      digits = g_strdup (g_checksum_get_string (sum));
      g_once_init_leave (&once, 1);
    }
  return digits;
}

/* The line of the log that says what is wrong: the first with "error" in it, else the first. (transfer full) */
static char *
first_complaint (cl_program program, cl_device_id id)
{
  size_t size = 0;
  char *log, *valid, *line = NULL;
  char **lines;

  if (clGetProgramBuildInfo (program, id, CL_PROGRAM_BUILD_LOG, 0, NULL, &size) != CL_SUCCESS || size == 0)
    return g_strdup (_ ("the driver gives no reason"));
  log = g_malloc0 (size + 1);
  clGetProgramBuildInfo (program, id, CL_PROGRAM_BUILD_LOG, size, log, NULL);
  valid = g_utf8_make_valid (log, -1);
  lines = g_strsplit (g_strstrip (valid), "\n", -1);
  for (guint i = 0; lines[i] != NULL && line == NULL; i++)
    if (strstr (lines[i], "error") != NULL)
      line = g_strdup (g_strstrip (lines[i]));
  if (line == NULL)
    line = g_strdup (lines[0] != NULL && *lines[0] != '\0' ? lines[0] : _ ("the driver gives no reason"));
  g_strfreev (lines);
  g_free (valid);
  g_free (log);
  return line;
}

/* Without warnings (-w): clang says on stderr how many it has, and on a processor without AVX-512 they are of each function that takes a wide vector. */
static cl_program
build_from_source (HunchDevice *dev, const char *stem, const char *source, const char *options, GError **error)
{
  cl_int e;
  cl_program program = clCreateProgramWithSource (dev->context, 1, &source, NULL, &e);
  g_autofree char *all = g_strconcat (options, " -w", NULL);
  char *complaint;

  if (!hunch_device_check (dev, e, "clCreateProgramWithSource", error))
    return NULL;
  e = clBuildProgram (program, 1, &dev->id, all, NULL, NULL);
  if (e == CL_SUCCESS)
    return program;
  complaint = first_complaint (program, dev->id);
  g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_DEVICE, _ ("cl/%s.cl does not build on %s with options “%s” (%s): %s"),
               stem, dev->info->name, options, hunch_cl_strerror (e), complaint);
  g_free (complaint);
  clReleaseProgram (program);
  return NULL;
}

/* NULL when the driver does not take the binary; the caller then builds from source. */
static cl_program
build_from_binary (HunchDevice *dev, GBytes *binary, const char *options)
{
  size_t size;
  const guchar *data = g_bytes_get_data (binary, &size);
  cl_int status = CL_SUCCESS, e;
  cl_program program = clCreateProgramWithBinary (dev->context, 1, &dev->id, &size, &data, &status, &e);

  if (e != CL_SUCCESS || program == NULL)
    return NULL;
  if (status == CL_SUCCESS && clBuildProgram (program, 1, &dev->id, options, NULL, NULL) == CL_SUCCESS)
    return program;
  clReleaseProgram (program);
  return NULL;
}

static void
build (HunchDevice *dev, Program *p, const char *stem, const char *options, GError **error)
{
  const char *source = hunch_program_source (stem);
  gint64 begin;
  char *key;
  GBytes *binary;

  if (source == NULL)
    {
      g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_DEVICE, _ ("There is no program cl/%s.cl"), stem);
      return;
    }
  begin = g_get_monotonic_time ();
  key = hunch_program_cache_key (dev, source, options);
  binary = hunch_program_cache_load (key);
  if (binary != NULL)
    p->program = build_from_binary (dev, binary, options);
  if (p->program == NULL)
    {
      hunch_device_tell_build (dev, stem);
      p->program = build_from_source (dev, stem, source, options, error);
      if (p->program != NULL)
        {
          p->unsaved_key = g_steal_pointer (&key);
          p->build_us = g_get_monotonic_time () - begin;
        }
    }
  g_clear_pointer (&binary, g_bytes_unref);
  g_free (key);
}

cl_program
hunch_program_get (HunchDevice *dev, const char *stem, const char *options, GError **error)
{
  HunchPrograms *ps = &dev->priv->programs;
  char *name = g_strconcat (stem, " ", options, NULL);
  Program built = { 0 };
  Program *p;

  g_mutex_lock (&ps->lock);
  while ((p = g_hash_table_lookup (ps->table, name)) != NULL && p->program == NULL)
    g_cond_wait (&ps->changed, &ps->lock);
  if (p == NULL && hunch_process_check (error))
    {
      g_hash_table_insert (ps->table, g_strdup (name), p = g_new0 (Program, 1));
      g_mutex_unlock (&ps->lock);
      build (dev, &built, stem, options, error);
      g_mutex_lock (&ps->lock);
      *p = built;
      /* A failure is forgotten, so that the next wish tries again and gets the error. */
      if (built.program == NULL)
        g_hash_table_remove (ps->table, name);
      g_cond_broadcast (&ps->changed);
    }
  else if (p != NULL)
    built.program = p->program;
  g_mutex_unlock (&ps->lock);
  g_free (name);
  return built.program;
}

/* Takes the program that took longest of those that are not on disk yet; FALSE when there is none. The program is retained for the caller. */
static gboolean
take_unsaved (HunchPrograms *ps, cl_program *program, char **key)
{
  GHashTableIter iter;
  gpointer value;
  Program *dearest = NULL;
  gboolean found = FALSE;

  g_mutex_lock (&ps->lock);
  g_hash_table_iter_init (&iter, ps->table);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      Program *p = value;

      if (p->program != NULL && p->unsaved_key != NULL && (dearest == NULL || p->build_us > dearest->build_us))
        dearest = p;
    }
  if (dearest != NULL)
    {
      *program = dearest->program;
      *key = g_steal_pointer (&dearest->unsaved_key);
      found = clRetainProgram (*program) == CL_SUCCESS;
    }
  g_mutex_unlock (&ps->lock);
  return found;
}

static void
save (cl_program program, const char *key)
{
  size_t size = 0;
  guchar *data;

  if (clGetProgramInfo (program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL) != CL_SUCCESS || size == 0)
    return;
  data = g_try_malloc (size);
  if (data != NULL && clGetProgramInfo (program, CL_PROGRAM_BINARIES, sizeof data, &data, NULL) == CL_SUCCESS)
    hunch_program_cache_store (key, data, size);
  g_free (data);
}

gboolean
hunch_programs_save (HunchPrograms *ps, gint64 deadline)
{
  cl_program program;
  char *key;

  while (g_get_monotonic_time () < deadline)
    {
      if (!take_unsaved (ps, &program, &key))
        return FALSE;
      save (program, key);
      clReleaseProgram (program);
      g_free (key);
    }
  return TRUE;
}

cl_kernel
hunch_device_kernel (HunchDevice *dev, const char *stem, const char *options, const char *name, GError **error)
{
  cl_program program = NULL;
  cl_kernel kernel;
  cl_int e;

  if (hunch_process_check (error))
    program = hunch_program_get (dev, stem, options != NULL ? options : "", error);
  if (program == NULL)
    return NULL;
  kernel = clCreateKernel (program, name, &e);
  if (e == CL_SUCCESS)
    return kernel;
  g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_DEVICE, _ ("Kernel %s of cl/%s.cl: %s (%d)"), name, stem,
               hunch_cl_strerror (e), e);
  return NULL;
}
