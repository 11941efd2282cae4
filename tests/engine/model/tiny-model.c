/* tiny-model.c: the keys and tensors of a model of two layers, of any family.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tests/engine/model/tiny.h"

#include <string.h>

/* Shapes of a layer's tensors with E 8, feed-forward 12, kv rows 4; qkv of gpt2 has 24. */
typedef struct
{
  const char *name;
  guint64 d0, d1;
} Shape;

static const Shape llama_layer[] = { { "attn_norm.weight", 8, 0 },   { "attn_q.weight", 8, 8 },
                                     { "attn_k.weight", 8, 4 },      { "attn_v.weight", 8, 4 },
                                     { "attn_output.weight", 8, 8 }, { "ffn_norm.weight", 8, 0 },
                                     { "ffn_gate.weight", 8, 12 },   { "ffn_up.weight", 8, 12 },
                                     { "ffn_down.weight", 12, 8 },   { NULL, 0, 0 } };
/* What qwen3 and gemma3 have beside that, and what nanochat has in its place. */
static const Shape head_norms[] = { { "attn_q_norm.weight", 4, 0 }, { "attn_k_norm.weight", 4, 0 }, { NULL, 0, 0 } };
static const Shape post_norms[]
    = { { "post_attention_norm.weight", 8, 0 }, { "post_ffw_norm.weight", 8, 0 }, { NULL, 0, 0 } };
static const Shape nanochat_layer[] = { { "attn_q.weight", 8, 8 },
                                        { "attn_k.weight", 8, 4 },
                                        { "attn_v.weight", 8, 4 },
                                        { "attn_output.weight", 8, 8 },
                                        { "ffn_up.weight", 8, 12 },
                                        { "ffn_down.weight", 12, 8 },
                                        { NULL, 0, 0 } };
static const Shape qwen2_biases[]
    = { { "attn_q.bias", 8, 0 }, { "attn_k.bias", 4, 0 }, { "attn_v.bias", 4, 0 }, { NULL, 0, 0 } };
static const Shape gpt2_layer[] = { { "attn_norm.weight", 8, 0 },
                                    { "attn_norm.bias", 8, 0 },
                                    { "attn_qkv.weight", 8, 24 },
                                    { "attn_qkv.bias", 24, 0 },
                                    { "attn_output.weight", 8, 8 },
                                    { "attn_output.bias", 8, 0 },
                                    { "ffn_norm.weight", 8, 0 },
                                    { "ffn_norm.bias", 8, 0 },
                                    { "ffn_up.weight", 8, 12 },
                                    { "ffn_up.bias", 12, 0 },
                                    { "ffn_down.weight", 12, 8 },
                                    { "ffn_down.bias", 8, 0 },
                                    { NULL, 0, 0 } };

static void
add_layers (Tiny *t, const Shape *shapes)
{
  for (guint l = 0; l < 2; l++)
    for (const Shape *s = shapes; s->name != NULL; s++)
      {
        g_autofree char *name = g_strdup_printf ("blk.%u.%s", l, s->name);

        tiny_add_tensor (t, name, s->d0, s->d1);
      }
}

static void
arch_u32 (Tiny *t, const char *arch, const char *suffix, guint32 v)
{
  g_autofree char *key = g_strdup_printf ("%s.%s", arch, suffix);

  tiny_u32 (t, key, v);
}

static void
add_rms_model (Tiny *t, const char *arch)
{
  g_autofree char *key = g_strdup_printf ("%s.attention.layer_norm_rms_epsilon", arch);

  tiny_f32 (t, key, 1e-5f);
  arch_u32 (t, arch, "attention.head_count_kv", 1);
  if (strcmp (arch, "nanochat") == 0)
    {
      add_layers (t, nanochat_layer);
      return;
    }
  tiny_add_tensor (t, "output_norm.weight", 8, 0);
  add_layers (t, llama_layer);
  if (strcmp (arch, "qwen2") == 0)
    add_layers (t, qwen2_biases);
  if (strcmp (arch, "qwen3") == 0 || strcmp (arch, "gemma3") == 0)
    add_layers (t, head_norms);
  if (strcmp (arch, "gemma3") == 0)
    {
      arch_u32 (t, arch, "attention.sliding_window", 16);
      add_layers (t, post_norms);
    }
}

void
tiny_add_model (Tiny *t, const char *arch)
{
  tiny_string (t, "general.architecture", arch);
  arch_u32 (t, arch, "block_count", 2);
  arch_u32 (t, arch, "embedding_length", 8);
  arch_u32 (t, arch, "feed_forward_length", 12);
  arch_u32 (t, arch, "context_length", 64);
  arch_u32 (t, arch, "attention.head_count", 2);
  tiny_tokens (t, "tokenizer.ggml.tokens", 12);
  tiny_add_tensor (t, "token_embd.weight", 8, 12);
  if (strcmp (arch, "gpt2") == 0)
    {
      tiny_f32 (t, "gpt2.attention.layer_norm_epsilon", 1e-5f);
      tiny_add_tensor (t, "output_norm.weight", 8, 0);
      tiny_add_tensor (t, "output_norm.bias", 8, 0);
      tiny_add_tensor (t, "position_embd.weight", 8, 64);
      add_layers (t, gpt2_layer);
    }
  else
    add_rms_model (t, arch);
}
