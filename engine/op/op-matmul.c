/* op-matmul.c: chooses the token tile and enqueues cl/matmul.cl or cl/matmul-q8.cl.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/op/op-matmul.h"

#include "engine/base/checked.h"
#include "engine/device/args.h"
#include "engine/device/tuning.h"

#define GROUP 16 /* rows that a work-item or work-group makes; cl/lib-wide.cl */

gboolean
hunch_op_matmul_init (HunchOpMatmul *op, HunchDevice *dev, const HunchMatmulShape *shape, GError **error)
{
  const HunchTuning *tuning = hunch_tuning (dev);
  const char *stem = shape->dot ? "matmul-q8" : "matmul", *name = shape->dot ? "matmul_q8" : "matmul";

  *op = (HunchOpMatmul){ .quantized = shape->dot != NULL };
  for (guint i = 0; i < HUNCH_MATMUL_TILES; i++)
    {
      GString *options = g_string_new (NULL);

      op->tile[i] = tuning->matmul_tile[i];
      op->split[i] = hunch_op_split (dev, shape->split, op->tile[i]);
      g_string_printf (options, "%s -DMT=%u -DADD=%d %s", shape->layout, op->tile[i], shape->add != FALSE,
                       shape->dot ? shape->dot : "");
      hunch_op_option_split (options, op->split[i]);
      op->kernel[i] = hunch_device_kernel (dev, stem, options->str, name, error);
      g_string_free (options, TRUE);
      if (op->kernel[i] == NULL)
        {
          hunch_op_matmul_finish (op);
          return FALSE;
        }
    }
  return TRUE;
}

void
hunch_op_matmul_finish (HunchOpMatmul *op)
{
  for (guint i = 0; i < HUNCH_MATMUL_TILES; i++)
    g_clear_pointer (&op->kernel[i], clReleaseKernel);
}

/* Decoding a group of weights costs about as much as multiplying it with so many tokens. */
#define DECODE_TOKENS 4

/* The tile that covers n_tokens with the least work; of equal ones the larger, which reads the weights less often. */
static guint
choose_tile (const HunchOpMatmul *op, guint n_tokens)
{
  guint best = 0, best_work = G_MAXUINT;

  for (guint i = 0; i < HUNCH_MATMUL_TILES; i++)
    {
      const guint work = hunch_div_up (n_tokens, op->tile[i]) * (op->tile[i] + DECODE_TOKENS);

      if (work <= best_work)
        {
          best = i;
          best_work = work;
        }
    }
  return best;
}

cl_int
hunch_op_matmul_enqueue (const HunchOpMatmul *op, cl_command_queue queue, const HunchMatmulArgs *args)
{
  const HunchWeights *w = &args->weights;
  const guint i = choose_tile (op, args->n_tokens);
  const size_t local[2] = { op->split[i] ? GROUP : 1, MAX (op->split[i], 1) };
  const size_t global[2]
      = { hunch_div_up (args->n_tokens, op->tile[i]) * local[0], hunch_div_up (w->n, GROUP) * local[1] };
  HunchArgs a = hunch_args (op->kernel[i]);

  if (op->quantized)
    {
      hunch_arg_mem (&a, args->xq.q);
      hunch_arg_mem (&a, args->xq.scale);
    }
  else
    {
      hunch_arg_mem (&a, args->x.mem);
      hunch_arg_ulong (&a, args->x.offset);
      hunch_arg_int (&a, args->x.ld);
    }
  hunch_arg_weights (&a, w);
  hunch_arg_mem (&a, args->y.mem);
  hunch_arg_ulong (&a, args->y.offset);
  hunch_arg_int (&a, args->y.ld);
  hunch_arg_int (&a, args->n_tokens);
  hunch_arg_int (&a, w->n);
  hunch_arg_int (&a, w->k);
  return hunch_enqueue (&a, queue, 2, global, local);
}
