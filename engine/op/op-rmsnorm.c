/* op-rmsnorm.c: enqueues cl/rmsnorm.cl.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/op/op-rmsnorm.h"

#include "engine/op/op-group.h"

gboolean
hunch_op_rmsnorm_init (HunchOpRmsnorm *op, HunchDevice *dev, const HunchRmsnormShape *shape, GError **error)
{
  GString *options = g_string_new (NULL);

  op->group = hunch_op_group (dev, shape->group);
  g_string_printf (options, "-DGROUP=%u -DN=%u -DWEIGHTLESS=%d", op->group, shape->n, shape->weightless != FALSE);
  hunch_op_option_float (options, "EPS", shape->eps);
  hunch_op_option_sub_groups (options, dev, op->group);
  op->kernel = hunch_device_kernel (dev, "rmsnorm", options->str, "rmsnorm", error);
  g_string_free (options, TRUE);
  return op->kernel != NULL;
}

void
hunch_op_rmsnorm_finish (HunchOpRmsnorm *op)
{
  g_clear_pointer (&op->kernel, clReleaseKernel);
}

cl_int
hunch_op_rmsnorm_enqueue (const HunchOpRmsnorm *op, cl_command_queue queue, const HunchRmsnormArgs *args)
{
  const size_t global = (size_t) args->n_rows * op->group, local = op->group;
  HunchArgs a = hunch_args (op->kernel);

  hunch_arg_rows (&a, &args->x);
  hunch_arg_mem (&a, args->w);
  hunch_arg_rows (&a, &args->y);
  return hunch_enqueue (&a, queue, 1, &global, &local);
}
