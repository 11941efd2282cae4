/* op-dequant.c: enqueues cl/dequant.cl.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/op/op-dequant.h"

#include "engine/base/checked.h"
#include "engine/device/args.h"

gboolean
hunch_op_dequant_init (HunchOpDequant *op, HunchDevice *dev, const char *layout, guint split, GError **error)
{
  GString *options = g_string_new (layout);

  op->split = hunch_op_split (dev, split, 0);
  hunch_op_option_split (options, op->split);
  op->kernel = hunch_device_kernel (dev, "dequant", options->str, "dequant", error);
  g_string_free (options, TRUE);
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
  const guint blocks = hunch_div_up (args->weights.k, 32), groups = hunch_div_up (args->n_rows, 16);
  const size_t local[2] = { op->split ? 16 : 1, MAX (op->split, 1) };
  const size_t global[2] = { hunch_div_up (blocks, local[1]) * local[0], groups * local[1] };
  HunchArgs a = hunch_args (op->kernel);

  hunch_arg_weights (&a, &args->weights);
  hunch_arg_mem (&a, args->wt.mem);
  hunch_arg_ulong (&a, args->wt.offset);
  hunch_arg_int (&a, args->wt.ld);
  hunch_arg_int (&a, args->first / 16);
  hunch_arg_int (&a, args->weights.k);
  return hunch_enqueue (&a, queue, 2, global, local);
}
