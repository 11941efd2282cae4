/* norm.c: RMSNorm or LayerNorm, as the hyper-parameters say.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/layer/norm.h"

gboolean
hunch_norm_init (HunchNorm *norm, HunchDevice *dev, const HunchHparams *hp, GError **error)
{
  *norm = (HunchNorm){ .kind = hp->norm };
  if (hp->norm == HUNCH_NORM_LAYER)
    return hunch_op_layernorm_init (
        &norm->layer, dev, &(HunchLayernormShape){ .n = hp->n_embd, .eps = hp->norm_eps, .bias = TRUE }, error);
  return hunch_op_rmsnorm_init (&norm->rms, dev, &(HunchRmsnormShape){ .n = hp->n_embd, .eps = hp->norm_eps }, error);
}

void
hunch_norm_finish (HunchNorm *norm)
{
  if (norm->kind == HUNCH_NORM_LAYER)
    hunch_op_layernorm_finish (&norm->layer);
  else
    hunch_op_rmsnorm_finish (&norm->rms);
}

cl_int
hunch_norm_enqueue (const HunchNorm *norm, cl_command_queue queue, const HunchNormParams *p, guint n_rows, HunchRows x,
                    HunchRows y)
{
  if (norm->kind == HUNCH_NORM_LAYER)
    return hunch_op_layernorm_enqueue (&norm->layer, queue, &(HunchLayernormArgs){ n_rows, x, y, p->w, p->b });
  return hunch_op_rmsnorm_enqueue (&norm->rms, queue, &(HunchRmsnormArgs){ n_rows, x, y, p->w });
}
