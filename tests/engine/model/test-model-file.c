/* test-model-file.c: hyper-parameters and roles of the families, and what is refused in them.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/hunch-error.h"
#include "engine/model/model-file.h"
#include "tests/engine/model/tiny.h"

#include <math.h>
#include <string.h>

static HunchModelFile *
open_tiny (Tiny *t)
{
  g_autofree char *path = tiny_write (t, "tiny.gguf");
  GError *error = NULL;
  HunchModelFile *m = hunch_model_file_open (path, &error);

  g_assert_no_error (error);
  return m;
}

static HunchModelFile *
open_fixture (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "fixtures", "gguf", name, NULL);
  GError *error = NULL;
  HunchModelFile *m = hunch_model_file_open (path, &error);

  g_assert_no_error (error);
  return m;
}

static void
test_llama (void)
{
  HunchModelFile *m = open_fixture ("valid_llama.gguf");
  const HunchHparams *hp = &m->hp;

  g_assert_cmpstr (hp->arch, ==, "llama");
  g_assert_cmpstr (hp->name, ==, "tiny llama");
  g_assert_cmpuint (hp->n_layer, ==, 2);
  g_assert_cmpuint (hp->n_embd, ==, 16);
  g_assert_cmpuint (hp->n_head, ==, 2);
  g_assert_cmpuint (hp->n_head_kv, ==, 1);
  g_assert_cmpuint (hp->head_dim, ==, 8);
  g_assert_cmpuint (hp->n_ff, ==, 24);
  g_assert_cmpuint (hp->n_vocab, ==, 264);
  g_assert_cmpuint (hp->n_vocab_rows, ==, 264);
  g_assert_cmpuint (hp->n_ctx_train, ==, 64);
  g_assert_cmpfloat (hp->norm_eps, ==, 1e-5f);
  g_assert_true (hp->norm == HUNCH_NORM_RMS && hp->rope == HUNCH_ROPE_NORM && hp->ffn == HUNCH_FFN_SWIGLU);
  g_assert_cmpuint (hp->rope_dim, ==, 8);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpfloat (hp->rope_freqs[i], ==, (float) pow (10000, -2.0 * i / 8));
  g_assert_cmpfloat (hp->rope_mscale, ==, 1);
  g_assert_cmpfloat (hp->attn_scale, ==, (float) (1 / sqrt (8)));
  g_assert_cmpfloat (hp->embd_scale, ==, 1);
  g_assert_false (hp->tied_head || hp->learned_pos || hp->qk_norm || hp->embd_norm || hunch_hparams_slides (hp, 0));
  g_assert_true (m->output != m->tok_embd && m->layers[1].gate != NULL && m->layers[1].bq == NULL);
  g_assert_cmpstr (m->layers[1].down->name, ==, "blk.1.ffn_down.weight");
  g_assert_cmpuint (m->warnings->len, ==, 0);
  hunch_model_file_free (m);
}

static void
test_qwen2 (void)
{
  HunchModelFile *m = open_fixture ("valid_qwen2_tied.gguf");

  g_assert_true (m->hp.rope == HUNCH_ROPE_NEOX && m->hp.norm == HUNCH_NORM_RMS && m->hp.tied_head);
  g_assert_cmpfloat (m->hp.rope_freqs[1], ==, (float) pow (1e6, -0.25));
  g_assert_true (m->output == m->tok_embd && m->layers[0].bq != NULL && m->layers[0].bo == NULL);
  hunch_model_file_free (m);
}

static void
test_gpt2 (void)
{
  HunchModelFile *tied = open_fixture ("valid_gpt2_tied.gguf"), *own = open_fixture ("valid_gpt2_untied.gguf");

  g_assert_true (tied->hp.rope == HUNCH_ROPE_NONE && tied->hp.norm == HUNCH_NORM_LAYER
                 && tied->hp.ffn == HUNCH_FFN_GELU);
  g_assert_true (tied->hp.learned_pos && tied->pos_embd != NULL && tied->out_norm_b != NULL
                 && tied->hp.rope_freqs == NULL);
  g_assert_true (tied->layers[0].wqkv != NULL && tied->layers[0].bqkv != NULL && tied->layers[0].wq == NULL);
  g_assert_true (tied->output == tied->tok_embd && own->output != own->tok_embd);
  g_assert_cmpuint (tied->hp.n_head_kv, ==, 2);
  hunch_model_file_free (tied);
  hunch_model_file_free (own);
}

static void
test_copy (void)
{
  HunchModelFile *m = open_fixture ("valid_llama.gguf");
  HunchHparams hp;

  hunch_hparams_copy (&m->hp, &hp);
  hunch_model_file_free (m);
  g_assert_cmpstr (hp.arch, ==, "llama");
  g_assert_cmpfloat (hp.rope_freqs[0], ==, 1);
  hunch_hparams_clear (&hp);
  g_assert_null (hp.rope_freqs);
}

/* Every integer type that holds the number will do, and so will an array of equal ones, one a layer. */
static void
test_integer_types (void)
{
  g_autoptr (Tiny) t = tiny_new ("llama");
  guint32 heads[] = { 1, 1, 1 };
  HunchModelFile *m;

  tiny_u64 (t, "llama.embedding_length", 8);
  tiny_u8 (t, "llama.block_count", 2);
  tiny_i32 (t, "llama.context_length", 64);
  tiny_array (t, "llama.attention.head_count_kv", HUNCH_KV_I32, 2, heads, 8);
  m = open_tiny (t);
  g_assert_cmpuint (m->hp.n_embd, ==, 8);
  g_assert_cmpuint (m->hp.n_head_kv, ==, 1);
  hunch_model_file_free (m);
  for (guint n = 0; n < 4; n++)
    if (n != 2)
      {
        tiny_array (t, "llama.attention.head_count_kv", HUNCH_KV_I32, n, heads, n * 4);
        tiny_expect (t, "llama.attention.head_count_kv", "where there are 2 layers");
      }
}

