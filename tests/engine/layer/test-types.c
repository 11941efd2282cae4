/* test-types.c: a whole model whose matrices are of one type gives the logits of a plain forward pass, for each type that is read.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The judge decodes with engine/ref, whose answers are those of PyPI's gguf bit for bit (test-ref-dequant.c), and computes in
 * double arithmetic, as transformers does (test-logits.c). */
#include "config.h"

#include "engine/model/gguf-write.h"
#include "engine/ref/ref-dequant.h"
#include "tests/engine/layer/model-test.h"
#include "tests/engine/model/plain-forward.h"
#include "tests/engine/op/matrix-test.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#define N_EMBD  256 /* the block of the K types */
#define N_HEAD  4
#define N_KV    2
#define N_FF    512
#define N_LAYER 2
#define N_VOCAB 40
#define N_IDS   20

/* Of the largest logit. By default activations become int8, and the cache halves. */
#define EXACT_TOLERANCE   2e-5
#define DEFAULT_TOLERANCE 0.15

typedef struct
{
  const char *name;
  guint64 k, n; /* n 0: a vector of the factor */
} Shape;

static const Shape shapes[] = {
  { "attn_norm.weight", N_EMBD, 0 },        { "attn_q.weight", N_EMBD, N_EMBD },
  { "attn_k.weight", N_EMBD, N_EMBD / 2 },  { "attn_v.weight", N_EMBD, N_EMBD / 2 },
  { "attn_output.weight", N_EMBD, N_EMBD }, { "ffn_norm.weight", N_EMBD, 0 },
  { "ffn_gate.weight", N_EMBD, N_FF },      { "ffn_up.weight", N_EMBD, N_FF },
  { "ffn_down.weight", N_FF, N_EMBD },
};

/* What a norm multiplies with so that a product with random rows of the type is of the size of 1. */
static float
factor_of (guint32 type)
{
  const HunchTypeInfo *info = hunch_type_info (type);
  const gsize bytes = N_EMBD / info->block * info->block_bytes;
  g_autofree guint8 *row = g_malloc (bytes);
  GRand *rand = g_rand_new_with_seed (5);
  float values[N_EMBD];
  double sum = 0;

  for (guint r = 0; r < 16; r++)
    {
      matrix_random_row (rand, type, row, bytes);
      g_assert_true (hunch_ref_dequant_row (type, row, N_EMBD, values));
      for (guint i = 0; i < N_EMBD; i++)
        sum += values[i] * values[i];
    }
  g_rand_free (rand);
  return (float) (1 / sqrt (sum / 16));
}

/* The tensors of a model: described in a first round, written in a second. */
static void
put_tensor (HunchGgufWriter *w, guint32 type, const char *name, const Shape *s, GRand *rand)
{
  const HunchTypeInfo *info = hunch_type_info (type);
  const gsize bytes = s->k / info->block * info->block_bytes;
  const float factor = factor_of (type);
  g_autofree guint8 *row = g_malloc (bytes);
  gboolean ok = TRUE;

  if (rand == NULL)
    hunch_gguf_writer_add_tensor (w, name, s->n ? type : HUNCH_TYPE_F32, s->n ? 2 : 1, (const guint64[]){ s->k, s->n });
  for (guint64 r = 0; rand != NULL && r < s->n; r++)
    {
      matrix_random_row (rand, type, row, bytes);
      ok = ok && hunch_gguf_writer_write (w, row, bytes, NULL);
    }
  for (guint64 i = 0; rand != NULL && s->n == 0 && i < s->k; i++)
    ok = ok && hunch_gguf_writer_write (w, &factor, sizeof factor, NULL);
  g_assert_true (ok);
}

static void
put_tensors (HunchGgufWriter *w, guint32 type, GRand *rand)
{
  const Shape embd = { NULL, N_EMBD, N_VOCAB }, norm = { NULL, N_EMBD, 0 };

  put_tensor (w, type, "token_embd.weight", &embd, rand);
  for (guint l = 0; l < N_LAYER; l++)
    for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
      {
        g_autofree char *name = g_strdup_printf ("blk.%u.%s", l, shapes[i].name);

        put_tensor (w, type, name, &shapes[i], rand);
      }
  put_tensor (w, type, "output_norm.weight", &norm, rand);
}

static void
put_tokens (HunchGgufWriter *w)
{
  g_autoptr (GByteArray) raw = g_byte_array_new ();

  for (guint i = 0; i < N_VOCAB; i++)
    {
      const guint64 len = GUINT64_TO_LE (1);
      const char text = (char) ('0' + i);

      g_byte_array_append (raw, (const guint8 *) &len, sizeof len);
      g_byte_array_append (raw, (const guint8 *) &text, 1);
    }
  hunch_gguf_writer_add_array (w, "tokenizer.ggml.tokens", HUNCH_KV_STRING, N_VOCAB, raw->data, raw->len);
}

