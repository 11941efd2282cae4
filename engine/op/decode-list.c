/* decode-list.c: records the steps of a token for cl/decode.cl.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/op/decode-list.h"

#include "engine/base/checked.h"
#include "engine/device/args.h"
#include "engine/device/tuning.h"

#define GROUP 16 /* rows interleaved; cl/lib-quant.cl */

/* Weights that the slowest core multiplies while the fastest looks at a counter once. */
#define WEIGHTS_A_LOOK 32

void
hunch_op_decode_begin (HunchOpDecode *op)
{
  g_array_set_size (op->list, 0);
  op->largest_chunk = 0;
  op->n_splits = 1;
}

/* 0 for no buffer, and for one whose address is not known yet, which is then asked for. */
static cl_ulong
address (HunchOpDecode *op, cl_mem mem, guint64 offset)
{
  gpointer known = NULL;

  if (mem == NULL)
    return 0;
  if (!g_hash_table_lookup_extended (op->addresses, mem, NULL, &known))
    {
      g_hash_table_insert (op->addresses, mem, NULL);
      op->n_unknown++;
    }
  return known ? GPOINTER_TO_SIZE (known) + offset : 0;
}

static cl_ulong
row_address (HunchOpDecode *op, const HunchRows *rows)
{
  return address (op, rows->mem, rows->offset * sizeof (cl_float));
}

static const HunchStep *
last_step (const HunchOpDecode *op)
{
  return op->list->len ? &g_array_index (op->list, HunchStep, op->list->len - 1) : NULL;
}

/* Looks at the counter for as long as a chunk of so many weights may take: whoever leaves too soon leaves all the rest to the others. */
static cl_int
patience (const HunchOpDecode *op, guint64 n_weights)
{
  return op->patience ? (cl_int) MIN (op->patience + n_weights / WEIGHTS_A_LOOK, G_MAXINT) : 0;
}

/* Adds a step that waits for all before it, or only for what the last step waits for. n_weights: of one chunk. */
static void
add (HunchOpDecode *op, HunchStep step, guint64 n_weights, gboolean beside_last)
{
  const HunchStep *last = last_step (op);

  step.first = last ? last->first + last->n_chunks : 0;
  step.after = beside_last ? last->after : step.first;
  step.patience = beside_last ? last->patience : patience (op, op->largest_chunk);
  op->largest_chunk = MAX (n_weights, beside_last ? op->largest_chunk : 0);
  g_array_append_val (op->list, step);
}

static cl_int
type_number (const HunchOpDecode *op, const char *layout)
{
  cl_int i = 0;

  while (!g_str_equal (op->shape.layouts[i], layout))
    i++;
  return i;
}

/* Chunks of a product: so many that work-groups end about together, so few that taking one costs nothing. */
static cl_int
product_chunks (const HunchOpDecode *op, guint64 n)
{
  const guint wanted = op->n_workers > 1 ? op->n_workers * hunch_tuning (op->dev)->decode_chunks : 1;

  return MIN (hunch_div_up (n, GROUP), wanted);
}

/* Products of one input, such as q, k and v of different types, run beside each other. */
void
hunch_op_decode_add_matvec (HunchOpDecode *op, const HunchOpMatvec *matvec, const HunchMatvecArgs *args)
{
  const HunchWeights *w = &args->weights;
  const HunchMatvecShape *shape = &matvec->shape;
  const HunchStep *last = last_step (op);
  gboolean same;
  HunchStep step = {
    .kind = HUNCH_STEP_PRODUCT,
    .type = type_number (op, w->layout),
    .form = (shape->norm ? HUNCH_STEP_NORMED : 0) | (shape->add ? HUNCH_STEP_ADDED : 0)
            | (shape->gated ? HUNCH_STEP_GATES : 0),
    .n = shape->gated ? w->n / 2 : w->n,
    .k = w->k,
    .x = row_address (op, &args->x),
    .y = row_address (op, &args->y),
    .norm = shape->norm ? address (op, args->norm, 0) : 0,
    .factor = args->eps,
    .w = address (op, w->mem, 0),
  };

  g_assert (args->n_tokens == 1);
  for (guint i = 0; i < G_N_ELEMENTS (step.offset); i++)
    step.offset[i] = w->offset[i];
  step.n_chunks = product_chunks (op, step.n);
  same = last && last->kind == HUNCH_STEP_PRODUCT && last->x == step.x && last->norm == step.norm
         && !((last->form | step.form) & HUNCH_STEP_ADDED);
  step.input = same ? last->input : (cl_int) op->list->len + 1;
  op->most_k = MAX (op->most_k, w->k);
  add (op, step, w->n * w->k / step.n_chunks, same);
}

