/* op-matvec.c: enqueues cl/matvec.cl.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/op/op-matvec.h"

#include "engine/base/checked.h"
#include "engine/device/args.h"
#include "engine/device/tuning.h"

#define GROUP 16 /* rows interleaved; cl/lib-quant.cl */

gboolean
hunch_op_matvec_init (HunchOpMatvec *op, HunchDevice *dev, const HunchMatvecShape *shape, GError **error)
{
  const HunchTuning *tuning = hunch_tuning (dev);

  *op = (HunchOpMatvec){ .shape = *shape };
  op->n_groups = MAX (dev->info->caps.compute_units, 1) * MAX (tuning->matvec_groups, 1);
  for (guint i = 0; i < HUNCH_MATVEC_TILES; i++)
    {
      char *options
          = g_strdup_printf ("%s %s -DMT=%u -DNORM=%d -DADD=%d -DGATED=%d", shape->layout, shape->dot,
                             tuning->matvec_tile[i], shape->norm != FALSE, shape->add != FALSE, shape->gated != FALSE);

      op->tile[i] = tuning->matvec_tile[i];
      op->kernel[i] = hunch_device_kernel (dev, "matvec", options, "matvec", error);
      g_free (options);
      if (op->kernel[i] == NULL)
        {
          hunch_op_matvec_finish (op);
          return FALSE;
        }
    }
  return TRUE;
}

void
hunch_op_matvec_finish (HunchOpMatvec *op)
{
  for (guint i = 0; i < HUNCH_MATVEC_TILES; i++)
    g_clear_pointer (&op->kernel[i], clReleaseKernel);
}

guint
hunch_op_matvec_max_tokens (const HunchDevice *dev)
{
  return hunch_tuning (dev)->matvec_tile[HUNCH_MATVEC_TILES - 1];
}

cl_int
hunch_op_matvec_enqueue (const HunchOpMatvec *op, cl_command_queue queue, const HunchMatvecArgs *args)
{
  const HunchWeights *w = &args->weights;
  const guint n = op->shape.gated ? w->n / 2 : w->n;
  const size_t global = MIN (op->n_groups, hunch_div_up (n, GROUP)), local = 1;
  guint i = 0;
  HunchArgs a;

  while (op->tile[i] < args->n_tokens)
    i++;
  a = hunch_args (op->kernel[i]);
  hunch_arg_mem (&a, args->x.mem);
  hunch_arg_ulong (&a, args->x.offset);
  hunch_arg_int (&a, args->x.ld);
  hunch_arg_mem (&a, args->norm);
  hunch_arg_float (&a, args->eps);
  hunch_arg_weights (&a, w);
  hunch_arg_mem (&a, args->y.mem);
  hunch_arg_ulong (&a, args->y.offset);
  hunch_arg_int (&a, args->y.ld);
  hunch_arg_int (&a, args->n_tokens);
  hunch_arg_int (&a, n);
  hunch_arg_int (&a, w->k);
  hunch_arg_local (&a, op->tile[i] * w->k);
  hunch_arg_local (&a, op->tile[i] * w->k / 32 * 16);
  return hunch_enqueue (&a, queue, 1, &global, &local);
}
