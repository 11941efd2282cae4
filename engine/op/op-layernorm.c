/* op-layernorm.c: enqueues cl/layernorm.cl.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/op/op-layernorm.h"

#include "engine/op/op-group.h"

gboolean
hunch_op_layernorm_init (HunchOpLayernorm *op, HunchDevice *dev, const HunchLayernormShape *shape, GError **error)
{
  GString *options = g_string_new (NULL);

  op->group = hunch_op_group (dev, shape->group);
  g_string_printf (options, "-DGROUP=%u -DN=%u -DBIAS=%d", op->group, shape->n, shape->bias != FALSE);
  hunch_op_option_float (options, "EPS", shape->eps);
  hunch_op_option_sub_groups (options, dev, op->group);
  op->kernel = hunch_device_kernel (dev, "layernorm", options->str, "layernorm", error);
  g_string_free (options, TRUE);
  return op->kernel != NULL;
}

void
hunch_op_layernorm_finish (HunchOpLayernorm *op)
{
  g_clear_pointer (&op->kernel, clReleaseKernel);
}

cl_int
hunch_op_layernorm_enqueue (const HunchOpLayernorm *op, cl_command_queue queue, const HunchLayernormArgs *args)
{
  const size_t global = (size_t) args->n_rows * op->group, local = op->group;
  HunchArgs a = hunch_args (op->kernel);

  hunch_arg_rows (&a, &args->x);
  hunch_arg_mem (&a, args->w);
  hunch_arg_mem (&a, args->b);
  hunch_arg_rows (&a, &args->y);
  return hunch_enqueue (&a, queue, 1, &global, &local);
}