static void
write_model (guint32 type, const char *path)
{
  HunchGgufWriter *w = hunch_gguf_writer_new ();
  GRand *rand = g_rand_new_with_seed (type + 11);
  GError *error = NULL;

  hunch_gguf_writer_add_string (w, "general.architecture", "llama", 5);
  hunch_gguf_writer_add_u32 (w, "llama.context_length", 64);
  hunch_gguf_writer_add_u32 (w, "llama.embedding_length", N_EMBD);
  hunch_gguf_writer_add_u32 (w, "llama.block_count", N_LAYER);
  hunch_gguf_writer_add_u32 (w, "llama.feed_forward_length", N_FF);
  hunch_gguf_writer_add_u32 (w, "llama.attention.head_count", N_HEAD);
  hunch_gguf_writer_add_u32 (w, "llama.attention.head_count_kv", N_KV);
  hunch_gguf_writer_add_f32 (w, "llama.attention.layer_norm_rms_epsilon", 1e-6f);
  put_tokens (w);
  put_tensors (w, type, NULL);
  hunch_gguf_writer_open (w, path, TRUE, &error);
  g_assert_no_error (error);
  put_tensors (w, type, rand);
  hunch_gguf_writer_finish (w, &error);
  g_assert_no_error (error);
  hunch_gguf_writer_free (w);
  g_rand_free (rand);
}

static void
check (const char *path, guint32 type, gboolean exact)
{
  const guint chunks[] = { N_IDS, 1, 7 };
  ModelTest m = model_test_open_path (path, 64, MODEL_TEST_BATCH, exact);
  g_autofree float *logits = g_new (float, N_VOCAB), *want = g_new (float, N_VOCAB);
  g_autofree double *plain = NULL;
  gint32 ids[N_IDS];
  double worst = 0, largest = 0;

  for (guint i = 0; i < N_IDS; i++)
    ids[i] = (i * 13 + 5) % N_VOCAB;
  plain = plain_forward (m.file, ids, N_IDS);
  for (guint i = 0; i < N_VOCAB; i++)
    {
      want[i] = (float) plain[i];
      largest = MAX (largest, fabs (plain[i]));
    }
  g_assert_cmpfloat (largest, >, 0.5);
  for (guint c = 0; c < G_N_ELEMENTS (chunks); c++)
    {
      const gint seq = hunch_kv_seq_new (m.kv);

      model_test_feed (&m, seq, ids, N_IDS, chunks[c], logits);
      worst = MAX (worst, model_test_difference (logits, want, N_VOCAB) / largest);
      hunch_kv_seq_free (m.kv, seq);
      hunch_kv_clear_cache (m.kv);
    }
  g_test_message ("exactness: llama | GGUF | %s | plain C, float64 | %s %.2g", hunch_type_info (type)->name,
                  exact ? "exact" : "default", worst);
  model_test_close (&m);
  g_assert_cmpfloat (worst, <, exact ? EXACT_TOLERANCE : DEFAULT_TOLERANCE);
}

static void
test_type (gconstpointer data)
{
  const guint32 type = GPOINTER_TO_UINT (data);
  g_autofree char *folder = g_dir_make_tmp ("hunch-types-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "model.gguf", NULL);

  write_model (type, path);
  check (path, type, TRUE);
  check (path, type, FALSE);
  g_unlink (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  static const guint32 types[] = {
    HUNCH_TYPE_F32,  HUNCH_TYPE_F16,  HUNCH_TYPE_BF16, HUNCH_TYPE_Q4_0,   HUNCH_TYPE_Q4_1,
    HUNCH_TYPE_Q5_0, HUNCH_TYPE_Q5_1, HUNCH_TYPE_Q8_0, HUNCH_TYPE_Q2_K,   HUNCH_TYPE_Q3_K,
    HUNCH_TYPE_Q4_K, HUNCH_TYPE_Q5_K, HUNCH_TYPE_Q6_K, HUNCH_TYPE_IQ4_NL, HUNCH_TYPE_IQ4_XS,
  };
  int status;

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autofree char *name = g_strconcat ("/layer/types/", hunch_type_info (types[i])->name, NULL);

      g_test_add_data_func (name, GUINT_TO_POINTER (types[i]), test_type);
    }
  status = g_test_run ();
  model_test_finish ();
  return status;
}