void
hunch_op_decode_add_rope (HunchOpDecode *op, const HunchRopeArgs *args)
{
  const HunchRopeShape *shape = &op->shape.rope->shape;
  const HunchStep step = {
    .kind = HUNCH_STEP_ROPE,
    .n_chunks = shape->n_head_kv,
    .x = row_address (op, &args->qkv),
    .bias = shape->bias ? address (op, args->bias, 0) : 0,
    .q_norm = address (op, args->q_norm, 0),
    .k_norm = address (op, args->k_norm, 0),
    .table = address (op, args->table, 0),
    .k_cache = address (op, args->k_cache, 0),
    .v_cache = address (op, args->v_cache, 0),
  };

  add (op, step, 0, FALSE);
}

void
hunch_op_decode_add_attention (HunchOpDecode *op, const HunchAttentionArgs *args)
{
  const HunchAttentionShape *shape = &op->shape.attention->shape;
  guint chunk;
  const guint n_splits = hunch_op_attention_splits (op->shape.attention, 1, args->batch.max_position, args->window,
                                                    args->scratch ? args->scratch_bytes : 0, &chunk);
  const cl_ulong y = row_address (op, &args->y), parts = address (op, args->scratch, 0);
  const HunchStep attend = {
    .kind = HUNCH_STEP_ATTEND,
    .n_chunks = hunch_op_attention_columns (op->shape.attention) * n_splits,
    .x = row_address (op, &args->q),
    .y = n_splits > 1 ? parts : y,
    .k_cache = address (op, args->k_cache, 0),
    .v_cache = address (op, args->v_cache, 0),
    .factor = args->scale,
  };
  const HunchStep merge = { .kind = HUNCH_STEP_MERGE, .n_chunks = shape->n_head, .x = parts, .y = y };

  op->n_splits = n_splits;
  add (op, attend, 4 * shape->head_dim * (args->batch.max_position / n_splits + 1),
       FALSE); /* as long as so many weights */
  if (n_splits > 1)
    add (op, merge, 0, FALSE);
}

guint
hunch_op_decode_unknown (const HunchOpDecode *op)
{
  return op->n_unknown;
}

void
hunch_op_decode_forget (HunchOpDecode *op)
{
  g_hash_table_remove_all (op->addresses);
  op->n_unknown = 0;
}

/* Asks the device for the addresses of the buffers mems: (n). */
static cl_int
read_addresses (const HunchOpDecode *op, cl_mem out, const cl_mem *mems, guint n, cl_ulong *addresses)
{
  const size_t one = 1;
  cl_int e = CL_SUCCESS;

  for (guint i = 0; i < n && e == CL_SUCCESS; i++)
    {
      HunchArgs a = hunch_args (op->address_kernel);

      hunch_arg_mem (&a, mems[i]);
      hunch_arg_mem (&a, out);
      hunch_arg_int (&a, i);
      e = hunch_enqueue (&a, op->dev->queue, 1, &one, &one);
    }
  return e ? e : clEnqueueReadBuffer (op->dev->queue, out, CL_TRUE, 0, n * sizeof *addresses, addresses, 0, NULL, NULL);
}

gboolean
hunch_op_decode_addresses (HunchOpDecode *op, const cl_mem *mems, guint n, cl_ulong *addresses, GError **error)
{
  cl_mem out = hunch_device_buffer (op->dev, CL_MEM_READ_WRITE, n * sizeof *addresses, "addresses", error);
  gboolean ok = out != NULL;

  if (ok)
    ok = hunch_device_check (op->dev, read_addresses (op, out, mems, n, addresses), "decode_address", error);
  hunch_device_buffer_free (op->dev, &out);
  return ok;
}

gboolean
hunch_op_decode_resolve (HunchOpDecode *op, GError **error)
{
  g_autofree cl_mem *mems = g_new (cl_mem, op->n_unknown);
  g_autofree cl_ulong *addresses = g_new (cl_ulong, op->n_unknown);
  GHashTableIter iter;
  gpointer key, value;
  guint n = 0;

  g_hash_table_iter_init (&iter, op->addresses);
  while (g_hash_table_iter_next (&iter, &key, &value))
    if (value == NULL)
      mems[n++] = key;
  if (!hunch_op_decode_addresses (op, mems, n, addresses, error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    g_hash_table_insert (op->addresses, mems[i], GSIZE_TO_POINTER (addresses[i]));
  op->n_unknown = 0;
  return TRUE;
}

gboolean
hunch_op_decode_upload (HunchOpDecode *op, GError **error)
{
  const guint64 bytes = op->list->len * sizeof (HunchStep);

  if (bytes > op->steps_bytes)
    {
      hunch_device_buffer_free (op->dev, &op->steps);
      op->steps = hunch_device_buffer (op->dev, CL_MEM_READ_ONLY, bytes, "steps", error);
      op->steps_bytes = op->steps ? bytes : 0;
      if (op->steps == NULL)
        return FALSE;
    }
  return hunch_device_check (
      op->dev, clEnqueueWriteBuffer (op->dev->queue, op->steps, CL_TRUE, 0, bytes, op->list->data, 0, NULL, NULL),
      "writing steps", error);
}
