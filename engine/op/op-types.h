/* op-types.h: what the arguments of several operations share.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/device/args.h"
#include "engine/device/device.h"

/* Rows of floats in a buffer: row t starts at element offset + t * ld. */
typedef struct
{
  cl_mem mem;
  guint64 offset; /* elements */
  guint ld;       /* elements from a row to the next */
} HunchRows;

/* Where the tokens of a batch stand. Device buffers of gint32, filled once a batch and read by every layer. */
typedef struct
{
  guint n_tokens;
  cl_mem positions; /* (n_tokens) */
  cl_mem seq_rows;  /* (n_tokens) the row of tables that holds the token's sequence */
  cl_mem tables;    /* (sequence, table_stride) device block of each HUNCH_KV_BLOCK positions */
  guint table_stride;
  guint max_position; /* largest of positions: what the host knows without reading the device */
} HunchOpBatch;

/* SPLIT of cl/lib-wide.cl: how many work-items share a row of weights: as many as are wished, a power of two, or as the device wants it (0), where it can
 * have so many. 0: a work-item takes 16 rows, which HUNCH_SPLIT_NONE wishes. tokens: each has its sums in local memory. */
#define HUNCH_SPLIT_NONE G_MAXUINT
guint hunch_op_split (const HunchDevice *dev, guint wish, guint tokens);
/* Appends " -DSPLIT=split" unless it is 0. */
void hunch_op_option_split (GString *options, guint split);

/* KV_BLOCK of cl/lib-kv.cl, which is HUNCH_KV_BLOCK of engine/kv. */
#define HUNCH_OP_KV_BLOCK 16

/* Elements of a row that an elementwise kernel gives to one group. */
#define HUNCH_OP_CHUNK 256

/* Appends " -DNAME=value" with all the digits that a float has, whatever the locale. */
void hunch_op_option_float (GString *options, const char *name, float value);

/* Sets the three arguments of rows: buffer, offset, leading dimension. */
static inline void
hunch_arg_rows (HunchArgs *a, const HunchRows *rows)
{
  hunch_arg_mem (a, rows->mem);
  hunch_arg_ulong (a, rows->offset);
  hunch_arg_int (a, rows->ld);
}

/* A weight matrix in the planes of cl/lib-quant.cl; y = x W^T has n columns. A view: nothing is owned. */
typedef struct
{
  cl_mem mem;
  guint64 offset[5];  /* bytes: planes h, a, b, s, m */
  const char *layout; /* build options that decode it; static */
  guint64 n, k;
} HunchWeights;

/* Sets WEIGHT_ARGS of cl/lib-quant.cl. */
static inline void
hunch_arg_weights (HunchArgs *a, const HunchWeights *w)
{
  hunch_arg_mem (a, w->mem);
  for (guint i = 0; i < G_N_ELEMENTS (w->offset); i++)
    hunch_arg_ulong (a, w->offset[i]);
}
