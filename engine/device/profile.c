/* profile.c: listens to the one place that launches kernels.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/device/profile.h"
#include "engine/device/args.h"

#include <string.h>

#define MAX_PENDING 4096 /* events whose times have not been read; drivers keep memory for each */

typedef struct
{
  HunchProfileRow *row;
  cl_event event;
} Pending;

static struct
{
  GMutex lock;
  cl_command_queue queue; /* NULL while nobody listens */
  gboolean timed;
  GHashTable *rows; /* name to row */
  GArray *pending;  /* Pending */
} profile;

static void
row_free (gpointer data)
{
  HunchProfileRow *row = data;

  g_free (row->kernel);
  g_free (row);
}

static HunchProfileRow *
row_of (cl_kernel kernel)
{
  char name[128] = "?";
  HunchProfileRow *row;

  clGetKernelInfo (kernel, CL_KERNEL_FUNCTION_NAME, sizeof name, name, NULL);
  row = g_hash_table_lookup (profile.rows, name);
  if (row == NULL)
    {
      row = g_new0 (HunchProfileRow, 1);
      row->kernel = g_strdup (name);
      g_hash_table_insert (profile.rows, row->kernel, row);
    }
  return row;
}

/* The queue is in order, so all have ended when the last has. */
static void
read_times (void)
{
  const guint n = profile.pending->len;

  if (n > 0)
    clWaitForEvents (1, &g_array_index (profile.pending, Pending, n - 1).event);
  for (guint i = 0; i < n; i++)
    {
      Pending *p = &g_array_index (profile.pending, Pending, i);
      cl_ulong start = 0, end = 0;

      if (clGetEventProfilingInfo (p->event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL) == CL_SUCCESS
          && clGetEventProfilingInfo (p->event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL) == CL_SUCCESS
          && end > start)
        p->row->ns += end - start;
      clReleaseEvent (p->event);
    }
  g_array_set_size (profile.pending, 0);
}

static cl_int
launch (cl_command_queue queue, cl_kernel kernel, cl_uint dims, const size_t *global, const size_t *local)
{
  Pending p = { NULL, NULL };
  cl_int e;

  g_mutex_lock (&profile.lock);
  if (queue != profile.queue)
    {
      g_mutex_unlock (&profile.lock);
      return clEnqueueNDRangeKernel (queue, kernel, dims, NULL, global, local, 0, NULL, NULL);
    }
  e = clEnqueueNDRangeKernel (queue, kernel, dims, NULL, global, local, 0, NULL, profile.timed ? &p.event : NULL);
  if (e == CL_SUCCESS)
    {
      p.row = row_of (kernel);
      p.row->launches++;
    }
  if (p.event != NULL)
    g_array_append_val (profile.pending, p);
  if (profile.pending->len >= MAX_PENDING)
    read_times ();
  g_mutex_unlock (&profile.lock);
  return e;
}

gboolean
hunch_profile_start (HunchDevice *dev)
{
  cl_command_queue_properties properties = 0;
  gboolean free;

  clGetCommandQueueInfo (dev->queue, CL_QUEUE_PROPERTIES, sizeof properties, &properties, NULL);
  g_mutex_lock (&profile.lock);
  free = profile.queue == NULL && g_atomic_pointer_compare_and_exchange (&hunch_launch_hook, NULL, &launch);
  if (free)
    {
      profile.queue = dev->queue;
      profile.timed = (properties & CL_QUEUE_PROFILING_ENABLE) != 0;
      profile.rows = g_hash_table_new (g_str_hash, g_str_equal);
      profile.pending = g_array_new (FALSE, FALSE, sizeof (Pending));
    }
  g_mutex_unlock (&profile.lock);
  return free;
}

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const HunchProfileRow *x = *(const HunchProfileRow *const *) a;
  const HunchProfileRow *y = *(const HunchProfileRow *const *) b;

  if (x->ns != y->ns)
    return x->ns < y->ns ? 1 : -1;
  if (x->launches != y->launches)
    return x->launches < y->launches ? 1 : -1;
  return strcmp (x->kernel, y->kernel);
}

GPtrArray *
hunch_profile_stop (HunchDevice *dev)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func (row_free);
  GHashTableIter iter;
  gpointer row;

  g_mutex_lock (&profile.lock);
  if (profile.queue == dev->queue)
    {
      g_atomic_pointer_compare_and_exchange (&hunch_launch_hook, &launch, NULL);
      read_times ();
      g_hash_table_iter_init (&iter, profile.rows);
      while (g_hash_table_iter_next (&iter, NULL, &row))
        g_ptr_array_add (rows, row);
      g_clear_pointer (&profile.rows, g_hash_table_unref);
      g_clear_pointer (&profile.pending, g_array_unref);
      profile.queue = NULL;
    }
  g_mutex_unlock (&profile.lock);
  g_ptr_array_sort (rows, compare_rows);
  return rows;
}
