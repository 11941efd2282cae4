/* op-decode.h: a token's way through all layers in one launch: a list of steps, each of which has a launch of its own elsewhere.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A list is recorded: hunch_op_decode_add_x takes what hunch_op_x_enqueue takes, and adds a step instead of launching.
 *
 *   do
 *     {
 *       hunch_op_decode_begin (op);
 *       ... add ...
 *     }
 *   while (hunch_op_decode_unknown (op) > 0 && hunch_op_decode_resolve (op, error));
 *
 * for the list names buffers by their addresses, which it has to ask the device for. It is good until one of them is freed. */
#pragma once

#include "engine/op/op-attention.h"
#include "engine/op/op-matvec.h"
#include "engine/op/op-rope.h"

#define HUNCH_DECODE_TYPES 6 /* most types of weights in one program */

typedef struct
{
  const char *layouts[HUNCH_DECODE_TYPES]; /* build options of each type, static; NULL behind the last */
  const char *dot;                         /* from hunch_dot_probe */
  const HunchOpRope *rope;
  const HunchOpAttention *attention;
} HunchDecodeShape;

typedef struct
{
  HunchDevice *dev; /* not owned */
  HunchDecodeShape shape;
  cl_kernel kernel, address_kernel;
  guint n_workers; /* work-groups of a launch */
  cl_int patience; /* looks at a counter, at least, before a work-group leaves the rest to others */

  GArray *list;          /* steps */
  GHashTable *addresses; /* cl_mem to its address, NULL while unknown */
  guint n_unknown;
  guint64 most_k;
  guint64 largest_chunk; /* weights of one of the last step, or of those beside it */
  guint n_splits;        /* of attention, with which the list was recorded */
  cl_mem steps;          /* the list on the device */
  guint64 steps_bytes;
  cl_mem control;
} HunchOpDecode;

/* FALSE where the device must not run it: it may on a CPU where what cl/lib-ticket.cl and addresses rely on was seen to hold, within
 * a time limit. HUNCH_DECODE in the environment, for tests and experiments: "launches" says no; with "alone" nobody waits. */
gboolean hunch_op_decode_init (HunchOpDecode *op, HunchDevice *dev, const HunchDecodeShape *shape);
void hunch_op_decode_finish (HunchOpDecode *op); /* accepts a zeroed one */

void hunch_op_decode_begin (HunchOpDecode *op);
void hunch_op_decode_add_matvec (HunchOpDecode *op, const HunchOpMatvec *matvec, const HunchMatvecArgs *args);
void hunch_op_decode_add_rope (HunchOpDecode *op, const HunchRopeArgs *args);
void hunch_op_decode_add_attention (HunchOpDecode *op, const HunchAttentionArgs *args);
/* Buffers of the list whose addresses are not known; for good, once they are resolved, or until they are forgotten. */
guint hunch_op_decode_unknown (const HunchOpDecode *op);
gboolean hunch_op_decode_resolve (HunchOpDecode *op, GError **error);
void hunch_op_decode_forget (HunchOpDecode *op);
/* Takes the list to the device. */
gboolean hunch_op_decode_upload (HunchOpDecode *op, GError **error);

/* Runs the list for the one token of the batch. chunk: positions of each split. */
cl_int hunch_op_decode_enqueue (const HunchOpDecode *op, cl_command_queue queue, const HunchOpBatch *batch,
                                guint chunk);