/* Head length of its own, and a RoPE that turns a part of it. */
static void
test_key_length (void)
{
  g_autoptr (Tiny) t = tiny_new ("llama");
  HunchModelFile *m;

  tiny_u32 (t, "llama.attention.key_length", 2);
  tiny_u32 (t, "llama.attention.value_length", 2);
  tiny_u32 (t, "llama.attention.head_count", 4);
  tiny_u32 (t, "llama.attention.head_count_kv", 2);
  tiny_u32 (t, "llama.rope.dimension_count", 2);
  m = open_tiny (t);
  g_assert_cmpuint (m->hp.head_dim, ==, 2);
  g_assert_cmpuint (m->hp.rope_dim, ==, 2);
  hunch_model_file_free (m);
  tiny_u32 (t, "llama.attention.value_length", 4);
  tiny_expect (t, "llama.attention.value_length", "not supported");
}

typedef struct
{
  const char *key;
  guint32 v;
  const char *why;
} Count;

static void
test_counts (void)
{
  static const Count cases[] = { { "block_count", 0, "out of range" },
                                 { "block_count", 3, "3 layers need 27 tensors" },
                                 { "block_count", G_MAXUINT32, "and the file has only 20" },
                                 { "block_count", 1, "in a llama model of 1 layers" },
                                 { "embedding_length", 0, "out of range" },
                                 { "embedding_length", 7, "" },
                                 { "embedding_length", 16, "" },
                                 { "embedding_length", G_MAXUINT32, "out of range" },
                                 { "feed_forward_length", 0, "out of range" },
                                 { "feed_forward_length", 13, "expected shape [8, 13], found [8, 12]" },
                                 { "feed_forward_length", G_MAXINT32, "expected shape" },
                                 { "context_length", 0, "out of range" },
                                 { "context_length", G_MAXUINT32, "out of range" },
                                 { "attention.head_count", 0, "out of range" },
                                 { "attention.head_count", 3, "does not divide" },
                                 { "attention.head_count", G_MAXINT32, "" },
                                 { "attention.head_count_kv", 0, "out of range" },
                                 { "attention.head_count_kv", 3, "does not divide" },
                                 { "attention.head_count_kv", 2, "expected shape [8, 8], found [8, 4]" },
                                 { "attention.key_length", 16, "expected shape [8, 32], found [8, 8]" },
                                 { "attention.key_length", G_MAXINT32 - 1, "expected shape" },
                                 { "attention.key_length", 3, "" },
                                 { "rope.dimension_count", 0, "out of range" },
                                 { "rope.dimension_count", 3, "must be even" },
                                 { "rope.dimension_count", 6, "at most the head's length" },
                                 { "rope.dimension_count", G_MAXUINT32, "out of range" },
                                 { "expert_count", 8, "not supported for this family" },
                                 { "attention.sliding_window", 4096, "not supported for this family" } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (Tiny) t = tiny_new ("llama");
      g_autofree char *key = g_strconcat ("llama.", cases[i].key, NULL);
      gboolean by_shape
          = g_str_has_prefix (cases[i].why, "expected") || *cases[i].why == '\0' || strstr (cases[i].why, "in a");

      tiny_u32 (t, key, cases[i].v);
      tiny_expect (t, by_shape ? "" : key, cases[i].why);
    }
}

