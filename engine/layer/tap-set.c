/* tap-set.c: sets taps, and builds what reading takes.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/layer/tap-private.h"

gboolean
hunch_forward_prepare_apart (HunchForward *f, GError **error)
{
  const HunchHparams *hp = &f->hp;

  if (f->act_mem.tmp == NULL
      && !hunch_forward_alloc (f, &f->act_mem.tmp, (guint64) f->params.n_batch * hp->n_embd, "a sum's other half",
                               error))
    return FALSE;
  if (f->add.kernel == NULL
      && !hunch_op_add_init (&f->add, f->dev, &(HunchAddShape){ .n = hp->n_embd, .rows = TRUE }, error))
    return FALSE;
  for (guint i = 0; i < hp->n_layer; i++)
    {
      const HunchLayerParams *l = &f->weights->layers[i];

      if (!hunch_linear_prepare (f->linear, &(HunchLinearArgs){ .l = &l->wo }, error)
          || !hunch_linear_prepare (f->linear, &(HunchLinearArgs){ .l = &l->down }, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
hunch_forward_set_taps (HunchForward *f, const HunchTaps *taps, GError **error)
{
  const HunchAttentionShape shape
      = { .n_head = f->hp.n_head, .n_head_kv = f->hp.n_head_kv, .head_dim = f->hp.head_dim, .exact = f->params.exact };

  g_clear_pointer (&f->taps, g_free);
  hunch_linear_set_apart (f->linear, FALSE);
  if (taps == NULL)
    return TRUE;
  if (!hunch_forward_prepare_apart (f, error))
    return FALSE;
  if (f->probs.kernel == NULL && !hunch_op_attention_probs_init (&f->probs, f->dev, &shape, error))
    return FALSE;
  f->taps = g_memdup2 (taps, sizeof *taps);
  hunch_linear_set_apart (f->linear, TRUE);
  return TRUE;
}
