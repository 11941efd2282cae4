/* op-rope.h: turns q and k by their positions and appends k and v to the paged cache. (Su et al., 2021)
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Two kernels: the table of cosines and sines, once a batch for each set of frequencies; the turn and append, once a layer. */
#pragma once

#include "engine/op/op-types.h"

/* Which elements of a head turn together; of n = rope_dim. NONE only appends. */
typedef enum
{
  HUNCH_OP_ROPE_NONE,
  HUNCH_OP_ROPE_NORM, /* (2i, 2i + 1) */
  HUNCH_OP_ROPE_NEOX, /* (i, i + n / 2) */
} HunchOpRopeKind;

/* RMS norm of each head of q and k, before they turn. */
typedef enum
{
  HUNCH_QK_NORM_NONE,
  HUNCH_QK_NORM_WEIGHTS,    /* qwen3, gemma3 */
  HUNCH_QK_NORM_WEIGHTLESS, /* nanochat: it norms after the turn, which keeps lengths, so it is the same */
} HunchQkNorm;

typedef struct
{
  guint n_head, n_head_kv, head_dim;
  HunchOpRopeKind kind;
  guint rope_dim; /* elements of a head that turn, even, at most head_dim */
  gboolean bias;  /* a bias is added to q, k and v first */
  HunchQkNorm qk_norm;
  float qk_norm_eps;
  gboolean exact; /* the cache holds float, not half */
  guint group;    /* work-items a head; 0: as suits the device */
} HunchRopeShape;

typedef struct
{
  cl_kernel kernel, table_kernel;
  HunchRopeShape shape;
} HunchOpRope;

typedef struct
{
  HunchOpBatch batch;
  HunchRows qkv; /* (n_tokens, (n_head + 2 n_head_kv) * head_dim): q heads, k heads, v heads; q is turned in place */
  cl_mem bias;   /* (the same columns), not read without bias */
  cl_mem q_norm, k_norm;   /* (head_dim), not read unless HUNCH_QK_NORM_WEIGHTS */
  cl_mem table;            /* (n_tokens, rope_dim), from hunch_op_rope_table_enqueue; not read for NONE */
  cl_mem k_cache, v_cache; /* of the layer; layout in engine/kv/kv.h */
} HunchRopeArgs;

typedef struct
{
  guint n_tokens;
  cl_mem positions; /* (n_tokens) gint32 */
  cl_mem freqs;     /* (rope_dim / 2) float, angle a position; negative turns the other way */
  float mscale;     /* factor on cosine and sine */
  cl_mem table;     /* (n_tokens, rope_dim) float: rope_dim / 2 cosines, then as many sines */
} HunchRopeTableArgs;

/* Build options of cl/lib-rope.cl; group must be set. (transfer full) */
char *hunch_op_rope_options (HunchDevice *dev, const HunchRopeShape *shape);
gboolean hunch_op_rope_init (HunchOpRope *op, HunchDevice *dev, const HunchRopeShape *shape, GError **error);
void hunch_op_rope_finish (HunchOpRope *op); /* accepts a zeroed one */
/* The angle is the float product of position and frequency, as transformers computes it, and its cosine and sine are those of libm. */
cl_int hunch_op_rope_table_enqueue (const HunchOpRope *op, cl_command_queue queue, const HunchRopeTableArgs *args);
cl_int hunch_op_rope_enqueue (const HunchOpRope *op, cl_command_queue queue, const HunchRopeArgs *args);