static void
test_wrong_types (void)
{
  static const char *const counts[] = { "block_count",    "embedding_length",     "feed_forward_length",
                                        "context_length", "attention.head_count", "attention.head_count_kv" };

  for (gsize i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      g_autoptr (Tiny) text = tiny_new ("llama"), real = tiny_new ("llama"), strings = tiny_new ("llama");
      g_autoptr (Tiny) negative = tiny_new ("llama"), missing = tiny_new ("llama");
      g_autofree char *key = g_strconcat ("llama.", counts[i], NULL);

      tiny_string (text, key, "8");
      tiny_expect (text, key, "expected an integer, found string");
      tiny_f32 (real, key, 8);
      tiny_expect (real, key, "expected an integer, found f32");
      tiny_tokens (strings, key, 2);
      tiny_expect (strings, key, i == 0 ? "found array" : "found string"); /* block_count is no list */
      tiny_i32 (negative, key, -8);
      tiny_expect (negative, key, "-8 is out of range");
      if (i == 5)
        continue; /* its default is head_count */
      tiny_drop (missing, key);
      tiny_expect (missing, key, "is missing");
    }
}

static void
test_constants (void)
{
  static const float wrong_eps[] = { 0, -1e-5f, NAN, INFINITY };
  g_autoptr (Tiny) missing = tiny_new ("llama"), tiny_one = tiny_new ("llama"), text = tiny_new ("llama");
  const char *key = "llama.attention.layer_norm_rms_epsilon";

  for (gsize i = 0; i < G_N_ELEMENTS (wrong_eps); i++)
    {
      g_autoptr (Tiny) eps = tiny_new ("llama"), theta = tiny_new ("llama");

      tiny_f32 (eps, key, wrong_eps[i]);
      tiny_expect (eps, key, "");
      tiny_f32 (theta, "llama.rope.freq_base", wrong_eps[i]);
      tiny_expect (theta, "llama.rope.freq_base", "");
    }
  tiny_drop (missing, key);
  tiny_expect (missing, key, "is missing");
  tiny_f64 (tiny_one, key, 1e-300);
  tiny_expect (tiny_one, key, "above 0");
  tiny_string (text, key, "1e-5");
  tiny_expect (text, key, "floating-point");
}

static void
test_architecture (void)
{
  g_autoptr (Tiny) missing = tiny_new ("llama"), number = tiny_new ("llama");
  static const char *const names[] = { "foobar", "%s%s%n", "", "LLAMA", "llama\n" };

  tiny_drop (missing, "general.architecture");
  tiny_expect (missing, "general.architecture", "is missing");
  tiny_u32 (number, "general.architecture", 1);
  tiny_expect (number, "general.architecture", "expected a string");
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (Tiny) t = tiny_new ("llama");

      tiny_string (t, "general.architecture", names[i]);
      tiny_expect (t, i == 4 ? "'llama\\n'" : names[i], "gpt2, llama");
    }
}

