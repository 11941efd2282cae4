/* op-dequant.c: enqueues cl/dequant.cl.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/op/op-dequant.h"

#include "engine/base/checked.h"
#include "engine/device/args.h"

gboolean
hunch_op_dequant_init (HunchOpDequant *op, HunchDevice *dev, const char *layout, GError **error)
{
  op->kernel = hunch_device_kernel (dev, "dequant", layout, "dequant", error);
  return op->kernel != NULL;
}

void
hunch_op_dequant_finish (HunchOpDequant *op)
{
  g_clear_pointer (&op->kernel, clReleaseKernel);
}

cl_int
hunch_op_dequant_enqueue (const HunchOpDequant *op, cl_command_queue queue, const HunchDequantArgs *args)
{
  const size_t global[2] = { hunch_div_up (args->weights.k, 32), hunch_div_up (args->n_rows, 16) };
  const size_t local[2] = { 1, 1 };
  HunchArgs a = hunch_args (op->kernel);

  hunch_arg_weights (&a, &args->weights);
  hunch_arg_mem (&a, args->wt.mem);
  hunch_arg_ulong (&a, args->wt.offset);
  hunch_arg_int (&a, args->wt.ld);
  hunch_arg_int (&a, args->first / 16);
  hunch_arg_int (&a, args->weights.k);
  return hunch_enqueue (&a, queue, 2, global, local);
}
