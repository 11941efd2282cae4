/* test-op-ffn-act.c: activations against their reference, at the ends of their range too.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/op/op-ffn-act.h"
#include "engine/ref/ref-ffn-act.h"
#include "tests/engine/op/op-test.h"

#include <math.h>

/* exp within 3 ulp, a cube in its argument that may reach 30: relative error 30 * 6e-8 * 4 at most where exp matters. */
#define TOLERANCE 4e-6

static const struct
{
  HunchActKind kind;
  gboolean gated;
  double (*f) (double);
} kinds[] = {
  { HUNCH_ACT_SWIGLU, TRUE, hunch_ref_silu },
  { HUNCH_ACT_GEGLU, TRUE, hunch_ref_gelu_tanh },
  { HUNCH_ACT_GELU_TANH, FALSE, hunch_ref_gelu_tanh },
  { HUNCH_ACT_RELU2, FALSE, hunch_ref_relu2 },
};

typedef enum
{
  APART,
  IN_PLACE,     /* y is up */
  CONCATENATED, /* gate and up are halves of the same rows, y is gate */
} Placement;

static HunchFfnActArgs
place (Placement placement, const float *gate, const float *up, guint n_rows, guint n)
{
  HunchFfnActArgs args = { n_rows };
  g_autofree float *both = g_new (float, (gsize) n_rows * 2 * n);

  for (guint t = 0; t < n_rows; t++)
    for (guint i = 0; i < n; i++)
      {
        both[t * 2 * n + i] = gate[t * n + i];
        both[t * 2 * n + n + i] = up[t * n + i];
      }
  if (placement == CONCATENATED)
    {
      args.gate = args.up = op_test_rows (both, n_rows, 2 * n);
      args.up.offset += n;
      args.y = args.gate;
      return args;
    }
  args.gate = op_test_rows (gate, n_rows, n);
  args.up = op_test_rows (up, n_rows, n);
  args.y = placement == IN_PLACE ? args.up : op_test_rows (NULL, n_rows, n);
  return args;
}

static void
take (Placement placement, HunchFfnActArgs *args, float *got, guint n_rows, guint n)
{
  g_autofree float *both = g_new (float, (gsize) n_rows * 2 * n);

  if (placement == CONCATENATED)
    {
      op_test_rows_take (&args->y, both, n_rows, 2 * n);
      for (guint i = 0; i < n_rows * n; i++)
        got[i] = both[i / n * 2 * n + i % n];
      return;
    }
  op_test_rows_take (&args->y, got, n_rows, n);
  op_test_release (&args->gate.mem);
  if (placement != IN_PLACE)
    op_test_release (&args->up.mem);
}

static void
compare (guint which, HunchFfnActShape shape, guint n_rows, Placement placement)
{
  HunchDevice *dev = op_test_device ();
  const gsize n = n_rows * shape.n;
  g_autofree float *gate = op_test_random (1, n, 10), *up = op_test_random (2, n, 10),
                   *bias = op_test_random (3, shape.n, 2);
  g_autofree float *got = g_new (float, n), *want = g_new (float, n);
  HunchOpFfnAct op = { 0 };
  HunchFfnActArgs args;
  GError *error = NULL;

  gate[0] = -200; /* exp (200) is infinite in a float */
  gate[n - 1] = 200;
  hunch_op_ffn_act_init (&op, dev, &shape, &error);
  g_assert_no_error (error);
  args = place (placement, gate, up, n_rows, shape.n);
  args.bias = shape.bias ? op_test_upload (bias, shape.n * sizeof (float)) : NULL;
  op_test_done (hunch_op_ffn_act_enqueue (&op, dev->queue, &args));
  take (placement, &args, got, n_rows, shape.n);
  hunch_ref_ffn_act (kinds[which].f, kinds[which].gated ? gate : NULL, up, shape.bias ? bias : NULL, want, n_rows,
                     shape.n);
  op_test_compare ("ffn-act", got, want, n, TOLERANCE);

  op_test_release (&args.bias);
  hunch_op_ffn_act_finish (&op);
}

static void
test_ffn_act (void)
{
  static const guint sizes[] = { 1, 17, 256, 300, 1536 };

  if (op_test_device () == NULL)
    return;
  for (guint g = 0; g < G_N_ELEMENTS (op_test_groups); g++)
    for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
      for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
        compare (k, (HunchFfnActShape){ sizes[i], kinds[k].kind, i % 2, op_test_groups[g] }, 1 + i % 3, (i + k) % 3);
}

/* A number that is not one must not come out as one: the engine tells the user so. */
static void
test_nan (void)
{
  if (op_test_device () == NULL)
    return;
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      const HunchFfnActShape shape = { 16, kinds[k].kind };
      float x[16], y[16];
      HunchOpFfnAct op = { 0 };
      HunchFfnActArgs args = { 1 };

      for (guint i = 0; i < 16; i++)
        x[i] = NAN;
      g_assert_true (hunch_op_ffn_act_init (&op, op_test_device (), &shape, NULL));
      args.gate = args.up = args.y = op_test_rows (x, 1, 16);
      op_test_done (hunch_op_ffn_act_enqueue (&op, op_test_device ()->queue, &args));
      op_test_rows_take (&args.y, y, 1, 16);
      for (guint i = 0; i < 16; i++)
        g_assert_true (isnan (y[i]));
      hunch_op_ffn_act_finish (&op);
    }
}

static void
test_zeroed (void)
{
  HunchOpFfnAct op = { 0 };

  hunch_op_ffn_act_finish (&op);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/op/ffn-act/reference", test_ffn_act);
  g_test_add_func ("/op/ffn-act/nan", test_nan);
  g_test_add_func ("/op/ffn-act/zeroed", test_zeroed);
  return g_test_run ();
}
