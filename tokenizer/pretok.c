/* pretok.c: the pre-tokenizers that Hunch knows, by the names that files give them.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 * The names are those of tokenizer.ggml.pre, as llama.cpp writes it, and a few more. The manual lists them. */
#include "config.h"

#include "tokenizer/pretok-scan.h"

#define L HUNCH_CLASSES_L

/* The first of each list is what we report. */
#define NAMES(...)                                                                                                     \
  (const char *const[]) { __VA_ARGS__, NULL }

static const HunchPretok pretoks[] = {
  /* GPT-2's pattern */
  { NAMES ("gpt-2", "gpt2", "phi-2", "jais", "gigachat", "a.x-4.0", "mellum", "trillion", "granite-docling"),
    .scan = hunch_scan_gpt2 },
  { NAMES ("olmo", "mpt"), .scan = hunch_scan_gpt2, .nfc = TRUE }, /* GPT-NeoX's */
  { NAMES ("smollm", "starcoder", "refact", "codeshell", "mellum2"), .scan = hunch_scan_gpt2, .lone_digits = TRUE },
  { NAMES ("command-r"), .scan = hunch_scan_gpt2, .lone_digits = TRUE, .nfc = TRUE },

  /* GPT-4's pattern */
  { NAMES ("llama-bpe", "llama-v3", "llama3", "falcon3", "falcon-h1", "pixtral", "midm-2.0", "lfm2"),
    .scan = hunch_scan_gpt4, .letters = L, .max_digits = 3, .whole_words = TRUE, .add_bos = TRUE },
  { NAMES ("gpt-4", "dbrx", "smaug-bpe", "glm4", "chatglm-bpe"), .scan = hunch_scan_gpt4, .letters = L,
    .max_digits = 3 },
  { NAMES ("nanochat"), .scan = hunch_scan_gpt4, .letters = L, .max_digits = 2, .add_bos = TRUE },
  { NAMES ("bailingmoe", "bailingmoe2", "llada-moe", "grok-2"), .scan = hunch_scan_gpt4, .letters = L,
    .max_digits = 1 },
  { NAMES ("qwen2", "deepseek-r1-qwen", "stablelm2"), .scan = hunch_scan_gpt4, .letters = L, .max_digits = 1,
    .nfc = TRUE },
  { NAMES ("qwen35"), .scan = hunch_scan_gpt4, .letters = L | HUNCH_CLASS_BIT (HUNCH_CHAR_MARK), .max_digits = 1,
    .nfc = TRUE },
  { NAMES ("seed-coder"), .scan = hunch_scan_gpt4, .letters = L, .max_digits = 1, .no_break = TRUE },

  /* GPT-4o's pattern */
  { NAMES ("gpt-4o", "llama4", "kanana2", "minimax-m2"), .scan = hunch_scan_o200k, .max_digits = 3,
    .contractions = TRUE },
  { NAMES ("tekken"), .scan = hunch_scan_o200k, .max_digits = 1, .whole_words = TRUE, .add_bos = TRUE },

  /* DeepSeek's */
  { NAMES ("deepseek-coder"), .scan = hunch_scan_steps, .steps = hunch_steps_deepseek_coder },
  { NAMES ("deepseek-llm"), .scan = hunch_scan_steps, .steps = hunch_steps_deepseek_llm },
  { NAMES ("deepseek-v3", "hunyuan-dense", "joyai-llm"), .scan = hunch_scan_steps, .steps = hunch_steps_deepseek_v3 },
};

const HunchPretok *
hunch_pretok_nth (guint i)
{
  return i < G_N_ELEMENTS (pretoks) ? &pretoks[i] : NULL;
}

const HunchPretok *
hunch_pretok_by_name (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (pretoks); i++)
    if (g_strv_contains (pretoks[i].names, name))
      return &pretoks[i];
  return NULL;
}
