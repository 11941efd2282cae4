/* linear.c: chooses how a linear map runs.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/layer/linear.h"

#include "engine/base/checked.h"
#include "engine/op/op-dot.h"
#include "engine/op/op-dequant.h"
#include "engine/op/op-gemm.h"
#include "engine/op/op-matmul.h"
#include "engine/device/tuning.h"

/* Most layouts a model can have at once: one a tensor type. */
#define MAX_LAYOUTS 16

/* The forms of cl/matvec.cl. */
enum
{
  FUSE_NORM = 1 << 0,
  FUSE_ADD = 1 << 1,
  FUSE_ACT = 1 << 2,
  N_FUSE = 1 << 3
};

typedef struct
{
  guint32 type;
  HunchOpMatmul matmul[2]; /* [add] */
  HunchOpMatvec matvec[N_FUSE];
  HunchOpDequant dequant;
} TypeOps;

struct HunchLinearOps
{
  HunchDevice *dev;
  const HunchHparams *hp;
  const HunchTuning *tuning;
  guint gemm_min_tokens;
  guint n_batch;
  gboolean exact, apart;
  HunchOpDecode *list;
  const char *dot; /* build option of products of quantized activations; NULL: they stay float32 */
  HunchNorm norm;
  HunchOpFfnAct act;
  TypeOps types[MAX_LAYOUTS];
  guint n_types;
  cl_mem normed; /* (n_batch, n_embd) */
  HunchOpQuantize quantize;
  HunchQuantRows xq; /* (n_batch, xq_k) */
  guint64 xq_k;      /* the largest k so far */
  HunchOpGemm gemm;
  cl_mem scratch; /* (k, gemm_rows) floats */
  guint64 scratch_floats;
};

static const HunchActKind act_kinds[] = {
  [HUNCH_FFN_SWIGLU] = HUNCH_ACT_SWIGLU,
  [HUNCH_FFN_GEGLU] = HUNCH_ACT_GEGLU,
  [HUNCH_FFN_GELU] = HUNCH_ACT_GELU_TANH,
  [HUNCH_FFN_RELU2] = HUNCH_ACT_RELU2,
};

HunchLinearOps *
hunch_linear_ops_new (HunchDevice *dev, const HunchHparams *hp, guint n_batch, gboolean exact, gboolean act_bias,
                      GError **error)
{
  HunchLinearOps *ops = g_new0 (HunchLinearOps, 1);
  const HunchFfnActShape act = { .n = hp->n_ff, .kind = act_kinds[hp->ffn], .bias = act_bias };

  ops->dev = hunch_device_ref (dev);
  ops->hp = hp;
  ops->tuning = hunch_tuning (dev);
  ops->gemm_min_tokens = exact ? ops->tuning->exact_gemm_min_tokens : ops->tuning->gemm_min_tokens;
  ops->exact = exact;
  ops->n_batch = n_batch;
  ops->dot = exact ? NULL : hunch_dot_probe (dev);
  ops->normed
      = hunch_device_buffer (dev, CL_MEM_READ_WRITE, (guint64) n_batch * hp->n_embd * 4, "normed activations", error);
  if (ops->normed && hunch_norm_init (&ops->norm, dev, hp, error)
      && hunch_op_ffn_act_init (&ops->act, dev, &act, error))
    return ops;
  hunch_linear_ops_free (ops);
  return NULL;
}

static void
type_ops_finish (TypeOps *t)
{
  for (guint i = 0; i < G_N_ELEMENTS (t->matmul); i++)
    hunch_op_matmul_finish (&t->matmul[i]);
  for (guint i = 0; i < G_N_ELEMENTS (t->matvec); i++)
    hunch_op_matvec_finish (&t->matvec[i]);
  hunch_op_dequant_finish (&t->dequant);
}

