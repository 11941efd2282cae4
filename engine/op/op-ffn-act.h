/* op-ffn-act.h: the activation between the two products of a feed-forward, gated or not. (Shazeer, 2020)
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/op/op-types.h"

typedef enum
{
  HUNCH_ACT_SWIGLU,    /* silu (gate) * up */
  HUNCH_ACT_GEGLU,     /* gelu_tanh (gate) * up */
  HUNCH_ACT_GELU_TANH, /* gelu_tanh (up) */
  HUNCH_ACT_RELU2,     /* relu (up)^2 */
} HunchActKind;

typedef struct
{
  guint n; /* elements of a row */
  HunchActKind kind;
  gboolean bias; /* a bias is added to up first */
  guint group;   /* work-items for HUNCH_OP_CHUNK elements of a row; 0: as suits the device */
} HunchFfnActShape;

typedef struct
{
  cl_kernel kernel;
  guint n;
  guint group;
} HunchOpFfnAct;

typedef struct
{
  guint n_rows;
  HunchRows gate; /* (n_rows, n), not read by the kinds without a gate */
  HunchRows up;   /* (n_rows, n); may lie in the buffer of gate */
  HunchRows y;    /* (n_rows, n); may be gate or up */
  cl_mem bias;    /* (n), not read without bias */
} HunchFfnActArgs;

gboolean hunch_op_ffn_act_init (HunchOpFfnAct *op, HunchDevice *dev, const HunchFfnActShape *shape, GError **error);
void hunch_op_ffn_act_finish (HunchOpFfnAct *op); /* accepts a zeroed one */
cl_int hunch_op_ffn_act_enqueue (const HunchOpFfnAct *op, cl_command_queue queue, const HunchFfnActArgs *args);
