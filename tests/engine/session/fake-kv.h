/* fake-kv.h: how the fake forward pass looks into the fake cache.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/kv/kv.h"

HunchKv *fake_kv_new (guint n_blocks);
/* Checks that position of seq has room and is for token, that all before it were evaluated, and marks it so. */
void fake_kv_evaluate (HunchKv *kv, gint seq, gint32 position, gint32 token);
const gint32 *fake_kv_ids (HunchKv *kv, gint seq);
guint fake_kv_n_seqs (HunchKv *kv); /* in use */
