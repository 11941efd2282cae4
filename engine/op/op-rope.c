/* op-rope.c: enqueues the two kernels of cl/rope.cl.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/op/op-rope.h"

#include "engine/op/op-group.h"

char *
hunch_op_rope_options (HunchDevice *dev, const HunchRopeShape *shape)
{
  GString *options = g_string_new (NULL);

  g_string_printf (options,
                   "-DGROUP=%u -DN_HEAD=%u -DN_HEAD_KV=%u -DHEAD_DIM=%u -DKV_FLOAT=%d -DKIND=%d -DROPE_DIM=%u"
                   " -DBIAS=%d -DQK_NORM=%d",
                   shape->group, shape->n_head, shape->n_head_kv, shape->head_dim, shape->exact != FALSE, shape->kind,
                   shape->rope_dim, shape->bias != FALSE, shape->qk_norm);
  hunch_op_option_float (options, "QK_EPS", shape->qk_norm_eps);
  hunch_op_option_sub_groups (options, dev, shape->group);
  return g_string_free (options, FALSE);
}

gboolean
hunch_op_rope_init (HunchOpRope *op, HunchDevice *dev, const HunchRopeShape *shape, GError **error)
{
  g_autofree char *options = NULL;

  op->shape = *shape;
  op->shape.group = hunch_op_group (dev, shape->group);
  options = hunch_op_rope_options (dev, &op->shape);
  op->kernel = hunch_device_kernel (dev, "rope", options, "rope", error);
  if (op->kernel)
    op->table_kernel = hunch_device_kernel (dev, "rope", options, "rope_table", error);
  if (op->table_kernel == NULL)
    hunch_op_rope_finish (op);
  return op->kernel != NULL;
}

void
hunch_op_rope_finish (HunchOpRope *op)
{
  g_clear_pointer (&op->kernel, clReleaseKernel);
  g_clear_pointer (&op->table_kernel, clReleaseKernel);
}

cl_int
hunch_op_rope_table_enqueue (const HunchOpRope *op, cl_command_queue queue, const HunchRopeTableArgs *args)
{
  const size_t global = (size_t) args->n_tokens * op->shape.group, local = op->shape.group;
  HunchArgs a = hunch_args (op->table_kernel);

  hunch_arg_mem (&a, args->positions);
  hunch_arg_mem (&a, args->freqs);
  hunch_arg_float (&a, args->mscale);
  hunch_arg_mem (&a, args->table);
  return hunch_enqueue (&a, queue, 1, &global, &local);
}

cl_int
hunch_op_rope_enqueue (const HunchOpRope *op, cl_command_queue queue, const HunchRopeArgs *args)
{
  /* A CPU's work-group takes a token whole, since it costs more to start than a head costs. */
  const guint n_groups = op->shape.group == 1 ? 1 : op->shape.n_head + op->shape.n_head_kv;
  const size_t global[2] = { (size_t) args->batch.n_tokens * op->shape.group, n_groups };
  const size_t local[2] = { op->shape.group, 1 };
  HunchArgs a = hunch_args (op->kernel);

  hunch_arg_rows (&a, &args->qkv);
  hunch_arg_mem (&a, args->bias);
  hunch_arg_mem (&a, args->q_norm);
  hunch_arg_mem (&a, args->k_norm);
  hunch_arg_mem (&a, args->table);
  hunch_arg_mem (&a, args->batch.positions);
  hunch_arg_mem (&a, args->batch.seq_rows);
  hunch_arg_mem (&a, args->batch.tables);
  hunch_arg_int (&a, args->batch.table_stride);
  hunch_arg_mem (&a, args->k_cache);
  hunch_arg_mem (&a, args->v_cache);
  return hunch_enqueue (&a, queue, 2, global, local);
}
