/* op-embed.c: enqueues cl/embed.cl.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/op/op-embed.h"

#include "engine/base/checked.h"
#include "engine/device/args.h"

gboolean
hunch_op_embed_init (HunchOpEmbed *op, HunchDevice *dev, const char *layout, GError **error)
{
  op->kernel = hunch_device_kernel (dev, "embed", layout, "embed", error);
  return op->kernel != NULL;
}

void
hunch_op_embed_finish (HunchOpEmbed *op)
{
  g_clear_pointer (&op->kernel, clReleaseKernel);
}

cl_int
hunch_op_embed_enqueue (const HunchOpEmbed *op, cl_command_queue queue, const HunchEmbedArgs *args)
{
  const size_t global[2] = { args->n_tokens, hunch_div_up (args->weights.k, 32) };
  const size_t local[2] = { 1, 1 };
  HunchArgs a = hunch_args (op->kernel);

  hunch_arg_mem (&a, args->tokens);
  hunch_arg_weights (&a, &args->weights);
  hunch_arg_mem (&a, args->y.mem);
  hunch_arg_ulong (&a, args->y.offset);
  hunch_arg_int (&a, args->y.ld);
  hunch_arg_int (&a, args->weights.k);
  hunch_arg_float (&a, args->scale);
  return hunch_enqueue (&a, queue, 2, global, local);
}
