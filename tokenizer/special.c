/* special.c: special tokens by their names.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "tokenizer/special.h"

/* The markers of the families that we have met, each as its makers published it. */
static const HunchKnownName known[] = {
  /* GPT-2, Qwen, StarCoder, SmolLM */
  { "<|endoftext|>", HUNCH_N_FIM, TRUE },
  { "<|im_start|>", HUNCH_N_FIM, FALSE },
  { "<|im_end|>", HUNCH_N_FIM, TRUE },
  /* Qwen 2.5 Coder */
  { "<|fim_prefix|>", HUNCH_FIM_PREFIX, FALSE },
  { "<|fim_suffix|>", HUNCH_FIM_SUFFIX, FALSE },
  { "<|fim_middle|>", HUNCH_FIM_MIDDLE, FALSE },
  { "<|fim_pad|>", HUNCH_FIM_PAD, TRUE },
  { "<|repo_name|>", HUNCH_FIM_REPO, TRUE },
  { "<|file_sep|>", HUNCH_FIM_SEP, TRUE },
  /* StarCoder, SmolLM */
  { "<fim_prefix>", HUNCH_FIM_PREFIX, FALSE },
  { "<fim_suffix>", HUNCH_FIM_SUFFIX, FALSE },
  { "<fim_middle>", HUNCH_FIM_MIDDLE, FALSE },
  { "<fim_pad>", HUNCH_FIM_PAD, TRUE },
  { "<repo_name>", HUNCH_FIM_REPO, TRUE },
  { "<reponame>", HUNCH_FIM_REPO, TRUE },
  { "<file_sep>", HUNCH_FIM_SEP, TRUE },
  { "<fim-prefix>", HUNCH_FIM_PREFIX, FALSE }, /* SantaCoder */
  { "<fim-suffix>", HUNCH_FIM_SUFFIX, FALSE },
  { "<fim-middle>", HUNCH_FIM_MIDDLE, FALSE },
  { "<fim-pad>", HUNCH_FIM_PAD, TRUE },
  /* CodeLlama; its tokenizer writes the word mark before each */
  { "<PRE>", HUNCH_FIM_PREFIX, FALSE },
  { "<SUF>", HUNCH_FIM_SUFFIX, FALSE },
  { "<MID>", HUNCH_FIM_MIDDLE, FALSE },
  { "<EOT>", HUNCH_N_FIM, TRUE },
  { "▁<PRE>", HUNCH_FIM_PREFIX, FALSE },
  { "▁<SUF>", HUNCH_FIM_SUFFIX, FALSE },
  { "▁<MID>", HUNCH_FIM_MIDDLE, FALSE },
  { "▁<EOT>", HUNCH_N_FIM, TRUE },
  /* DeepSeek Coder: the hole stands where the middle will be, between prefix and suffix */
  { "<｜fim▁begin｜>", HUNCH_FIM_PREFIX, FALSE },
  { "<｜fim▁hole｜>", HUNCH_FIM_SUFFIX, FALSE },
  { "<｜fim▁end｜>", HUNCH_FIM_MIDDLE, FALSE },
  { "<｜end▁of▁sentence｜>", HUNCH_N_FIM, TRUE },
  /* Llama 3 */
  { "<|begin_of_text|>", HUNCH_N_FIM, FALSE },
  { "<|end_of_text|>", HUNCH_N_FIM, TRUE },
  { "<|eot_id|>", HUNCH_N_FIM, TRUE },
  { "<|eom_id|>", HUNCH_N_FIM, TRUE },
  /* Gemma, Phi 3, SentencePiece */
  { "<end_of_turn>", HUNCH_N_FIM, TRUE },
  { "<eos>", HUNCH_N_FIM, TRUE },
  { "<|end|>", HUNCH_N_FIM, TRUE },
  { "</s>", HUNCH_N_FIM, TRUE },
  /* nanochat */
  { "<|bos|>", HUNCH_N_FIM, TRUE },
  { "<|assistant_end|>", HUNCH_N_FIM, TRUE },
};

const HunchKnownName *
hunch_known_name (const guint8 *name, gsize len)
{
  if (len < 4 || len > 40 || (name[0] != '<' && name[0] != 0xe2)) /* all begin so, and few tokens do */
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (strlen (known[i].name) == len && memcmp (known[i].name, name, len) == 0)
      return &known[i];
  return NULL;
}

static int
compare_bytes (const guint8 *a, gsize n_a, const guint8 *b, gsize n_b)
{
  int c = memcmp (a, b, MIN (n_a, n_b));

  return c != 0 ? c : n_a < n_b ? -1 : n_a > n_b;
}

static int
compare_ids (gconstpointer a, gconstpointer b, gpointer specials)
{
  const HunchSpecials *s = specials;
  guint x = *(const gint32 *) a, y = *(const gint32 *) b;

  return compare_bytes (s->bytes + s->starts[x], s->starts[x + 1] - s->starts[x], s->bytes + s->starts[y],
                        s->starts[y + 1] - s->starts[y]);
}

void
hunch_specials_init (HunchSpecials *s, gint32 *ids, guint n, const guint8 *bytes, const guint32 *starts)
{
  *s = (HunchSpecials){ .ids = ids, .n = n, .bytes = bytes, .starts = starts };
  g_qsort_with_data (ids, n, sizeof *ids, compare_ids, s); /* stable */
  for (guint i = 0; i < n; i++)
    s->first[bytes[starts[ids[i]]]] = TRUE;
}

void
hunch_specials_finish (HunchSpecials *s)
{
  g_clear_pointer (&s->ids, g_free);
}

/* Byte number depth of the name in place i; -1 past its end. */
static inline int
byte_of (const HunchSpecials *s, guint i, gsize depth)
{
  guint id = s->ids[i];

  return depth < s->starts[id + 1] - s->starts[id] ? s->bytes[s->starts[id] + depth] : -1;
}

/* First place from low up to high whose byte at depth is at least b. */
static guint
lower_bound (const HunchSpecials *s, guint low, guint high, gsize depth, int b)
{
  while (low < high)
    {
      guint mid = low + (high - low) / 2;

      if (byte_of (s, mid, depth) < b)
        low = mid + 1;
      else
        high = mid;
    }
  return low;
}

gint32
hunch_specials_match (const HunchSpecials *s, const guint8 *text, gsize len, gsize *n)
{
  guint low = 0, high = s->n;
  gint32 found = -1;

  if (len == 0 || !s->first[text[0]])
    return -1;
  /* The names that share the first depth bytes with text stand together; the shortest of them comes first. */
  for (gsize depth = 0; low < high; depth++)
    {
      if (depth > 0 && byte_of (s, low, depth) < 0)
        {
          found = s->ids[low];
          *n = depth;
        }
      if (depth == len)
        break;
      low = lower_bound (s, low, high, depth, text[depth]);
      high = lower_bound (s, low, high, depth, text[depth] + 1);
    }
  return found;
}

gint32
hunch_specials_lookup (const HunchSpecials *s, const guint8 *name, gsize len)
{
  gsize n = 0;
  gint32 id = hunch_specials_match (s, name, len, &n);

  return n == len ? id : -1;
}
