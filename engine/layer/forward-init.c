/* forward-init.c: builds what a forward pass needs: weights, kernels, buffers.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/layer/forward-private.h"

#include "engine/base/checked.h"
#include "engine/base/hunch-error.h"
#include "engine/base/i18n.h"
#include "engine/layer/decode.h"

/* Hands the progress of one stage of loading to the caller. */
typedef struct
{
  HunchForwardProgress func;
  gpointer user_data;
  const char *name;
  guint done, total; /* steps */
} Stage;

static void
tell (double fraction, gpointer data)
{
  const Stage *stage = data;

  if (stage->func)
    stage->func (stage->name, fraction, stage->user_data);
}

/* Ends a step of those that build kernels. FALSE if it failed, or if nobody wants the next. */
static gboolean
step (Stage *stage, gboolean ok, const volatile gint *cancelled, GError **error)
{
  if (!ok)
    return FALSE;
  if (cancelled && g_atomic_int_get (cancelled))
    {
      g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_FAILED, _ ("Loading was cancelled"));
      return FALSE;
    }
  stage->done++;
  tell ((double) stage->done / MAX (stage->total, 1), stage);
  return TRUE;
}

static const HunchOpRopeKind rope_kinds[] = {
  [HUNCH_ROPE_NONE] = HUNCH_OP_ROPE_NONE,
  [HUNCH_ROPE_NORM] = HUNCH_OP_ROPE_NORM,
  [HUNCH_ROPE_NEOX] = HUNCH_OP_ROPE_NEOX,
};

/* Every product of the model as block.c and forward.c ask for it. (element-type HunchLinearArgs) */
static GArray *
all_products (const HunchParams *w)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (HunchLinearArgs));
  const HunchLinearArgs head = { .l = &w->output, .norm = &w->out_norm };

  for (guint i = 0; i < w->n_layer; i++)
    {
      const HunchLayerParams *l = &w->layers[i];
      const HunchLinearArgs forms[] = {
        { .l = &l->qkv, .norm = &l->attn_norm },
        { .l = &l->wo, .add = l->attn_post_norm.w == NULL },
        { .l = &l->up, .norm = &l->ffn_norm, .act = TRUE, .act_bias = l->up_bias },
        { .l = &l->down, .add = l->ffn_post_norm.w == NULL },
      };

      g_array_append_vals (all, forms, G_N_ELEMENTS (forms));
    }
  g_array_append_val (all, head);
  return all;
}

/* Products that are alike need the same kernels. */
static gboolean
alike (const HunchLinearArgs *a, const HunchLinearArgs *b)
{
  gboolean same = !a->norm == !b->norm && a->add == b->add && a->act == b->act && a->l->n_parts == b->l->n_parts
                  && a->l->k == b->l->k;

  for (guint i = 0; same && i < a->l->n_parts; i++)
    same = a->l->part[i].type == b->l->part[i].type;
  return same;
}

static gboolean
seen_before (const GArray *all, guint i)
{
  for (guint j = 0; j < i; j++)
    if (alike (&g_array_index (all, HunchLinearArgs, i), &g_array_index (all, HunchLinearArgs, j)))
      return TRUE;
  return FALSE;
}

/* One product of each kind. */
static GArray *
kinds_of_product (const HunchParams *w)
{
  GArray *all = all_products (w);

  for (guint i = all->len; i-- > 0;)
    if (seen_before (all, i))
      g_array_remove_index (all, i);
  return all;
}

#define LINEAR_STEPS 2 /* beside the kinds of product */

/* Builds the kernels of all kinds of product. */
static gboolean
init_linear (HunchForward *f, const GArray *kinds, Stage *stage, const volatile gint *cancelled, GError **error)
{
  const guint n_batch = MAX (f->params.n_batch, f->params.n_rows);
  const gboolean act_bias = f->weights->layers[0].up_bias != NULL;

  f->linear = hunch_linear_ops_new (f->dev, &f->hp, n_batch, f->params.exact, act_bias, error);
  if (!step (stage, f->linear != NULL, cancelled, error))
    return FALSE;
  for (guint i = 0; i < kinds->len; i++)
    if (!step (stage, hunch_linear_prepare (f->linear, &g_array_index (kinds, HunchLinearArgs, i), error), cancelled,
               error))
      return FALSE;
  hunch_decode_init (f, kinds);
  return step (stage, TRUE, NULL, error);
}

