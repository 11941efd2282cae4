/* test-ref-dequant.c: every tensor type decodes to the very bits that PyPI's gguf gives (tests/oracle/dequant.py).
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/half.h"
#include "engine/model/gguf.h"
#include "engine/ref/ref-dequant.h"

#include <math.h>

static const guint32 types[]
    = { HUNCH_TYPE_F32,  HUNCH_TYPE_F16,  HUNCH_TYPE_Q4_0, HUNCH_TYPE_Q4_1,   HUNCH_TYPE_Q5_0,
        HUNCH_TYPE_Q5_1, HUNCH_TYPE_Q8_0, HUNCH_TYPE_Q2_K, HUNCH_TYPE_Q3_K,   HUNCH_TYPE_Q4_K,
        HUNCH_TYPE_Q5_K, HUNCH_TYPE_Q6_K, HUNCH_TYPE_BF16, HUNCH_TYPE_IQ4_NL, HUNCH_TYPE_IQ4_XS };

static HunchGguf *vectors;

static const HunchTensor *
vector (guint32 type, const char *what)
{
  g_autofree char *name = g_strdup_printf ("%s.%s", hunch_type_info (type)->name, what);
  const HunchTensor *t = hunch_gguf_tensor (vectors, name);

  g_assert_nonnull (t);
  return t;
}

static void
test_golden (gconstpointer data)
{
  guint32 type = *(const guint32 *) data;
  const HunchTensor *in = vector (type, "in"), *out = vector (type, "out");
  guint64 n = in->dims[0] * in->dims[1];
  g_autofree float *got = g_new (float, n);
  guint finite = 0;

  g_assert_cmpuint (in->type, ==, type);
  g_assert_cmpuint (out->dims[0] * out->dims[1], ==, n);
  g_assert_true (hunch_ref_dequant_row (type, in->data, n, got));
  for (guint64 i = 0; i < n; i++)
    {
      guint32 want, bits;

      memcpy (&want, out->data + 4 * i, 4);
      memcpy (&bits, &got[i], 4);
      if (isnan (got[i]) && (want & 0x7fffffff) > 0x7f800000)
        continue; /* which NaN is the processor's affair */
      if (bits != want)
        g_error ("%s: element %" G_GUINT64_FORMAT " is %08x, expected %08x", in->name, i, bits, want);
      finite += isfinite (got[i]) != 0;
    }
  g_assert_cmpuint (finite, >, n / 2);
  g_test_message ("exactness: any | GGUF, decoding in scalar C | %s | PyPI's gguf | exact 0",
                  hunch_type_info (type)->name);
}

/* Every half, against its definition. */
static void
test_half (void)
{
  for (guint h = 0; h < 65536; h++)
    {
      int exponent = (int) (h >> 10 & 31);
      double mantissa = h & 1023, want;
      float got = hunch_half_to_float ((guint16) h);

      if (exponent == 31)
        {
          g_assert_true (mantissa != 0 ? isnan (got) : isinf (got));
          continue;
        }
      want = exponent == 0 ? ldexp (mantissa, -24) : ldexp (1024 + mantissa, exponent - 25);
      g_assert_true (got == (h & 0x8000 ? -want : want));
      g_assert_true ((signbit (got) != 0) == ((h & 0x8000) != 0));
    }
}

static void
test_refused (void)
{
  guint8 src[64] = { 0 };
  float dst[32] = { 7 };

  g_assert_false (hunch_ref_dequant_row (4, src, 32, dst));
  g_assert_false (hunch_ref_dequant_row (HUNCH_TYPE_Q4_0, src, 33, dst));
  g_assert_false (hunch_ref_dequant_row (HUNCH_TYPE_Q4_K, src, 32, dst));
  g_assert_true (hunch_ref_dequant_row (HUNCH_TYPE_Q4_0, src, 0, dst));
  g_assert_cmpfloat (dst[0], ==, 7);
}

/* The table of types has no type without vectors. */
static void
test_all_types (void)
{
  guint n = 0;

  for (guint32 type = 0; type < 256; type++)
    n += hunch_type_info (type) != NULL;
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (types));
}

int
main (int argc, char **argv)
{
  g_autofree char *path = NULL;
  GError *error = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);
  path = g_test_build_filename (G_TEST_DIST, "golden", "dequant.gguf", NULL);
  vectors = hunch_gguf_open (path, &error);
  g_assert_no_error (error);
  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autofree char *name = g_strdup_printf ("/ref-dequant/golden/%s", hunch_type_info (types[i])->name);

      g_test_add_data_func (name, &types[i], test_golden);
    }
  g_test_add_func ("/ref-dequant/half", test_half);
  g_test_add_func ("/ref-dequant/refused", test_refused);
  g_test_add_func ("/ref-dequant/all-types", test_all_types);
  status = g_test_run ();
  hunch_gguf_free (vectors);
  return status;
}
