/* op-attention-probs.c: enqueues cl/attention-probs.cl.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/op/op-attention-probs.h"

#include "engine/op/op-group.h"

gboolean
hunch_op_attention_probs_init (HunchOpAttentionProbs *op, HunchDevice *dev, const HunchAttentionShape *shape,
                               GError **error)
{
  GString *options = g_string_new (NULL);

  op->shape = *shape;
  op->shape.group = hunch_op_group (dev, shape->group);
  g_string_printf (options, "-DGROUP=%u -DN_HEAD=%u -DN_HEAD_KV=%u -DHEAD_DIM=%u -DKV_FLOAT=%d", op->shape.group,
                   shape->n_head, shape->n_head_kv, shape->head_dim, shape->exact != FALSE);
  if (shape->softcap > 0)
    hunch_op_option_float (options, "SOFTCAP", shape->softcap);
  hunch_op_option_sub_groups (options, dev, op->shape.group);
  op->kernel = hunch_device_kernel (dev, "attention-probs", options->str, "attention_probs", error);
  g_string_free (options, TRUE);
  return op->kernel != NULL;
}

void
hunch_op_attention_probs_finish (HunchOpAttentionProbs *op)
{
  g_clear_pointer (&op->kernel, clReleaseKernel);
}

cl_int
hunch_op_attention_probs_enqueue (const HunchOpAttentionProbs *op, cl_command_queue queue,
                                  const HunchAttentionProbsArgs *args)
{
  const size_t global[2] = { (size_t) args->n_rows * op->shape.group, op->shape.n_head },
               local[2] = { op->shape.group, 1 };
  HunchArgs a = hunch_args (op->kernel);

  hunch_arg_rows (&a, &args->q);
  hunch_arg_mem (&a, args->k_cache);
  hunch_arg_mem (&a, args->batch.positions);
  hunch_arg_mem (&a, args->batch.seq_rows);
  hunch_arg_mem (&a, args->batch.tables);
  hunch_arg_int (&a, args->batch.table_stride);
  hunch_arg_int (&a, args->first_token);
  hunch_arg_float (&a, args->scale);
  hunch_arg_int (&a, args->window);
  hunch_arg_mem (&a, args->y);
  hunch_arg_int (&a, args->n_positions);
  return hunch_enqueue (&a, queue, 2, global, local);
}