gboolean
hunch_forward_retune (HunchForward *f, const HunchTuning *tuning, const volatile gint *cancelled, GError **error)
{
  const HunchTuning before = *hunch_tuning (f->dev);
  Stage nobody = { NULL };
  g_autoptr (GArray) kinds = kinds_of_product (f->weights);
  HunchLinearOps *linear = f->linear;
  HunchDecode decode = f->decode;
  gboolean ok;

  f->linear = NULL;
  f->decode = (HunchDecode){ 0 };
  hunch_tuning_set (f->dev, tuning);
  ok = init_linear (f, kinds, &nobody, cancelled, error);
  if (!ok)
    {
      HunchLinearOps *failed = f->linear;

      hunch_tuning_set (f->dev, &before);
      f->linear = linear;
      linear = failed;
      f->decode = decode;
      decode = (HunchDecode){ 0 };
    }
  hunch_op_decode_finish (&decode.op);
  hunch_linear_ops_free (linear);
  return ok;
}

/* Whether something is added to the residual stream that is made elsewhere first. */
static gboolean
needs_tmp (const HunchForward *f)
{
  return f->hp.learned_pos || f->weights->layers[0].attn_post_norm.w || f->weights->layers[0].ffn_post_norm.w;
}

#define OTHER_STEPS 3 /* beside those of the products */

static gboolean
init_ops (HunchForward *f, Stage *stage, const volatile gint *cancelled, GError **error)
{
  const HunchHparams *hp = &f->hp;
  const HunchLayerParams *l = &f->weights->layers[0];
  const HunchRopeShape rope = {
    .n_head = hp->n_head,
    .n_head_kv = hp->n_head_kv,
    .head_dim = hp->head_dim,
    .kind = rope_kinds[hp->rope],
    .rope_dim = hp->rope_dim,
    .bias = l->qkv_bias != NULL,
    .qk_norm = l->q_norm     ? HUNCH_QK_NORM_WEIGHTS
               : hp->qk_norm ? HUNCH_QK_NORM_WEIGHTLESS
                             : HUNCH_QK_NORM_NONE,
    .qk_norm_eps = hp->norm_eps,
    .exact = f->params.exact,
  };
  const HunchAttentionShape attention = {
    .n_head = hp->n_head,
    .n_head_kv = hp->n_head_kv,
    .head_dim = hp->head_dim,
    .exact = f->params.exact,
  };
  const char *layout = hunch_layout_options (f->weights->tok_embd.part[0].type);
  g_autoptr (GArray) kinds = kinds_of_product (f->weights);

  stage->total = OTHER_STEPS + LINEAR_STEPS + kinds->len;
  if (!step (stage, hunch_op_embed_init (&f->embed, f->dev, layout, error), cancelled, error)
      || !step (stage, hunch_op_rope_init (&f->rope, f->dev, &rope, error), cancelled, error)
      || !step (stage, hunch_op_attention_init (&f->attention, f->dev, &attention, error), cancelled, error))
    return FALSE;
  if (hp->learned_pos
      && !hunch_op_embed_init (&f->embed_pos, f->dev, hunch_layout_options (f->weights->pos_embd.part[0].type), error))
    return FALSE;
  if (needs_tmp (f) && !hunch_op_add_init (&f->add, f->dev, &(HunchAddShape){ .n = hp->n_embd, .rows = TRUE }, error))
    return FALSE;
  if ((l->wo_bias || l->down_bias)
      && !hunch_op_add_init (&f->add_bias, f->dev, &(HunchAddShape){ .n = hp->n_embd, .bias = TRUE }, error))
    return FALSE;
  return init_linear (f, kinds, stage, cancelled, error);
}

gboolean
hunch_forward_alloc (HunchForward *f, cl_mem *mem, guint64 n, const char *what, GError **error)
{
  *mem = hunch_device_buffer (f->dev, CL_MEM_READ_WRITE, n * 4, what, error);
  return *mem != NULL;
}

