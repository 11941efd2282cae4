/* op-ffn-act.c: enqueues cl/ffn-act.cl.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/op/op-ffn-act.h"

#include "engine/base/checked.h"
#include "engine/op/op-group.h"

gboolean
hunch_op_ffn_act_init (HunchOpFfnAct *op, HunchDevice *dev, const HunchFfnActShape *shape, GError **error)
{
  g_autofree char *options = NULL;

  op->n = shape->n;
  op->group = hunch_op_group (dev, shape->group);
  options = g_strdup_printf ("-DGROUP=%u -DN=%u -DCHUNK=%u -DKIND=%d -DBIAS=%d", op->group, op->n, HUNCH_OP_CHUNK,
                             shape->kind, shape->bias != FALSE);
  op->kernel = hunch_device_kernel (dev, "ffn-act", options, "ffn_act", error);
  return op->kernel != NULL;
}

void
hunch_op_ffn_act_finish (HunchOpFfnAct *op)
{
  g_clear_pointer (&op->kernel, clReleaseKernel);
}

cl_int
hunch_op_ffn_act_enqueue (const HunchOpFfnAct *op, cl_command_queue queue, const HunchFfnActArgs *args)
{
  const size_t global[2] = { hunch_div_up (op->n, HUNCH_OP_CHUNK) * op->group, args->n_rows },
               local[2] = { op->group, 1 };
  HunchArgs a = hunch_args (op->kernel);

  hunch_arg_rows (&a, &args->gate);
  hunch_arg_rows (&a, &args->up);
  hunch_arg_mem (&a, args->bias);
  hunch_arg_rows (&a, &args->y);
  return hunch_enqueue (&a, queue, 2, global, local);
}
