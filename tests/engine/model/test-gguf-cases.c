/* test-gguf-cases.c: files that are the likeness of faults reported in public: each is refused for the right reason, or loads.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The files are looked for in $HUNCH_CASES/gguf; test-gguf.c and test-model-file.c make their kinds anew. */
#include "config.h"

#include "engine/base/hunch-error.h"
#include "engine/model/model-file.h"

#include <string.h>

typedef struct
{
  const char *file;
  const char *why; /* part of the message; NULL: it loads */
} Case;

static const Case cases[] = {
  { "align_1", "general.alignment: 1 is not a multiple of 8" },
  { "align_2p31", "general.alignment" },
  { "align_3", "general.alignment" },
  { "align_i32-32", "general.alignment: the type must be u32" },
  { "align_ok_4096", NULL },
  { "align_ok_8", NULL },
  { "align_str", "general.alignment: the type must be u32" },
  { "count_nkv-2p32", "metadata count" },
  { "count_nkv-2p60", "metadata count" },
  { "count_ntensors-2p32", "tensor count" },
  { "count_ntensors-2p63", "tensor count" },
  { "count_ntensors-2p64-1", "tensor count" },
  { "count_ntensors-times-368-wraps", "tensor count" },
  { "kv_array-count-2p62-f32", "does not fit" },
  { "kv_array-elem-type-13", "element type 13" },
  { "kv_array-nested-deep", "arrays of arrays" },
  { "kv_array-of-strings-2p60", "tokenizer.ggml.tokens" },
  { "kv_dup", "general.architecture is there twice" },
  { "kv_dup2", "llama.context_length is there twice" },
  { "kv_key-nul-inside", "gen\\x00eral.architecture" },
  { "kv_keylen-2p63", "metadata key 0" },
  { "kv_keylen-2p64-1", "metadata key 0" },
  { "kv_keylen-past-eof", "metadata key 0" },
  { "kv_strlen-2p64-1", "general.name" },
  { "kv_strlen-wrap", "general.name" },
  { "kv_type-255", "type 255" },
  { "kv_type-ffffffff", "type 4294967295" },
  { "magic_ggjt-magic", "too old" },
  { "magic_lower-case", "not a GGUF file" },
  { "meta_arch-format-string", "'%s%s%n'" },
  { "meta_arch-missing", "general.architecture: is missing" },
  { "meta_arch-unknown", "these are: gemma3, gpt2, llama" },
  { "meta_blocks-3-of-2", "block_count" },
  { "meta_blocks-huge", "block_count" },
  { "meta_ctx-0", "context_length" },
  { "meta_embd-7", "embedding_length" },
  { "meta_embd-u64", NULL },
  { "meta_eps-missing", "layer_norm_rms_epsilon: is missing" },
  { "meta_eps-nan", "layer_norm_rms_epsilon" },
  { "meta_heads-3", "head_count" },
  { "meta_kvheads-0", "head_count_kv" },
  { "meta_kvheads-array", NULL },
  { "meta_ropedim-64", "rope.dimension_count" },
  { "meta_ropedim-7", "rope.dimension_count" },
  { "meta_ropefreqs-wrong-length", "rope_freqs.weight: expected shape [2], found [3]" },
  { "meta_ropescale-unknown", "'spiral'" },
  { "split_alone-00001-of-00002", "split_alone-00002-of-00002.gguf" },
  { "split_one-00001-of-00001", NULL },
  { "split_second-00002-of-00002", "start with the first part" },
  { "tensor_bytes-wrap-not-elements", "blk.0.attn_q.weight" },
  { "tensor_dim-2p42+1", "blk.0.attn_q.weight" },
  { "tensor_dim-negative", "blk.0.attn_q.weight" },
  { "tensor_dims-2p32x2p32", "blk.0.attn_q.weight" },
  { "tensor_missing-attn_q", "blk.0.attn_q.weight is missing" },
  { "tensor_name-64-bytes", "64 bytes" },
  { "tensor_name-empty", "0 bytes" },
  { "tensor_ndims-0", "0 dimensions" },
  { "tensor_ndims-9", "9 dimensions" },
  { "tensor_ndims-ffffffff", "dimensions" },
  { "tensor_offset-near-2p64", "past the end" },
  { "tensor_offset-past-eof", "past the end" },
  { "tensor_q8_0-row-not-multiple-of-32", "block of 32" },
  { "tensor_type-0x25", "type 37" },
  { "tensor_type-0x4", "type 4" },
  { "tensor_type-0x5", "type 5" },
  { "tensor_type-0x63", "type 99" },
  { "tensor_type-f64", "type 28" },
  { "tensor_unknown-extra-tensor", NULL },
  { "tensor_wrong-shape-transposed", "expected shape [8, 12], found [12, 8]" },
  { "trunc_3-bytes", "3 bytes" },
  { "trunc_data-half", "cut short" },
  { "trunc_data-last-byte-missing", "cut short" },
  { "trunc_end-of-kv", "rest of the file" },
  { "trunc_half-header", "cut short" },
  { "trunc_header-only", "cut short" },
  { "trunc_magic-only", "cut short" },
  { "trunc_mid-token-array", "tokenizer.ggml.tokens" },
  { "valid_gpt2_tied", NULL },
  { "valid_gpt2_untied", NULL },
  { "valid_llama", NULL },
  { "valid_llama_f16", NULL },
  { "valid_llama_q8_0", NULL },
  { "valid_llama_ropefreqs", NULL },
  { "valid_qwen2_tied", NULL },
  { "version_0", "version 0" },
  { "version_1", "version 1 is not supported" },
  { "version_3000000", "big-endian" },
  { "version_4", "newer" },
  /* Of the vocabulary this reader judges the arrays; the tokenizer judges the rest. */
  { "vocab_no-tokens", "tokenizer.ggml.tokens: is missing" },
  { "vocab_one-more-than-rows", "265 tokens" },
  { "vocab_tiny-vocab-default-eos", NULL },
  { "vocab_tokens-are-u32", "tokenizer.ggml.tokens" },
  { "vocab_types-f32", "tokenizer.ggml.token_type" },
  { "vocab_types-u8", NULL },
};

static void
test_case (gconstpointer data)
{
  const Case *c = data;
  g_autofree char *name = g_strconcat (c->file, ".gguf", NULL);
  g_autofree char *path
      = g_getenv ("HUNCH_CASES") != NULL
            ? g_build_filename (g_getenv ("HUNCH_CASES"), "gguf", name, NULL)
            : g_build_filename (g_getenv ("HUNCH_SRCDIR"), "..", "shared", "cases", "gguf", name, NULL);
  GError *error = NULL;
  HunchModelFile *m;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("the case files are not here: set HUNCH_CASES");
      return;
    }
  m = hunch_model_file_open (path, &error);
  if (c->why == NULL)
    g_assert_no_error (error);
  else
    {
      g_assert_null (m);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, name));
      g_assert_nonnull (strstr (error->message, c->why));
      g_error_free (error);
    }
  hunch_model_file_free (m);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (g_getenv ("HUNCH_SRCDIR") == NULL)
    g_setenv ("HUNCH_SRCDIR", ".", TRUE);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/gguf-cases/", cases[i].file, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  return g_test_run ();
}
