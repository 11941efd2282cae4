/* op-attention.c: chooses the variant of attention and how far the context is split, and enqueues it.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/op/op-attention.h"

#include "engine/base/checked.h"
#include "engine/device/tuning.h"
#include "engine/op/op-group.h"

/* Floats of one row's partial result: PART of cl/lib-attention.cl. */
static guint
part_floats (const HunchOpAttention *op)
{
  return 2 + op->shape.head_dim;
}

guint
hunch_op_attention_columns (const HunchOpAttention *op)
{
  return op->shape.n_head_kv * hunch_div_up (op->shape.n_head / op->shape.n_head_kv, op->heads_per_item);
}

char *
hunch_op_attention_options (HunchDevice *dev, const HunchOpAttention *op)
{
  const HunchAttentionShape *s = &op->shape;
  GString *options = g_string_new (NULL);

  g_string_printf (options, "-DGROUP=%u -DN_HEAD=%u -DN_HEAD_KV=%u -DHEAD_DIM=%u -DKV_FLOAT=%d -DHEADS=%u -DTOKENS=%u",
                   s->group, s->n_head, s->n_head_kv, s->head_dim, s->exact != FALSE, op->heads_per_item,
                   op->tokens_per_item);
  if (s->softcap > 0)
    hunch_op_option_float (options, "SOFTCAP", s->softcap);
  hunch_op_option_sub_groups (options, dev, s->group);
  return g_string_free (options, FALSE);
}

gboolean
hunch_op_attention_init (HunchOpAttention *op, HunchDevice *dev, const HunchAttentionShape *shape, GError **error)
{
  const HunchTuning *tuning = hunch_tuning (dev);
  const guint n_group_heads = shape->n_head / shape->n_head_kv;
  g_autofree char *options = NULL, *merge_options = NULL;

  op->shape = *shape;
  op->shape.group = hunch_op_group (dev, shape->group);
  op->heads_per_item = hunch_div_up (n_group_heads, hunch_div_up (n_group_heads, tuning->attention_heads));
  op->tokens_per_item = op->shape.group == 1 ? MAX (1, tuning->attention_rows / op->heads_per_item) : 1;
  op->wanted_items = MAX (1, tuning->attention_items * dev->info->caps.compute_units);
  op->chunk = tuning->attention_chunk;

  options = hunch_op_attention_options (dev, op);
  op->kernel = op->shape.group == 1 ? hunch_device_kernel (dev, "attention", options, "attention", error)
                                    : hunch_device_kernel (dev, "attention-group", options, "attention_group", error);
  merge_options
      = g_strdup_printf ("-DGROUP=%u -DN_HEAD=%u -DHEAD_DIM=%u", op->shape.group, shape->n_head, shape->head_dim);
  if (op->kernel)
    op->merge_kernel = hunch_device_kernel (dev, "attention-merge", merge_options, "attention_merge", error);
  if (op->merge_kernel == NULL)
    hunch_op_attention_finish (op);
  return op->kernel != NULL;
}

void
hunch_op_attention_finish (HunchOpAttention *op)
{
  g_clear_pointer (&op->kernel, clReleaseKernel);
  g_clear_pointer (&op->merge_kernel, clReleaseKernel);
}

guint64
hunch_op_attention_scratch_bytes (const HunchOpAttention *op)
{
  /* Splitting stops before items pass twice what is wanted; an item has a part for each of its rows. */
  return (guint64) 2 * op->wanted_items * op->heads_per_item * op->tokens_per_item * part_floats (op)
         * sizeof (cl_float);
}

guint
hunch_op_attention_splits (const HunchOpAttention *op, guint n_tokens, guint max_position, guint window,
                           guint64 scratch_bytes, guint *chunk)
{
  const guint n_items = hunch_div_up (n_tokens, op->tokens_per_item) * hunch_op_attention_columns (op);
  const guint64 n_parts = scratch_bytes / sizeof (cl_float) / part_floats (op); /* room in the scratch */
  guint span = max_position + 1, n;

  /* Single tokens see no more than the window, whose first block may begin up to a block earlier; runs may see anything. */
  if (window > 0 && n_tokens < MAX (op->tokens_per_item, 2))
    span = MIN (span, window + HUNCH_OP_KV_BLOCK - 1);
  n = MIN (hunch_div_up (op->wanted_items, n_items), span / op->chunk);
  n = MIN (n, n_parts / ((guint64) n_tokens * op->shape.n_head));
  n = MAX (n, 1);
  *chunk = hunch_round_up (hunch_div_up (span, n), HUNCH_OP_KV_BLOCK);
  return hunch_div_up (span, *chunk);
}

static cl_int
enqueue_merge (const HunchOpAttention *op, cl_command_queue queue, const HunchAttentionArgs *args, guint n_splits)
{
  const size_t global[2] = { (size_t) args->batch.n_tokens * op->shape.group, op->shape.n_head };
  const size_t local[2] = { op->shape.group, 1 };
  HunchArgs a = hunch_args (op->merge_kernel);

  hunch_arg_mem (&a, args->scratch);
  hunch_arg_int (&a, n_splits);
  hunch_arg_rows (&a, &args->y);
  return hunch_enqueue (&a, queue, 2, global, local);
}

cl_int
hunch_op_attention_enqueue (const HunchOpAttention *op, cl_command_queue queue, const HunchAttentionArgs *args)
{
  const guint n_runs = hunch_div_up (args->batch.n_tokens, op->tokens_per_item);
  HunchArgs a = hunch_args (op->kernel);
  guint chunk, n_splits;
  cl_int e;

  if (args->batch.n_tokens == 0)
    return CL_SUCCESS;
  n_splits = hunch_op_attention_splits (op, args->batch.n_tokens, args->batch.max_position, args->window,
                                        args->scratch ? args->scratch_bytes : 0, &chunk);

  const size_t global[3] = { (size_t) n_runs * op->shape.group, hunch_op_attention_columns (op), n_splits };
  const size_t local[3] = { op->shape.group, 1, 1 };

  hunch_arg_rows (&a, &args->q);
  hunch_arg_mem (&a, args->k_cache);
  hunch_arg_mem (&a, args->v_cache);
  hunch_arg_mem (&a, args->batch.positions);
  hunch_arg_mem (&a, args->batch.seq_rows);
  hunch_arg_mem (&a, args->batch.tables);
  hunch_arg_int (&a, args->batch.table_stride);
  hunch_arg_rows (&a, &args->y);
  hunch_arg_int (&a, args->batch.n_tokens);
  hunch_arg_float (&a, args->scale);
  hunch_arg_int (&a, args->window);
  hunch_arg_mem (&a, n_splits > 1 ? args->scratch : NULL);
  hunch_arg_int (&a, chunk);
  hunch_arg_int (&a, n_splits);
  e = hunch_enqueue (&a, queue, 3, global, local);
  if (e == CL_SUCCESS && n_splits > 1)
    e = enqueue_merge (op, queue, args, n_splits);
  return e;
}