void
hunch_linear_ops_free (HunchLinearOps *ops)
{
  if (ops == NULL)
    return;
  for (guint i = 0; i < ops->n_types; i++)
    type_ops_finish (&ops->types[i]);
  hunch_norm_finish (&ops->norm);
  hunch_op_ffn_act_finish (&ops->act);
  hunch_op_quantize_finish (&ops->quantize);
  hunch_op_gemm_finish (&ops->gemm);
  hunch_device_buffer_free (ops->dev, &ops->normed);
  hunch_device_buffer_free (ops->dev, &ops->xq.q);
  hunch_device_buffer_free (ops->dev, &ops->xq.scale);
  hunch_device_buffer_free (ops->dev, &ops->scratch);
  hunch_device_unref (ops->dev);
  g_free (ops);
}

void
hunch_linear_set_apart (HunchLinearOps *ops, gboolean apart)
{
  ops->apart = apart;
}

HunchRows
hunch_linear_normed (const HunchLinearOps *ops)
{
  return (HunchRows){ ops->normed, 0, ops->hp->n_embd };
}

const HunchNorm *
hunch_linear_norm (const HunchLinearOps *ops)
{
  return &ops->norm;
}

static TypeOps *
find (HunchLinearOps *ops, guint32 type)
{
  for (guint i = 0; i < ops->n_types; i++)
    if (ops->types[i].type == type)
      return &ops->types[i];
  return NULL;
}

/* Whether a matrix takes quantized activations: float weights do not. */
static gboolean
takes_quantized (const HunchLinearOps *ops, const HunchMatrix *m)
{
  return ops->dot != NULL && hunch_type_info (m->type)->block > 1;
}

void
hunch_linear_set_list (HunchLinearOps *ops, HunchOpDecode *list)
{
  ops->list = list;
}

gboolean
hunch_linear_fuses (const HunchLinearOps *ops, const HunchLinearArgs *args)
{
  gboolean yes = hunch_op_matvec_max_tokens (ops->dev) > 0 && !hunch_dot_is_half (ops->dot)
                 && (args->norm == NULL || ops->hp->norm == HUNCH_NORM_RMS);

  if (args->act)
    yes &= args->l->n_parts == 1 && ops->hp->ffn == HUNCH_FFN_SWIGLU && args->act_bias == NULL
           && ops->hp->n_ff % HUNCH_GROUP == 0;
  for (guint i = 0; i < args->l->n_parts; i++)
    yes &= takes_quantized (ops, &args->l->part[i]);
  return yes;
}

static guint
fuse_form (const HunchLinearArgs *args)
{
  return (args->norm ? FUSE_NORM : 0) | (args->add ? FUSE_ADD : 0) | (args->act ? FUSE_ACT : 0);
}

static gboolean
prepare_quantize (HunchLinearOps *ops, guint64 k, GError **error)
{
  const guint64 n = ops->n_batch * k;

  if (ops->quantize.kernel == NULL && !hunch_op_quantize_init (&ops->quantize, ops->dev, ops->dot, error))
    return FALSE;
  if (k <= ops->xq_k)
    return TRUE;
  hunch_device_buffer_free (ops->dev, &ops->xq.q);
  hunch_device_buffer_free (ops->dev, &ops->xq.scale);
  ops->xq_k = 0;
  ops->xq.q = hunch_device_buffer (ops->dev, CL_MEM_READ_WRITE, n * hunch_dot_bytes (ops->dot), "quantized activations",
                                   error);
  if (ops->xq.q)
    ops->xq.scale = hunch_device_buffer (ops->dev, CL_MEM_READ_WRITE, n / 32 * 16, "scales of activations", error);
  if (ops->xq.scale)
    ops->xq_k = k;
  return ops->xq.scale != NULL;
}

