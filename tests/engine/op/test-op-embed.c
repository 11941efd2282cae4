/* test-op-embed.c: rows of the embedding matrix come out bit for bit.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/op/op-embed.h"
#include "engine/ref/ref-embed.h"
#include "tests/engine/op/matrix-test.h"

/* Rows come out bit for bit as scalar C decodes them. */
static void
test_embed (gconstpointer data)
{
  const guint32 type = GPOINTER_TO_UINT (data);
  const guint block = matrix_test_block (type);
  const guint n = 37, k = block == 1 ? 45 : 2 * block;
  const gint32 tokens[] = { 0, 36, 15, 16, 17, 0 };
  GRand *rand = g_rand_new_with_seed (type + 2);
  Matrix m = matrix_new (rand, type, n, k);
  float *got = g_new0 (float, G_N_ELEMENTS (tokens) * k), *want = g_new (float, G_N_ELEMENTS (tokens) * k);
  cl_mem mt = op_test_upload (tokens, sizeof tokens),
         my = op_test_upload (got, G_N_ELEMENTS (tokens) * k * sizeof *got);
  HunchOpEmbed op;
  GError *error = NULL;

  hunch_op_embed_init (&op, op_test_device (), m.weights.layout, &error);
  g_assert_no_error (error);
  g_assert_cmpint (
      hunch_op_embed_enqueue (&op, op_test_device ()->queue,
                              &(HunchEmbedArgs){ G_N_ELEMENTS (tokens), mt, { my, 0, k }, 0.5f, m.weights }),
      ==, CL_SUCCESS);
  op_test_download (my, got, G_N_ELEMENTS (tokens) * k * sizeof *got);
  g_assert_true (hunch_ref_embed (type, m.rows, m.row_bytes, k, tokens, G_N_ELEMENTS (tokens), 0.5f, want));
  for (guint i = 0; i < G_N_ELEMENTS (tokens) * k; i++)
    g_assert_cmpfloat (got[i], ==, want[i]);
  hunch_op_embed_finish (&op);
  op_test_release (&mt);
  op_test_release (&my);
  matrix_clear (&m);
  g_free (got);
  g_free (want);
  g_rand_free (rand);
}

static void
add_tests (void)
{
  matrix_test_add ("embed", FALSE, test_embed);
}

int
main (int argc, char **argv)
{
  return matrix_test_main (argc, argv, add_tests);
}