static void
test_tensors (void)
{
  static const char *const needed[]
      = { "token_embd.weight", "output_norm.weight", "blk.0.attn_q.weight", "blk.1.ffn_down.weight" };
  g_autoptr (Tiny) wide = tiny_new ("llama"), flat = tiny_new ("llama"), cube = tiny_new ("llama"),
                   bias = tiny_new ("llama");
  g_autoptr (Tiny) third = tiny_new ("llama"), extra = tiny_new ("llama"), quantized = tiny_new ("llama");
  HunchModelFile *m;

  for (gsize i = 0; i < G_N_ELEMENTS (needed); i++)
    {
      g_autoptr (Tiny) t = tiny_new ("llama");

      tiny_drop_tensor (t, needed[i]);
      /* One more that means nothing, so that the number of layers is not what is wrong. */
      tiny_add_tensor (t, "foo", 4, 0);
      tiny_expect (t, needed[i], "is missing");
    }
  tiny_tensor (wide, "blk.0.ffn_up.weight")->dims[0] = 12;
  tiny_tensor (wide, "blk.0.ffn_up.weight")->dims[1] = 8;
  tiny_expect (wide, "blk.0.ffn_up.weight", "expected shape [8, 12], found [12, 8]");
  tiny_tensor (flat, "blk.0.ffn_up.weight")->n_dims = 1;
  tiny_expect (flat, "blk.0.ffn_up.weight", "expected shape [8, 12], found [8]");
  tiny_tensor (cube, "blk.0.ffn_down.weight")->n_dims = 3;
  tiny_tensor (cube, "blk.0.ffn_down.weight")->dims[1] = 4;
  tiny_tensor (cube, "blk.0.ffn_down.weight")->dims[2] = 2;
  tiny_expect (cube, "blk.0.ffn_down.weight", "found [12, 4, 2]");
  tiny_tensor (quantized, "output_norm.weight")->type = HUNCH_TYPE_Q8_0;
  tiny_tensor (quantized, "output_norm.weight")->dims[0] = 32;
  quantized->data_bytes += 32;
  tiny_expect (quantized, "output_norm.weight", "expected shape [8], found [32]");
  /* Left out they would give wrong answers. */
  tiny_add_tensor (bias, "blk.0.ffn_gate.bias", 12, 0);
  tiny_expect (bias, "blk.0.ffn_gate.bias", "no place");
  tiny_add_tensor (third, "blk.2.attn_q.weight", 8, 8);
  tiny_expect (third, "blk.2.attn_q.weight", "no place");

  tiny_add_tensor (extra, "blk.0.foo.weight", 4, 0);
  m = open_tiny (extra);
  g_assert_cmpuint (m->warnings->len, ==, 1);
  g_assert_nonnull (strstr (g_ptr_array_index (m->warnings, 0), "blk.0.foo.weight"));
  hunch_model_file_free (m);
}

static void
test_vocabulary (void)
{
  g_autoptr (Tiny) missing = tiny_new ("llama"), numbers = tiny_new ("llama"), more = tiny_new ("llama");
  g_autoptr (Tiny) fewer = tiny_new ("llama"), none = tiny_new ("llama"), types = tiny_new ("llama");
  gint32 kinds[13] = { 0 };
  HunchModelFile *m;

  tiny_drop (missing, "tokenizer.ggml.tokens");
  tiny_expect (missing, "tokenizer.ggml.tokens", "is missing");
  tiny_array (numbers, "tokenizer.ggml.tokens", HUNCH_KV_I32, 12, kinds, 48);
  tiny_expect (numbers, "tokenizer.ggml.tokens", "found one of i32");
  tiny_tokens (none, "tokenizer.ggml.tokens", 0);
  tiny_expect (none, "tokenizer.ggml.tokens", "empty");
  tiny_tokens (more, "tokenizer.ggml.tokens", 13);
  tiny_expect (more, "tokenizer.ggml.tokens", "13 tokens, but token_embd.weight has 12 rows");

  tiny_array (types, "tokenizer.ggml.token_type", HUNCH_KV_F32, 12, kinds, 48);
  tiny_expect (types, "tokenizer.ggml.token_type", "found one of f32");
  tiny_array (types, "tokenizer.ggml.token_type", HUNCH_KV_I32, 13, kinds, 52);
  tiny_expect (types, "tokenizer.ggml.token_type", "expected 12 elements");
  tiny_u32 (types, "tokenizer.ggml.token_type", 1);
  tiny_expect (types, "tokenizer.ggml.token_type", "expected an array");
  tiny_array (types, "tokenizer.ggml.token_type", HUNCH_KV_U8, 12, kinds, 12);
  hunch_model_file_free (open_tiny (types));

  tiny_tokens (fewer, "tokenizer.ggml.tokens", 10);
  m = open_tiny (fewer);
  g_assert_cmpuint (m->hp.n_vocab, ==, 10);
  g_assert_cmpuint (m->hp.n_vocab_rows, ==, 12);
  g_assert_cmpuint (m->warnings->len, ==, 1);
  hunch_model_file_free (m);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model-file/llama", test_llama);
  g_test_add_func ("/model-file/qwen2", test_qwen2);
  g_test_add_func ("/model-file/gpt2", test_gpt2);
  g_test_add_func ("/model-file/copy", test_copy);
  g_test_add_func ("/model-file/integer-types", test_integer_types);
  g_test_add_func ("/model-file/key-length", test_key_length);
  g_test_add_func ("/model-file/counts", test_counts);
  g_test_add_func ("/model-file/wrong-types", test_wrong_types);
  g_test_add_func ("/model-file/constants", test_constants);
  g_test_add_func ("/model-file/architecture", test_architecture);
  g_test_add_func ("/model-file/tensors", test_tensors);
  g_test_add_func ("/model-file/vocabulary", test_vocabulary);
  return g_test_run ();
}
