/* decode.h: the one token of a batch through all layers in one launch, where the model and the device allow it.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/layer/forward-private.h"

/* Finds out whether it may; there is no error, for the launches of block.c do the same, later. products: all of the model. */
void hunch_decode_init (HunchForward *f, const GArray *products);
void hunch_decode_finish (HunchForward *f);

/* Whether a batch goes through in one launch. */
gboolean hunch_decode_serves (const HunchForward *f, const HunchBatch *batch);
/* Enqueues everything between embedding and logits. FALSE with the error set when the device fails. */
gboolean hunch_decode_enqueue (HunchForward *f, HunchKv *kv, const HunchBatch *batch, const HunchOpBatch *op_batch,
                               GError **error);
