/* test-op-dequant.c: decoded tiles come out bit for bit.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/op/op-dequant.h"
#include "engine/ref/ref-dequant.h"
#include "tests/engine/op/matrix-test.h"

static void
check_dequant (guint32 type, guint split)
{
  const guint block = matrix_test_block (type);
  const guint n = 53, k = block == 1 ? 45 : 2 * block, first = 16, rows = n - first, ld = 48;
  GRand *rand = g_rand_new_with_seed (type + 3);
  Matrix m = matrix_new (rand, type, n, k);
  float *got = g_new0 (float, k *ld), *want = g_new (float, k);
  cl_mem mem = op_test_upload (got, k * ld * sizeof *got);
  HunchOpDequant op;
  GError *error = NULL;

  hunch_op_dequant_init (&op, op_test_device (), m.weights.layout, split, &error);
  g_assert_no_error (error);
  g_assert_cmpint (hunch_op_dequant_enqueue (&op, op_test_device ()->queue,
                                             &(HunchDequantArgs){ m.weights, first, rows, { mem, 0, ld } }),
                   ==, CL_SUCCESS);
  op_test_download (mem, got, k * ld * sizeof *got);
  for (guint r = 0; r < rows; r++)
    {
      g_assert_true (hunch_ref_dequant_row (type, m.rows + (first + r) * m.row_bytes, k, want));
      for (guint i = 0; i < k; i++)
        g_assert_cmpfloat (got[i * ld + r], ==, want[i]);
    }
  hunch_op_dequant_finish (&op);
  op_test_release (&mem);
  matrix_clear (&m);
  g_free (got);
  g_free (want);
  g_rand_free (rand);
}

/* As a CPU wants it, and as GPUs do. */
static void
test_dequant (gconstpointer data)
{
  const guint32 type = GPOINTER_TO_UINT (data);

  check_dequant (type, HUNCH_SPLIT_NONE);
  check_dequant (type, 1);
  check_dequant (type, 8);
  g_test_message ("exactness: any | GGUF, decoding on the device | %s | scalar C | exact 0",
                  hunch_type_info (type)->name);
}

static void
add_tests (void)
{
  matrix_test_add ("dequant", FALSE, test_dequant);
}

int
main (int argc, char **argv)
{
  return matrix_test_main (argc, argv, add_tests);
}
