/* op-measure.c: runs cl/measure.cl and takes the time.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/op/op-measure.h"

#include "engine/base/checked.h"
#include "engine/op/op-dot.h"
#include "engine/op/op-group.h"

#define ROUNDS    7     /* of which the fastest is the limit: whatever slows the others is not the device's */
#define MIN_US    10000 /* that a round takes, so that launching weighs little */
#define MAX_TRIES 24    /* doublings until it does */
#define LANES     16
#define CHAINS    8 /* of cl/measure.cl */

gboolean
hunch_op_measure_init (HunchOpMeasure *op, HunchDevice *dev, const char *dot, GError **error)
{
  char *options;

  *op = (HunchOpMeasure){ .group = hunch_op_group (dev, 0) };
  op->vec = op->group > 1 ? 4 : 16;
  op->n_groups = MAX (dev->info->caps.compute_units, 1) * (op->group > 1 ? 16 : 1);
  options = g_strdup_printf ("-DVEC=%u %s", op->vec, dot ? dot : "-DFLOATS");
  op->read = hunch_device_kernel (dev, "measure", options, "measure_read", error);
  if (op->read)
    op->multiply = hunch_device_kernel (dev, "measure", options, "measure_multiply", error);
  g_free (options);
  if (op->multiply)
    return TRUE;
  hunch_op_measure_finish (op);
  return FALSE;
}

void
hunch_op_measure_finish (HunchOpMeasure *op)
{
  g_clear_pointer (&op->read, clReleaseKernel);
  g_clear_pointer (&op->multiply, clReleaseKernel);
}

guint64
hunch_op_measure_words (const HunchOpMeasure *op, guint64 n)
{
  const guint64 grain = (guint64) op->n_groups * op->group * op->vec;

  return n / grain * grain;
}

static cl_int
launch (const HunchOpMeasure *op, cl_command_queue queue, HunchArgs *a)
{
  const size_t global = (size_t) op->n_groups * op->group, local = op->group;

  return hunch_enqueue (a, queue, 1, &global, &local);
}

cl_int
hunch_op_measure_read_enqueue (const HunchOpMeasure *op, cl_command_queue queue, cl_mem x, guint64 n_words, cl_mem y)
{
  HunchArgs a = hunch_args (op->read);

  hunch_arg_mem (&a, x);
  hunch_arg_ulong (&a, n_words / op->n_groups / op->vec);
  hunch_arg_mem (&a, y);
  return launch (op, queue, &a);
}

cl_int
hunch_op_measure_multiply_enqueue (const HunchOpMeasure *op, cl_command_queue queue, guint n, gint32 seed, cl_mem y)
{
  HunchArgs a = hunch_args (op->multiply);

  hunch_arg_int (&a, n);
  hunch_arg_int (&a, seed);
  hunch_arg_mem (&a, y);
  return launch (op, queue, &a);
}

guint64
hunch_op_measure_operations (const HunchOpMeasure *op, gboolean floats)
{
  return (guint64) op->n_groups * op->group * CHAINS * LANES * (floats ? 1 : 4) * 2;
}

typedef struct
{
  const HunchOpMeasure *op;
  HunchDevice *dev;
  cl_mem x, y;
  guint64 n_words; /* of x */
} Work;

typedef cl_int (*Enqueue) (const Work *w, guint n);

static cl_int
read_all (const Work *w, guint n)
{
  cl_int e = CL_SUCCESS;

  for (guint i = 0; i < n && e == CL_SUCCESS; i++)
    e = hunch_op_measure_read_enqueue (w->op, w->dev->queue, w->x, w->n_words, w->y);
  return e;
}

static cl_int
multiply_all (const Work *w, guint n)
{
  return hunch_op_measure_multiply_enqueue (w->op, w->dev->queue, n, 1, w->y);
}

static cl_int
take_time (const Work *w, Enqueue enqueue, guint n, gint64 *us)
{
  const gint64 begin = g_get_monotonic_time ();
  cl_int e = enqueue (w, n);

  if (e == CL_SUCCESS)
    e = clFinish (w->dev->queue);
  *us = MAX (g_get_monotonic_time () - begin, 1);
  return e;
}

/* Seconds that one of n takes, at best. */
static cl_int
fastest (const Work *w, Enqueue enqueue, double *seconds)
{
  gint64 us = 0, best = G_MAXINT64;
  guint n = 1;
  cl_int e = take_time (w, enqueue, n, &us); /* builds, perhaps */

  for (guint i = 0; e == CL_SUCCESS && i < MAX_TRIES; i++, n *= 2)
    {
      e = take_time (w, enqueue, n, &us);
      if (us >= MIN_US)
        break;
    }
  for (guint i = 0; e == CL_SUCCESS && i < ROUNDS; i++)
    {
      e = take_time (w, enqueue, n, &us);
      best = MIN (best, us);
    }
  *seconds = best / 1e6 / n;
  return e;
}

/* Memory that nothing was written to may not be there yet, and reads fast. */
static gboolean
prepare (Work *w, guint64 bytes, GError **error)
{
  const cl_uint pattern = 0x01020304;
  const guint64 items = (guint64) w->op->n_groups * w->op->group;

  bytes = MIN (bytes, w->dev->info->caps.max_alloc);
  w->n_words = hunch_op_measure_words (w->op, MAX (bytes / 4, items * w->op->vec));
  w->x = hunch_device_buffer (w->dev, CL_MEM_READ_WRITE, w->n_words * 4, "measuring memory", error);
  w->y = w->x ? hunch_device_buffer (w->dev, CL_MEM_READ_WRITE, items * LANES * 4, "measuring memory", error) : NULL;
  return w->y
         && hunch_device_check (
             w->dev,
             clEnqueueFillBuffer (w->dev->queue, w->x, &pattern, sizeof pattern, 0, w->n_words * 4, 0, NULL, NULL),
             "filling memory", error);
}

gboolean
hunch_measure_limits (HunchDevice *dev, guint64 bytes, const char *dot, HunchLimits *limits, GError **error)
{
  HunchOpMeasure op;
  Work w = { .op = &op, .dev = dev };
  double read = 0, multiply = 0;
  gboolean ok;

  if (!hunch_op_measure_init (&op, dev, dot, error))
    return FALSE;
  ok = prepare (&w, bytes, error) && hunch_device_check (dev, fastest (&w, read_all, &read), "measure_read", error)
       && hunch_device_check (dev, fastest (&w, multiply_all, &multiply), "measure_multiply", error);
  if (ok)
    *limits = (HunchLimits){ w.n_words * 4 / read,
                             hunch_op_measure_operations (&op, dot == NULL || hunch_dot_is_half (dot)) / multiply };
  hunch_device_buffer_free (dev, &w.x);
  hunch_device_buffer_free (dev, &w.y);
  hunch_op_measure_finish (&op);
  return ok;
}
