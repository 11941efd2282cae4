/* test-op-quantize.c: activations to int8 against scalar C.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/half.h"
#include "engine/op/op-dot.h"
#include "engine/op/op-quantize.h"
#include "engine/ref/ref-quantize.h"
#include "tests/engine/op/matrix-test.h"

#include <math.h>
#include <string.h>

static void
compare (guint group, guint n_tokens, guint k)
{
  const guint nb = k / 32;
  g_autofree float *x = op_test_random (k, n_tokens * k, 3), *d = g_new (float, nb);
  g_autofree gint8 *got = g_new (gint8, n_tokens * k), *want = g_new (gint8, k);
  g_autofree cl_float4 *scale = g_new (cl_float4, n_tokens * nb);
  HunchQuantizeArgs args = { .n_tokens = n_tokens, .k = k };
  HunchOpQuantize op;

  g_assert_true (hunch_op_quantize_init (&op, op_test_device (), NULL, NULL));
  op.group = hunch_op_group (op_test_device (), group);
  memset (x, 0, 32 * sizeof *x); /* a block without a largest value */
  args.x = op_test_rows (x, n_tokens, k);
  args.y.q = op_test_upload (got, n_tokens * k);
  args.y.scale = op_test_upload (scale, n_tokens * nb * sizeof *scale);
  op_test_done (hunch_op_quantize_enqueue (&op, op_test_device ()->queue, &args));
  op_test_download (args.y.q, got, n_tokens * k);
  op_test_download (args.y.scale, scale, n_tokens * nb * sizeof *scale);
  for (guint t = 0; t < n_tokens; t++)
    {
      hunch_ref_quantize (x + t * k, k, want, d);
      for (guint b = 0; b < nb; b++)
        {
          const cl_float4 *s = &scale[t * nb + b];
          gint32 sums[2] = { 0, 0 }, told[2];

          /* Divisions are within 2.5 ulp, so that a quant next to a tie may be one off; the sums are those of the quants as they are. */
          g_assert_cmpfloat_with_epsilon (s->s[0], d[b], d[b] * 4e-7f + 1e-30f);
          for (guint i = 0; i < 32; i++)
            {
              g_assert_cmpint (ABS (got[t * k + b * 32 + i] - want[b * 32 + i]), <=, 1);
              sums[i / 16] += got[t * k + b * 32 + i];
            }
          memcpy (told, &s->s[2], sizeof told);
          g_assert_cmpint (told[0], ==, sums[0]);
          g_assert_cmpint (told[1], ==, sums[1]);
          g_assert_cmpfloat_with_epsilon (s->s[1], s->s[0] * (sums[0] + sums[1]), 1e-4f);
        }
    }
  op_test_release (&args.x.mem);
  op_test_release (&args.y.q);
  op_test_release (&args.y.scale);
  hunch_op_quantize_finish (&op);
}

static void
compare_halves (guint group, guint n_tokens, guint k)
{
  const guint nb = k / 32;
  g_autofree float *x = op_test_random (k, n_tokens * k, 3), *d = g_new (float, nb);
  g_autofree guint16 *got = g_new (guint16, n_tokens * k), *want = g_new (guint16, k);
  g_autofree cl_float4 *scale = g_new (cl_float4, n_tokens * nb);
  HunchQuantizeArgs args = { .n_tokens = n_tokens, .k = k };
  HunchOpQuantize op;

  g_assert_true (hunch_op_quantize_init (&op, op_test_device (), HUNCH_DOT_HALF, NULL));
  op.group = hunch_op_group (op_test_device (), group);
  memset (x, 0, 32 * sizeof *x);
  args.x = op_test_rows (x, n_tokens, k);
  args.y.q = op_test_upload (got, n_tokens * k * sizeof *got);
  args.y.scale = op_test_upload (scale, n_tokens * nb * sizeof *scale);
  op_test_done (hunch_op_quantize_enqueue (&op, op_test_device ()->queue, &args));
  op_test_download (args.y.q, got, n_tokens * k * sizeof *got);
  op_test_download (args.y.scale, scale, n_tokens * nb * sizeof *scale);
  for (guint t = 0; t < n_tokens; t++)
    {
      hunch_ref_halve (x + t * k, k, want, d);
      for (guint b = 0; b < nb; b++)
        {
          const cl_float4 *s = &scale[t * nb + b];
          float sums[2] = { 0, 0 };

          g_assert_cmpfloat (s->s[0], ==, d[b]);
          for (guint i = 0; i < 32; i++)
            {
              const float h = hunch_half_to_float (got[t * k + b * 32 + i]);

              /* As above: one off next to a tie, which is 2^-10 of it; the smallest halves may be taken for none. */
              g_assert_cmpfloat_with_epsilon (h, hunch_half_to_float (want[b * 32 + i]),
                                              fabsf (h) * 0x1p-10f + 0x1p-14f);
              sums[i / 16] += h;
            }
          g_assert_cmpfloat_with_epsilon (s->s[2], sums[0], 1e-5f);
          g_assert_cmpfloat_with_epsilon (s->s[3], sums[1], 1e-5f);
          g_assert_cmpfloat_with_epsilon (s->s[1], s->s[0] * (sums[0] + sums[1]), 1e-4f);
        }
    }
  op_test_release (&args.x.mem);
  op_test_release (&args.y.q);
  op_test_release (&args.y.scale);
  hunch_op_quantize_finish (&op);
}

static void
test_halves (void)
{
  if (!hunch_dot_works (op_test_device (), HUNCH_DOT_HALF))
    {
      g_test_skip ("this device has no half precision");
      return;
    }
  for (guint group = 1; group <= 64; group *= 64)
    {
      compare_halves (group, 1, 32);
      compare_halves (group, 7, 576);
      compare_halves (group, 2, 65 * 32);
    }
}

static void
test_quantize (void)
{
  for (guint group = 1; group <= 64; group *= 64) /* as a CPU wants it, and as GPUs do */
    {
      compare (group, 1, 32);
      compare (group, 3, 96);
      compare (group, 7, 576);
      compare (group, 2, 65 * 32);
    }
}

static void
add_tests (void)
{
  g_test_add_func ("/op/quantize", test_quantize);
  g_test_add_func ("/op/quantize/halves", test_halves);
}

int
main (int argc, char **argv)
{
  return matrix_test_main (argc, argv, add_tests);
}