static gboolean
prepare_gemm (HunchLinearOps *ops, TypeOps *t, const HunchMatrix *m, GError **error)
{
  const guint64 floats = m->k * MIN (hunch_round_up (m->n, HUNCH_GROUP), ops->tuning->gemm_rows);

  if (t->dequant.kernel == NULL
      && !hunch_op_dequant_init (&t->dequant, ops->dev, hunch_layout_options (m->type), 0, error))
    return FALSE;
  if (ops->gemm.kernel == NULL)
    {
      if (!hunch_op_gemm_init (&ops->gemm, ops->dev, HUNCH_GEMM_CLBLAST, error))
        return FALSE;
      if (!ops->exact)
        hunch_op_gemm_use_params (ops->dev, ops->tuning->gemm_params);
    }
  if (floats <= ops->scratch_floats)
    return TRUE;
  hunch_device_buffer_free (ops->dev, &ops->scratch);
  ops->scratch = hunch_device_buffer (ops->dev, CL_MEM_READ_WRITE, floats * sizeof (float), "decoded weights", error);
  ops->scratch_floats = ops->scratch ? floats : 0;
  return ops->scratch != NULL;
}

static gboolean
prepare_part (HunchLinearOps *ops, const HunchLinearArgs *args, const HunchMatrix *m, GError **error)
{
  const gboolean quantized = takes_quantized (ops, m), add = !!args->add;
  const char *layout = hunch_layout_options (m->type), *dot = quantized ? ops->dot : NULL;
  const guint form = fuse_form (args);
  TypeOps *t = find (ops, m->type);

  if (t == NULL)
    {
      g_assert (ops->n_types < MAX_LAYOUTS);
      t = &ops->types[ops->n_types++];
      t->type = m->type;
    }
  if (quantized && !prepare_quantize (ops, m->k, error))
    return FALSE;
  if (t->matmul[add].kernel[0] == NULL
      && !hunch_op_matmul_init (&t->matmul[add], ops->dev, &(HunchMatmulShape){ layout, dot, add }, error))
    return FALSE;
  if (hunch_linear_fuses (ops, args) && t->matvec[form].kernel[0] == NULL
      && !hunch_op_matvec_init (&t->matvec[form], ops->dev,
                                &(HunchMatvecShape){ layout, dot, args->norm != NULL, add, args->act }, error))
    return FALSE;
  return ops->gemm_min_tokens == G_MAXUINT || prepare_gemm (ops, t, m, error);
}

gboolean
hunch_linear_prepare (HunchLinearOps *ops, const HunchLinearArgs *args, GError **error)
{
  for (guint i = 0; i < args->l->n_parts; i++)
    if (!prepare_part (ops, args, &args->l->part[i], error))
      return FALSE;
  return TRUE;
}

HunchWeights
hunch_matrix_weights (const HunchMatrix *m)
{
  HunchWeights w = { .mem = m->mem, .layout = hunch_layout_options (m->type), .n = m->n, .k = m->k };

  for (guint i = 0; i < G_N_ELEMENTS (w.offset); i++)
    w.offset[i] = m->planes.offset[HUNCH_PLANE_H + i];
  return w;
}

static HunchRows
part_rows (const HunchLinearArgs *args, guint part)
{
  return (HunchRows){ args->y.mem, args->y.offset + args->l->column[part], args->y.ld };
}

static cl_int
fused (HunchLinearOps *ops, const HunchLinearArgs *args)
{
  cl_int e = CL_SUCCESS;

  for (guint i = 0; i < args->l->n_parts && e == CL_SUCCESS; i++)
    {
      const HunchMatrix *m = &args->l->part[i];
      const HunchOpMatvec *matvec = &find (ops, m->type)->matvec[fuse_form (args)];
      const HunchMatvecArgs a = {
        .n_tokens = args->n_tokens,
        .x = args->x,
        .norm = args->norm ? args->norm->w : NULL,
        .eps = ops->hp->norm_eps,
        .y = part_rows (args, i),
        .weights = hunch_matrix_weights (m),
      };

      if (ops->list)
        hunch_op_decode_add_matvec (ops->list, matvec, &a);
      else
        e = hunch_op_matvec_enqueue (matvec, ops->dev->queue, &a);
    }
  return e;
}

