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

/* What a device made of random rows. */
typedef struct
{
  float *x;         /* (n_tokens, k) */
  void *q;          /* (n_tokens, k) */
  cl_float4 *scale; /* (n_tokens, k / 32) */
} Quantized;

static Quantized
quantize (const char *dot, guint group, guint n_tokens, guint k)
{
  const gsize q_bytes = n_tokens * k * hunch_dot_bytes (dot), scale_bytes = n_tokens * (k / 32) * sizeof (cl_float4);
  Quantized r = { op_test_random (k, n_tokens * k, 3), g_malloc0 (q_bytes), g_malloc0 (scale_bytes) };
  HunchQuantizeArgs args = { .n_tokens = n_tokens, .k = k };
  HunchOpQuantize op;

  g_assert_true (hunch_op_quantize_init (&op, op_test_device (), dot, NULL));
  op.group = hunch_op_group (op_test_device (), group);
  memset (r.x, 0, 32 * sizeof *r.x); /* a block without a largest value */
  args.x = op_test_rows (r.x, n_tokens, k);
  args.y.q = op_test_upload (r.q, q_bytes);
  args.y.scale = op_test_upload (r.scale, scale_bytes);
  op_test_done (hunch_op_quantize_enqueue (&op, op_test_device ()->queue, &args));
  op_test_download (args.y.q, r.q, q_bytes);
  op_test_download (args.y.scale, r.scale, scale_bytes);
  op_test_release (&args.x.mem);
  op_test_release (&args.y.q);
  op_test_release (&args.y.scale);
  hunch_op_quantize_finish (&op);
  return r;
}

static void
quantized_clear (Quantized *r)
{
  g_free (r->x);
  g_free (r->q);
  g_free (r->scale);
}

static void
compare (guint group, guint n_tokens, guint k)
{
  const guint nb = k / 32;
  g_autofree float *d = g_new (float, nb);
  g_autofree gint8 *want = g_new (gint8, k);
  Quantized r = quantize (NULL, group, n_tokens, k);

  for (guint t = 0; t < n_tokens; t++)
    {
      const gint8 *got = (const gint8 *) r.q + t * k;

      hunch_ref_quantize (r.x + t * k, k, want, d);
      for (guint b = 0; b < nb; b++)
        {
          const cl_float4 *s = &r.scale[t * nb + b];
          gint32 sums[2] = { 0, 0 }, told[2];

          /* Divisions are within 2.5 ulp, so that a quant next to a tie may be one off; the sums are those of the quants as they are. */
          g_assert_cmpfloat_with_epsilon (s->s[0], d[b], d[b] * 4e-7f + 1e-30f);
          for (guint i = b * 32; i < (b + 1) * 32; i++)
            {
              g_assert_cmpint (ABS (got[i] - want[i]), <=, 1);
              sums[i / 16 % 2] += got[i];
            }
          memcpy (told, &s->s[2], sizeof told);
          g_assert_cmpint (told[0], ==, sums[0]);
          g_assert_cmpint (told[1], ==, sums[1]);
          g_assert_cmpfloat_with_epsilon (s->s[1], s->s[0] * (sums[0] + sums[1]), 1e-4f);
        }
    }
  quantized_clear (&r);
}

static void
compare_halves (guint group, guint n_tokens, guint k)
{
  const guint nb = k / 32;
  g_autofree float *d = g_new (float, nb);
  g_autofree guint16 *want = g_new (guint16, k);
  Quantized r = quantize (HUNCH_DOT_HALF, group, n_tokens, k);

  for (guint t = 0; t < n_tokens; t++)
    {
      const guint16 *got = (const guint16 *) r.q + t * k;

      hunch_ref_halve (r.x + t * k, k, want, d);
      for (guint b = 0; b < nb; b++)
        {
          const cl_float4 *s = &r.scale[t * nb + b];
          float sums[2] = { 0, 0 };

          g_assert_cmpfloat (s->s[0], ==, d[b]);
          for (guint i = b * 32; i < (b + 1) * 32; i++)
            {
              const float h = hunch_half_to_float (got[i]);

              /* As above: one off next to a tie, which is 2^-10 of it; the smallest halves may be taken for none. */
              g_assert_cmpfloat_with_epsilon (h, hunch_half_to_float (want[i]), fabsf (h) * 0x1p-10f + 0x1p-14f);
              sums[i / 16 % 2] += h;
            }
          g_assert_cmpfloat_with_epsilon (s->s[2], sums[0], 1e-5f);
          g_assert_cmpfloat_with_epsilon (s->s[3], sums[1], 1e-5f);
          g_assert_cmpfloat_with_epsilon (s->s[1], s->s[0] * (sums[0] + sums[1]), 1e-4f);
        }
    }
  quantized_clear (&r);
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
