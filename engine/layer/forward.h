/* forward.h: the forward pass of a batch: tokens in, logits of the rows that want them out.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/device/tuning.h"
#include "engine/kv/kv.h"
#include "engine/model/model-file.h"

/* Tokens of any number of sequences, interleaved as one likes; those of one sequence in the order of their positions.
 */
typedef struct
{
  guint n_tokens;
  const gint32 *tokens;    /* (n_tokens) */
  const gint32 *positions; /* (n_tokens) */
  const gint32 *seqs; /* (n_tokens) sequences of the cache; room for the positions was made by hunch_kv_seq_append */
  guint n_rows;
  const gint32 *rows;    /* (n_rows) indices of tokens whose logits are wanted */
  const gint32 *targets; /* (n_rows), or NULL: of each row not the logits are wanted, but what they say of one id */
} HunchBatch;

typedef struct
{
  guint n_batch; /* most tokens in a batch */
  guint n_rows;  /* most rows of logits */
  guint n_ctx;   /* most positions in a sequence */
  gboolean exact;
} HunchForwardParams;

typedef struct HunchForward HunchForward;

typedef void (*HunchForwardProgress) (const char *stage, double fraction, gpointer user_data);

/* Uploads the weights and builds the kernels. The model file may be closed afterwards but for its hp, which is copied.
 */
HunchForward *hunch_forward_new (HunchDevice *dev, const HunchModelFile *m, const HunchForwardParams *params,
                                 HunchForwardProgress progress, gpointer user_data, const volatile gint *cancelled,
                                 GError **error);
void hunch_forward_free (HunchForward *f); /* accepts NULL */
/* Makes what depends on hunch_tuning () again, with these values, which hold for the device from then on; the weights stay. On failure everything is as
 * it was. Not while a batch runs. */
gboolean hunch_forward_retune (HunchForward *f, const HunchTuning *tuning, const volatile gint *cancelled,
                               GError **error);
HunchDevice *hunch_forward_device (const HunchForward *f); /* (transfer none) */
const HunchHparams *hunch_forward_hparams (const HunchForward *f);
guint64 hunch_forward_weight_bytes (const HunchForward *f);
/* Parameters for a cache that fits: layers, heads, exactness; n_blocks is the caller's. */
HunchKvParams hunch_forward_kv_params (const HunchForward *f, guint n_blocks);
/* logits: (n_rows, n_vocab), row-major; with targets (n_rows): the natural logarithm of the probability of each, and n_rows may be as
 * many as there are tokens. Waits for the device once. On failure the contents of the cache's new positions
 * are undefined. */
gboolean hunch_forward_run (HunchForward *f, HunchKv *kv, const HunchBatch *batch, float *logits, GError **error);
