/* trace.h: a prompt's way through a model, to be looked at: what is asked and what was seen, as plain data.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A trace runs on the engine's thread between requests; those wait for it. It computes every token of its prompt itself, takes nothing
 * from the cache, and leaves nothing there.
 *
 * Memory: what is kept of a prompt for the table is a few rows a layer, whatever its length. Whole tensors are kept only up to
 * max_bytes, which is checked before anything runs; handed to a function piece by piece they are never together in memory. */
#pragma once

#include "engine/layer/tap-point.h"
#include "engine/session/engine.h"

#define HUNCH_TRACE_N_TOP     5
#define HUNCH_TRACE_MAX_BYTES (G_GUINT64_CONSTANT (1) << 30) /* of tensors, where nothing else is said */
#define HUNCH_TRACE_MAX_PATCH 64                             /* tokens of a prompt whose residual streams are patched */

/* What is set to zero: a head's output, all that attention adds, or all that the feed-forward adds, at every position. */
typedef enum
{
  HUNCH_ABLATE_HEAD,
  HUNCH_ABLATE_ATTENTION,
  HUNCH_ABLATE_FFN,
} HunchAblationKind;

typedef struct
{
  HunchAblationKind kind;
  guint layer, head;
} HunchAblation;

/* Some rows of a tensor: values (n_here, n_heads, width) are rows first_row … of (n_rows, n_heads, width). */
typedef struct
{
  HunchTapPoint point;
  guint layer;
  guint n_rows, n_heads, width;
  guint first_row, n_here;
  const float *values;
} HunchTracePiece;

/* On the engine's thread; FALSE ends the trace with an error. */
typedef gboolean (*HunchTracePieceFunc) (const HunchTracePiece *piece, gpointer user_data, GError **error);

typedef struct
{
  HunchRequest prompt; /* ids or text, parse_special; max_tokens: how many greedy tokens are followed after it */
  gint32 target;       /* the token whose rank is watched; -1: at each step the likeliest */
  gint position;       /* of the prompt that is looked at; negative: from its end, -1 is the last */
  guint32 points;      /* 1 << HunchTapPoint: tensors of the prompt that are wanted */
  guint first_layer, last_layer; /* those of points in layers; last_layer past the end: all */
  guint64 max_bytes;             /* of tensors that are kept; 0: HUNCH_TRACE_MAX_BYTES */
  HunchTracePieceFunc piece;     /* gets them instead, if there is one */
  gpointer piece_data;
  gboolean attribute; /* direct logit attribution of the target */
  gint neurons_layer; /* strongest feed-forward keys of this layer; -1: none */
  guint n_neurons;    /* how many */
  const HunchAblation *ablations;
  guint n_ablations;
  gboolean patch; /* activation patching from a second prompt */
  HunchRequest patch_prompt;
  const volatile gint *cancelled; /* set non-zero by another thread; NULL for never */
} HunchTraceRequest;

/* The residual stream at the position looked at, after a layer; layer 0 is the embedding. */
typedef struct
{
  guint layer;
  double norm;                /* of the stream */
  double attn_move, ffn_move; /* norm of what was added over the norm of what it was added to */
  guint rank;      /* of the target under final norm and LM head: 1 + tokens whose float32 probability is higher */
  double p, logit; /* of the target */
  gint32 best;     /* the likeliest token there, and its probability */
  double best_p;
} HunchTraceLayer;

/* One evaluation: the prompt, then each token that was followed. */
typedef struct
{
  guint n_new, n_past;                /* tokens evaluated, and positions that were in the cache already */
  guint n_blocks;                     /* of the cache that the sequence holds */
  guint64 block_bytes;                /* what they take */
  guint position;                     /* looked at */
  gint32 target;                      /* watched */
  gint32 next;                        /* the likeliest token after the last position */
  HunchTraceLayer *layers;            /* (n_layer + 1) */
  HunchTokenP top[HUNCH_TRACE_N_TOP]; /* after position */
  guint n_top;
} HunchTraceStep;

/* A kept tensor, (n_rows, n_heads, width). */
typedef struct
{
  HunchTapPoint point;
  guint layer;
  guint n_rows, n_heads, width;
  float *values;
} HunchTraceTensor;

/* What one part of the model added to the target's logit at the position. */
typedef enum
{
  HUNCH_PART_EMBEDDING,
  HUNCH_PART_HEAD,
  HUNCH_PART_ATTENTION_BIAS, /* of wo */
  HUNCH_PART_FFN,
  HUNCH_PART_NORM_BIAS, /* of the final norm */
} HunchPartKind;

typedef struct
{
  HunchPartKind kind;
  guint layer, head;
  double logit;
} HunchTracePart;

/* A feed-forward key, and what its value vector makes likelier: (Geva et al., 2021) */
typedef struct
{
  guint index;
  double key;
  gint32 tokens[HUNCH_TRACE_N_TOP]; /* most pushed first, the key's sign taken in */
  double pushes[HUNCH_TRACE_N_TOP]; /* logits a unit of the value vector, under the final norm */
} HunchTraceNeuron;

/* The target after the prompt's last position, when the residual stream at (layer, position) is that of the second prompt. */
typedef struct
{
  GArray *ids;    /* gint32 of the second prompt */
  guint n_layers; /* n_layer + 1; layer 0 is the embedding */
  guint n_positions;
  double p_from, logit_from, p_to, logit_to; /* of the prompt and of the second one, unpatched */
  double *p, *logit;                         /* (n_layers, n_positions) */
} HunchTracePatch;

typedef struct
{
  GError *error;      /* NULL unless it failed; then the rest may be there in part */
  GArray *prompt_ids; /* gint32 */
  GArray *ids;        /* gint32: that were followed */
  GPtrArray *steps;   /* (element-type HunchTraceStep) */
  GPtrArray *tensors; /* (element-type HunchTraceTensor) */
  GArray *parts;      /* HunchTracePart */
  double parts_logit; /* of the target, before any soft cap, that the parts add up to */
  GArray *neurons;    /* HunchTraceNeuron, strongest first */
  HunchTracePatch *patch;
  guint n_layer, n_head;
} HunchTraceAnswer;

void hunch_trace_answer_free (HunchTraceAnswer *a); /* accepts NULL */

/* Exactly once, on the engine's thread; takes the answer (transfer full). */
typedef void (*HunchTraceDone) (HunchTraceAnswer *answer, gpointer user_data);

/* Returns at once; request and all it points to stay as they are until done was called. */
void hunch_trace_submit (HunchEngine *e, const HunchTraceRequest *request, HunchTraceDone done, gpointer user_data);
