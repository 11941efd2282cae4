/* forward-cost.c: counts what a batch has to read and to multiply.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/layer/forward-cost.h"

#include "engine/layer/forward-private.h"

/* Reads the weights once, multiplies them with each row. */
static void
add_linear (HunchCost *cost, const HunchLinear *l, guint n_rows)
{
  if (n_rows == 0)
    return;
  for (guint i = 0; i < l->n_parts; i++)
    cost->bytes += l->part[i].planes.bytes;
  cost->operations += 2 * l->n * l->k * n_rows;
}

/* Positions that a token sees, its own among them. */
static guint64
seen (const HunchHparams *hp, guint layer, guint position)
{
  return hunch_hparams_slides (hp, layer) ? MIN (position + 1, hp->n_swa) : position + 1;
}

static void
add_attention (HunchCost *cost, const HunchForward *f, guint layer, guint first, guint n)
{
  const HunchHparams *hp = &f->hp;
  const guint64 position_bytes = (guint64) 2 * hp->n_head_kv * hp->head_dim * (f->params.exact ? 4 : 2);

  for (guint i = 0; i < n; i++)
    cost->operations += 4 * seen (hp, layer, first + i) * hp->n_head * hp->head_dim;
  cost->bytes += position_bytes * MIN (seen (hp, layer, first + n - 1) + n - 1, first + n);
}

HunchCost
hunch_forward_cost (const HunchForward *f, guint first, guint n, guint n_rows)
{
  HunchCost cost = { 0, 0 };

  if (n == 0)
    return cost;
  for (guint i = 0; i < f->hp.n_layer; i++)
    {
      const HunchLayerParams *l = &f->weights->layers[i];

      add_linear (&cost, &l->qkv, n);
      add_linear (&cost, &l->wo, n);
      add_linear (&cost, &l->up, n);
      add_linear (&cost, &l->down, n);
      add_attention (&cost, f, i, first, n);
    }
  add_linear (&cost, &f->weights->output, n_rows);
  return cost;
}