/* Decodes some rows at a time and multiplies them. */
static cl_int
through_gemm (HunchLinearOps *ops, const HunchLinearArgs *args, guint part)
{
  const HunchMatrix *m = &args->l->part[part];
  const HunchRows y = part_rows (args, part);
  const TypeOps *t = find (ops, m->type);
  cl_int e = CL_SUCCESS;

  for (guint64 first = 0; first < m->n && e == CL_SUCCESS; first += ops->tuning->gemm_rows)
    {
      const guint n = MIN (m->n - first, ops->tuning->gemm_rows);
      const HunchRows wt = { ops->scratch, 0, hunch_round_up (n, HUNCH_GROUP) };
      const HunchGemmArgs gemm = { .m = args->n_tokens,
                                   .n = n,
                                   .k = m->k,
                                   .a = args->x,
                                   .b = wt,
                                   .c = { y.mem, y.offset + first, y.ld },
                                   .add = args->add };

      e = hunch_op_dequant_enqueue (&t->dequant, ops->dev->queue,
                                    &(HunchDequantArgs){ hunch_matrix_weights (m), first, n, wt });
      if (e == CL_SUCCESS)
        e = hunch_op_gemm_enqueue (&ops->gemm, ops->dev->queue, &gemm);
    }
  return e;
}

/* The parts of the product alone, weights decoded in registers; x is quantized once for all that take it so. */
static cl_int
product (HunchLinearOps *ops, const HunchLinearArgs *args)
{
  gboolean quantized = FALSE;
  cl_int e = CL_SUCCESS;

  for (guint i = 0; i < args->l->n_parts && e == CL_SUCCESS; i++)
    {
      const HunchMatrix *m = &args->l->part[i];
      const HunchOpMatmul *matmul = &find (ops, m->type)->matmul[!!args->add];
      const HunchMatmulArgs a = { .n_tokens = args->n_tokens,
                                  .x = args->x,
                                  .xq = ops->xq,
                                  .y = part_rows (args, i),
                                  .weights = hunch_matrix_weights (m) };

      if (args->n_tokens >= ops->gemm_min_tokens)
        {
          e = through_gemm (ops, args, i);
          continue;
        }
      if (matmul->quantized && !quantized)
        {
          e = hunch_op_quantize_enqueue (&ops->quantize, ops->dev->queue,
                                         &(HunchQuantizeArgs){ args->n_tokens, args->l->k, args->x, ops->xq });
          quantized = TRUE;
        }
      if (e == CL_SUCCESS)
        e = hunch_op_matmul_enqueue (matmul, ops->dev->queue, &a);
    }
  return e;
}

cl_int
hunch_linear_enqueue (HunchLinearOps *ops, const HunchLinearArgs *args)
{
  const cl_command_queue queue = ops->dev->queue;
  HunchLinearArgs a = *args;
  cl_int e = CL_SUCCESS;

  if (!ops->apart && args->n_tokens <= hunch_op_matvec_max_tokens (ops->dev) && hunch_linear_fuses (ops, args))
    return fused (ops, args);
  if (args->norm)
    {
      a.x = hunch_linear_normed (ops);
      e = hunch_norm_enqueue (&ops->norm, queue, args->norm, args->n_tokens, args->x, a.x);
    }
  if (e == CL_SUCCESS)
    e = product (ops, &a);
  if (e == CL_SUCCESS && args->act)
    {
      const HunchRows up = { args->y.mem, args->y.offset + args->l->n - ops->hp->n_ff, args->y.ld };

      e = hunch_op_ffn_act_enqueue (
          &ops->act, queue,
          &(HunchFfnActArgs){
              .n_rows = args->n_tokens, .gate = args->y, .up = up, .y = args->y, .bias = args->act_bias });
    }
  return e;
}
