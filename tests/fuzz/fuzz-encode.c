/* fuzz-encode.c: any bytes as a small vocabulary and a text: what is encoded comes back.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The first byte chooses model and pre-tokenizer. Then come lines, each a merge or a token, up to an empty one; the rest is the text. */
#include "config.h"

#include "tests/fuzz/fuzz-text.h"
#include "tests/fuzz/fuzz.h"

#define MOST_TOKENS 400

typedef struct
{
  HunchVocabSource src;
  HunchText tokens[MOST_TOKENS], merges[MOST_TOKENS];
  float scores[MOST_TOKENS];
  gint32 kinds[MOST_TOKENS];
  GStringChunk *texts;
} Made;

static void
add (Made *m, const char *text, gsize len, gint32 kind, float score)
{
  guint i = m->src.n_tokens++;

  m->tokens[i] = (HunchText){ g_string_chunk_insert_len (m->texts, text, len), len };
  m->kinds[i] = kind;
  m->scores[i] = score;
}

/* The 256 bytes, in GPT-2's alphabet or by name. */
static void
add_bytes (Made *m, gboolean spelled)
{
  guint next = 0x100;

  for (guint b = 0; b < 256; b++)
    {
      char text[8];
      gboolean plain = (b >= 0x21 && b <= 0x7e) || (b >= 0xa1 && b <= 0xac) || b >= 0xae;
      gsize n = spelled ? (gsize) g_unichar_to_utf8 (plain ? b : next++, text)
                        : (gsize) g_snprintf (text, sizeof text, "<0x%02X>", b);

      add (m, text, n, spelled ? HUNCH_TOKEN_NORMAL : HUNCH_TOKEN_BYTE, 0);
    }
}

/* A merge makes a token; in SentencePiece the line is a token whose kind and score its first two bytes give. */
static void
add_line (Made *m, const char *line, gsize len)
{
  const char *space = memchr (line, ' ', len);
  static const gint32 kinds[] = { HUNCH_TOKEN_NORMAL, HUNCH_TOKEN_NORMAL,  HUNCH_TOKEN_USER_DEFINED,
                                  HUNCH_TOKEN_UNUSED, HUNCH_TOKEN_CONTROL, HUNCH_TOKEN_UNKNOWN };

  if (m->src.n_tokens == MOST_TOKENS)
    return;
  if (strcmp (m->src.model, "gpt2") == 0)
    {
      g_autoptr (GString) both = g_string_new_len (line, len);

      if (space != NULL)
        {
          g_string_erase (both, space - line, 1);
          m->merges[m->src.n_merges++] = (HunchText){ g_string_chunk_insert_len (m->texts, line, len), len };
        }
      add (m, both->str, both->len, HUNCH_TOKEN_NORMAL, 0);
    }
  else if (len > 2)
    add (m, line + 2, len - 2, kinds[(guint8) line[0] % G_N_ELEMENTS (kinds)], (gint8) line[1]);
}

static void
choose (Made *m, guint8 how)
{
  static const char *const pres[]
      = { "gpt-2",      "smollm", "llama-bpe", "nanochat",       "qwen2",        "qwen35",
          "seed-coder", "gpt-4o", "tekken",    "deepseek-coder", "deepseek-llm", "deepseek-v3" };

  hunch_vocab_source_init (&m->src);
  m->src.model = how < 128 ? "gpt2" : how < 192 ? "llama" : "t5";
  m->src.pre = pres[how % G_N_ELEMENTS (pres)];
  m->src.tokens = m->tokens;
  m->src.kinds = m->kinds;
  m->src.scores = m->scores;
  m->src.merges = m->merges;
  m->src.space_prefix = how % 4;
  m->src.fewer_spaces = how / 4 % 2;
  m->src.split_spaces = how / 8 % 2;
  m->src.split_user_defined = how / 16 % 2;
  if (how < 128 || how / 32 % 2)
    add_bytes (m, how < 128);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autofree Made *m = g_new0 (Made, 1);
  const char *at = (const char *) data, *end = at + size;
  HunchVocab *v;

  if (size == 0)
    return 0;
  m->texts = g_string_chunk_new (4096);
  choose (m, *at++);
  while (at < end)
    {
      const char *stop = memchr (at, '\n', end - at);

      if (stop == NULL || stop == at)
        break;
      add_line (m, at, stop - at);
      at = stop + 1;
    }
  v = hunch_vocab_new (&m->src, NULL);
  if (v != NULL)
    fuzz_text (v, at, end - at);
  hunch_vocab_unref (v);
  g_string_chunk_free (m->texts);
  return 0;
}