static gboolean
init_buffers (HunchForward *f, GError **error)
{
  const HunchHparams *hp = &f->hp;
  const guint64 n = f->params.n_batch, rows = f->params.n_rows;
  HunchActivations *a = &f->act_mem;
  HunchBatchData *b = &f->batch;

  b->seq_rows_host = g_new (gint32, n);
  b->tables_host = g_array_new (FALSE, FALSE, sizeof (gint32));
  b->seqs = g_array_new (FALSE, FALSE, sizeof (gint));
  a->scratch_bytes = hunch_op_attention_scratch_bytes (&f->attention);
  if (needs_tmp (f) && !hunch_forward_alloc (f, &a->tmp, n * hp->n_embd, "a sum's other half", error))
    return FALSE;
  if (hp->rope_freqs_swa && !hunch_forward_alloc (f, &a->table_swa, n * hp->rope_dim, "RoPE table", error))
    return FALSE;
  return hunch_forward_alloc (f, &a->x, n * hp->n_embd, "residual stream", error)
         && hunch_forward_alloc (f, &a->qkv, n * f->n_qkv, "q, k and v", error)
         && hunch_forward_alloc (f, &a->ffn, n * f->weights->layers[0].up.n, "feed-forward activations", error)
         && hunch_forward_alloc (f, &a->last, rows * hp->n_embd, "last rows", error)
         && hunch_forward_alloc (f, &a->logits, rows * hp->n_vocab, "logits", error)
         && hunch_forward_alloc (f, &a->scratch, hunch_div_up (a->scratch_bytes, 4), "attention scratch", error)
         && hunch_forward_alloc (f, &a->table, n * MAX (hp->rope_dim, 1), "RoPE table", error)
         && hunch_forward_alloc (f, &b->tokens, n, "token ids", error)
         && hunch_forward_alloc (f, &b->positions, n, "positions", error)
         && hunch_forward_alloc (f, &b->seq_rows, n, "sequence rows", error);
}

HunchForward *
hunch_forward_new (HunchDevice *dev, const HunchModelFile *m, const HunchForwardParams *params,
                   HunchForwardProgress progress, gpointer user_data, const volatile gint *cancelled, GError **error)
{
  HunchForward *f = g_new0 (HunchForward, 1);
  Stage stage = { progress, user_data, "weights" };

  f->dev = hunch_device_ref (dev);
  f->params = *params;
  hunch_hparams_copy (&m->hp, &f->hp);
  f->n_q = f->hp.n_head * f->hp.head_dim;
  f->n_qkv = f->n_q + 2 * f->hp.n_head_kv * f->hp.head_dim;
  f->weights = hunch_params_new (dev, m, tell, &stage, cancelled, error);
  if (f->weights == NULL)
    goto fail;
  stage.name = "kernels";
  tell (0, &stage);
  if (!init_ops (f, &stage, cancelled, error) || !init_buffers (f, error))
    goto fail;
  return f;

fail:
  hunch_forward_free (f);
  return NULL;
}

void
hunch_forward_free (HunchForward *f)
{
  if (f == NULL)
    return;
  cl_mem *const mems[] = {
    &f->act_mem.x,       &f->act_mem.tmp,     &f->act_mem.qkv,   &f->act_mem.ffn,       &f->act_mem.last,
    &f->act_mem.logits,  &f->act_mem.scratch, &f->act_mem.table, &f->act_mem.table_swa, &f->batch.tokens,
    &f->batch.positions, &f->batch.seq_rows,  &f->batch.tables,
  };
  for (guint i = 0; i < G_N_ELEMENTS (mems); i++)
    hunch_device_buffer_free (f->dev, mems[i]);
  g_free (f->batch.seq_rows_host);
  g_clear_pointer (&f->batch.tables_host, g_array_unref);
  g_clear_pointer (&f->batch.seqs, g_array_unref);
  hunch_op_embed_finish (&f->embed);
  hunch_op_embed_finish (&f->embed_pos);
  hunch_op_rope_finish (&f->rope);
  hunch_op_attention_finish (&f->attention);
  hunch_op_add_finish (&f->add);
  hunch_op_add_finish (&f->add_bias);
  hunch_op_attention_probs_finish (&f->probs);
  g_free (f->taps);
  hunch_decode_finish (f);
  hunch_linear_ops_free (f->linear);
  hunch_params_free (f->weights);
  hunch_hparams_clear (&f->hp);
  hunch_device_unref (f->dev);
  g_free (f);
}

HunchDevice *
hunch_forward_device (const HunchForward *f)
{
  return f->dev;
}

const HunchHparams *
hunch_forward_hparams (const HunchForward *f)
{
  return &f->hp;
}

guint64
hunch_forward_weight_bytes (const HunchForward *f)
{
  return hunch_params_bytes (f->weights);
}

HunchKvParams
hunch_forward_kv_params (const HunchForward *f, guint n_blocks)
{
  return (HunchKvParams){ .n_layer = f->hp.n_layer,
                          .n_head_kv = f->hp.n_head_kv,
                          .head_dim = f->hp.head_dim,
                          .n_blocks = n_blocks,
                          .exact = f->params.exact };
}
