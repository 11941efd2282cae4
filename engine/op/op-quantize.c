/* op-quantize.c: enqueues cl/quantize.cl.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/op/op-quantize.h"

#include "engine/base/checked.h"
#include "engine/device/args.h"
#include "engine/op/op-dot.h"
#include "engine/op/op-group.h"

gboolean
hunch_op_quantize_init (HunchOpQuantize *op, HunchDevice *dev, const char *dot, GError **error)
{
  op->group = hunch_op_group (dev, 0);
  op->kernel
      = hunch_device_kernel (dev, "quantize", hunch_dot_is_half (dot) ? HUNCH_DOT_HALF : NULL, "quantize", error);
  return op->kernel != NULL;
}

void
hunch_op_quantize_finish (HunchOpQuantize *op)
{
  g_clear_pointer (&op->kernel, clReleaseKernel);
}

cl_int
hunch_op_quantize_enqueue (const HunchOpQuantize *op, cl_command_queue queue, const HunchQuantizeArgs *args)
{
  const size_t global[2] = { hunch_round_up (args->k / 32, op->group), args->n_tokens };
  const size_t local[2] = { op->group, 1 };
  HunchArgs a = hunch_args (op->kernel);

  hunch_arg_mem (&a, args->x.mem);
  hunch_arg_ulong (&a, args->x.offset);
  hunch_arg_int (&a, args->x.ld);
  hunch_arg_mem (&a, args->y.q);
  hunch_arg_mem (&a, args->y.scale);
  hunch_arg_int (&a, args->k);
  return hunch_enqueue (&a, queue, 2, global, local);
}
