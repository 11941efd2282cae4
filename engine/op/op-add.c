/* op-add.c: enqueues cl/add.cl.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/op/op-add.h"

#include "engine/base/checked.h"
#include "engine/op/op-group.h"

gboolean
hunch_op_add_init (HunchOpAdd *op, HunchDevice *dev, const HunchAddShape *shape, GError **error)
{
  g_autofree char *options = NULL;

  op->n = shape->n;
  op->group = hunch_op_group (dev, shape->group);
  options = g_strdup_printf ("-DGROUP=%u -DN=%u -DCHUNK=%u -DROWS=%d -DBIAS=%d", op->group, op->n, HUNCH_OP_CHUNK,
                             shape->rows != FALSE, shape->bias != FALSE);
  op->kernel = hunch_device_kernel (dev, "add", options, "add", error);
  return op->kernel != NULL;
}

void
hunch_op_add_finish (HunchOpAdd *op)
{
  g_clear_pointer (&op->kernel, clReleaseKernel);
}

cl_int
hunch_op_add_enqueue (const HunchOpAdd *op, cl_command_queue queue, const HunchAddArgs *args)
{
  const size_t global[2] = { hunch_div_up (op->n, HUNCH_OP_CHUNK) * op->group, args->n_rows },
               local[2] = { op->group, 1 };
  HunchArgs a = hunch_args (op->kernel);

  hunch_arg_rows (&a, &args->a);
  hunch_arg_rows (&a, &args->b);
  hunch_arg_mem (&a, args->bias);
  hunch_arg_rows (&a, &args->y);
  return hunch_enqueue (&a, queue, 2, global, local);
}
