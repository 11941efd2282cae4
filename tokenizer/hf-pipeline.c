/* hf-pipeline.c: recognizes what the normalizers and pre-tokenizers of a tokenizer.json are together.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "engine/base/hunch-error.h"
#include "engine/base/i18n.h"
#include "tokenizer/pretok.h"
#include "tokenizer/vocab-hf.h"

#define MOST_PARTS 16

/* The parts of a normalizer or pre-tokenizer, sequences laid open. */
typedef struct
{
  JsonObject *parts[MOST_PARTS];
  guint n;
} Parts;

/* What the normalizers are. */
typedef struct
{
  gboolean nfc, prepends, replaces;
} Normal;

#define GPT2        "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+"
#define CONTRACTION "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
#define SPACES      "|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+"
#define GPT4(n)     CONTRACTION "|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}" n "| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*" SPACES
#define UPPER       "[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]"
#define LOWER       "[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]"
#define O200K(c, n)                                                                                                    \
  "[^\\r\\n\\p{L}\\p{N}]?" UPPER "*" LOWER "+" c "|[^\\r\\n\\p{L}\\p{N}]?" UPPER "+" LOWER "*" c "|\\p{N}" n           \
  "| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*" SPACES
#define DEEPSEEK_LETTERS "\\s?[A-Za-zµÀ-ÖØ-öø-ƺƼ-ƿǄ-ʓʕ-ʯ…" /* and so on: pretok-steps.c has them */

/* Patterns, one after the other, and the names that have them. */
static const struct
{
  const char *name;
  gboolean nfc, whole_words; /* what the name brings along */
  const char *steps[HUNCH_PRETOK_STEPS + 1];
} known[] = {
  { "gpt-2", FALSE, FALSE, { GPT2 } },
  { "olmo", TRUE, FALSE, { GPT2 } },
  { "smollm", FALSE, FALSE, { "\\p{N}", GPT2 } },
  { "command-r", TRUE, FALSE, { "\\p{N}", GPT2 } },
  { "llama-bpe", FALSE, TRUE, { GPT4 ("{1,3}") } },
  { "gpt-4", FALSE, FALSE, { GPT4 ("{1,3}") } },
  { "nanochat", FALSE, FALSE, { GPT4 ("{1,2}") } },
  { "bailingmoe", FALSE, FALSE, { GPT4 ("") } },
  { "qwen2", TRUE, FALSE, { GPT4 ("") } },
  { "qwen35",
    TRUE,
    FALSE,
    { CONTRACTION "|[^\\r\\n\\p{L}\\p{N}]?[\\p{L}\\p{M}]+|\\p{N}| ?[^\\s\\p{L}\\p{M}\\p{N}]+[\\r\\n]*" SPACES } },
  { "seed-coder",
    FALSE,
    FALSE,
    { CONTRACTION "|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}\\r\\n]+" SPACES } },
  { "gpt-4o", FALSE, FALSE, { O200K (CONTRACTION "?", "{1,3}") } },
  { "tekken", FALSE, TRUE, { O200K ("", "") } },
  { "deepseek-coder",
    FALSE,
    FALSE,
    { "[\\r\\n]", "\\s?\\p{L}+", "\\s?\\p{P}+", "[一-龥ࠀ-一가-\xed\x9f\xbf]+", "\\p{N}" } },
  { "deepseek-llm",
    FALSE,
    FALSE,
    { "[\\r\\n]", DEEPSEEK_LETTERS, "\\s?[!-/:-~！-／：-～‘-‟　-。]+", "\\s+$", "[一-龥ࠀ-一가-\xed\x9f\xbf]+",
      "\\p{N}" } },
  { "deepseek-v3",
    FALSE,
    FALSE,
    { "\\p{N}{1,3}", "[一-龥\xe3\x81\x80-ゟ゠-ヿ]+",
      "[!\"#$%&'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+|[^\\r\\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+|"
      " ?[\\p{P}\\p{S}]+[\\r\\n]*" SPACES } },
};

static gboolean unsupported (const HunchHf *hf, GError **error, const char *format, ...) G_GNUC_PRINTF (3, 4);

static gboolean
unsupported (const HunchHf *hf, GError **error, const char *format, ...)
{
  g_autofree char *what = NULL;
  va_list args;

  va_start (args, format);
  what = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_UNSUPPORTED, _ ("%s: %s is not supported"), hf->path, what);
  return FALSE;
}

static const char *
type_of (JsonObject *part)
{
  const char *type = hunch_vocab_json_string (part, "type");

  return type != NULL ? type : "";
}

/* Appends a part, or those of a sequence under list. */
static gboolean
add_parts (HunchHf *hf, JsonObject *part, const char *list, Parts *parts, GError **error)
{
  JsonArray *array;

  if (part == NULL)
    return TRUE;
  if (strcmp (type_of (part), "Sequence") != 0)
    {
      if (parts->n == MOST_PARTS)
        return hunch_vocab_json_fail (hf->path, error, _ ("%s has more than %u parts"), list, MOST_PARTS);
      parts->parts[parts->n++] = part;
      return TRUE;
    }
  array = hunch_vocab_json_array (part, list);
  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    if (!add_parts (hf, hunch_vocab_json_node_object (json_array_get_element (array, i)), list, parts, error))
      return FALSE;
  return TRUE;
}

/* The text or the regular expression of a pattern, whichever kind says. */
static const char *
pattern_of (JsonObject *part, const char *kind)
{
  JsonObject *pattern = hunch_vocab_json_object (part, "pattern");

  return pattern != NULL ? hunch_vocab_json_string (pattern, kind) : NULL;
}

static gboolean
read_normalizers (HunchHf *hf, Normal *normal, GError **error)
{
  Parts parts = { .n = 0 };

  if (!add_parts (hf, hunch_vocab_json_object (hf->root, "normalizer"), "normalizers", &parts, error))
    return FALSE;
  for (guint i = 0; i < parts.n; i++)
    {
      JsonObject *part = parts.parts[i];
      const char *type = type_of (part);

      if (strcmp (type, "NFC") == 0)
        normal->nfc = TRUE;
      else if (strcmp (type, "Prepend") == 0 && g_strcmp0 (hunch_vocab_json_string (part, "prepend"), "▁") == 0)
        normal->prepends = TRUE;
      else if (strcmp (type, "Replace") == 0 && g_strcmp0 (pattern_of (part, "String"), " ") == 0
               && g_strcmp0 (hunch_vocab_json_string (part, "content"), "▁") == 0)
        normal->replaces = TRUE;
      else
        return unsupported (hf, error, _ ("the normalizer %s"), type);
    }
  return TRUE;
}

/* A pattern without what makes no difference: line breaks as escapes, quantifiers not possessive, one of several ways to
 * write contractions and line ends. */
static char *
canonical (const char *pattern)
{
  static const char *const same[][2] = {
    { "\r", "\\r" },
    { "\n", "\\n" },
    { "?+", "?" },
    { "++", "+" },
    { "*+", "*" },
    { "3}+|", "3}|" },
    { "{1}", "" },
    { "'(?i:[sdmt]|ll|ve|re)", CONTRACTION },
    { "|\\s*[\\r\\n]|", "|\\s*[\\r\\n]+|" },
  };
  GString *s = g_string_new (pattern);

  for (guint i = 0; i < G_N_ELEMENTS (same); i++)
    g_string_replace (s, same[i][0], same[i][1], 0);
  if (g_str_has_suffix (s->str, "|\\s+(?!\\S)")) /* the rest is a piece all the same */
    g_string_append (s, "|\\s+");
  return g_string_free (s, FALSE);
}

/* The names of deepseek-llm's letters differ by the form that some tool has put them into. */
static gboolean
is_same_step (const char *pattern, const char *step)
{
  gsize n = strlen (DEEPSEEK_LETTERS) - strlen ("…");
  g_autofree char *plain = canonical (step);

  if (strcmp (step, DEEPSEEK_LETTERS) == 0)
    return strncmp (pattern, step, n) == 0 && g_str_has_suffix (pattern, "𞤀-𞥃]+");
  return strcmp (pattern, plain) == 0;
}

static gboolean
have_steps (const GPtrArray *patterns, const char *const *steps)
{
  for (guint i = 0; i < patterns->len; i++)
    if (steps[i] == NULL || !is_same_step (g_ptr_array_index (patterns, i), steps[i]))
      return FALSE;
  return steps[patterns->len] == NULL;
}

/* Which name the patterns have, best with just what the name brings along. */
static gboolean
name_patterns (HunchHf *hf, const GPtrArray *patterns, gboolean nfc, GError **error)
{
  gboolean whole_words = hunch_vocab_json_bool (hf->model, "ignore_merges", FALSE);
  g_autoptr (GString) all = g_string_new (NULL);

  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < G_N_ELEMENTS (known); i++)
      if (known[i].nfc <= nfc && known[i].whole_words <= whole_words
          && (pass == 1 || (known[i].nfc == nfc && known[i].whole_words == whole_words))
          && have_steps (patterns, known[i].steps))
        {
          hf->src.model = "gpt2";
          hf->src.pre = known[i].name;
          hf->src.nfc = nfc;
          hf->src.ignore_merges = whole_words;
          return TRUE;
        }
  for (guint i = 0; i < patterns->len; i++)
    g_string_append_printf (all, "%s%s", i > 0 ? " , " : "", (const char *) g_ptr_array_index (patterns, i));
  return unsupported (hf, error, _ ("the pre-tokenizer with the pattern %s"), all->str);
}

/* Adds the pattern of one part that cuts. */
static gboolean
add_pattern (HunchHf *hf, JsonObject *part, GPtrArray *patterns, GError **error)
{
  const char *type = type_of (part), *behavior = hunch_vocab_json_string (part, "behavior"), *regex;
  gboolean inverted = hunch_vocab_json_bool (part, "invert", FALSE);

  if (patterns->len == HUNCH_PRETOK_STEPS)
    return unsupported (hf, error, _ ("a pre-tokenizer of more than %u patterns"), HUNCH_PRETOK_STEPS);
  if (strcmp (type, "Digits") == 0 && hunch_vocab_json_bool (part, "individual_digits", FALSE))
    {
      g_ptr_array_add (patterns, g_strdup ("\\p{N}"));
      return TRUE;
    }
  if (strcmp (type, "Split") != 0)
    return unsupported (hf, error, _ ("the pre-tokenizer %s"), type);
  regex = pattern_of (part, "Regex");
  if (regex == NULL || (g_strcmp0 (behavior, inverted ? "Removed" : "Isolated") != 0))
    return unsupported (hf, error, _ ("the pre-tokenizer Split, as it is here,"));
  g_ptr_array_add (patterns, canonical (regex));
  return TRUE;
}

/* Parts that end in ByteLevel. */
static gboolean
read_byte_level (HunchHf *hf, const Parts *parts, const Normal *normal, GError **error)
{
  g_autoptr (GPtrArray) patterns = g_ptr_array_new_with_free_func (g_free);
  JsonObject *last = parts->parts[parts->n - 1];

  if (normal->prepends || normal->replaces)
    return unsupported (hf, error, _ ("the normalizer %s"), normal->prepends ? "Prepend" : "Replace");
  if (hunch_vocab_json_bool (last, "add_prefix_space", FALSE))
    return unsupported (hf, error, _ ("the pre-tokenizer ByteLevel with add_prefix_space"));
  for (guint i = 0; i + 1 < parts->n; i++)
    if (!add_pattern (hf, parts->parts[i], patterns, error))
      return FALSE;
  if (hunch_vocab_json_bool (last, "use_regex", TRUE) && patterns->len < HUNCH_PRETOK_STEPS)
    g_ptr_array_add (patterns, g_strdup (GPT2));
  return name_patterns (hf, patterns, normal->nfc, error);
}

static gboolean
read_metaspace (HunchHf *hf, JsonObject *part, GError **error)
{
  const char *scheme = hunch_vocab_json_string (part, "prepend_scheme");

  if (g_strcmp0 (hunch_vocab_json_string (part, "replacement"), "▁") != 0)
    return unsupported (hf, error, _ ("the pre-tokenizer Metaspace with a mark of its own"));
  if (scheme == NULL)
    scheme = hunch_vocab_json_bool (part, "add_prefix_space", TRUE) ? "always" : "never";
  hf->src.space_prefix = strcmp (scheme, "never") == 0   ? HUNCH_PREFIX_NONE
                         : strcmp (scheme, "first") == 0 ? HUNCH_PREFIX_FIRST
                                                         : HUNCH_PREFIX_UNLESS_SPACE;
  hf->src.split_spaces = hunch_vocab_json_bool (part, "split", TRUE);
  return TRUE;
}

/* SentencePiece's way: spaces are marks, and there are no words. */
static gboolean
read_pieces (HunchHf *hf, const Parts *parts, const Normal *normal, GError **error)
{
  gboolean spaces = normal->replaces;

  hf->src.model = "llama";
  hf->src.split_user_defined = TRUE;
  hf->src.space_prefix = normal->prepends ? HUNCH_PREFIX_SPACE : HUNCH_PREFIX_NONE;
  for (guint i = 0; i < parts->n; i++)
    {
      JsonObject *part = parts->parts[i];
      const char *type = type_of (part);

      if (strcmp (type, "Metaspace") == 0 && i == 0 && !normal->prepends)
        {
          if (!read_metaspace (hf, part, error))
            return FALSE;
          spaces = TRUE;
        }
      else if (strcmp (type, "Split") != 0 || !normal->replaces || g_strcmp0 (pattern_of (part, "String"), " ") != 0)
        return unsupported (hf, error, _ ("the pre-tokenizer %s"), type); /* that Split finds nothing any more */
    }
  if (normal->nfc)
    return unsupported (hf, error, _ ("the normalizer %s"), "NFC");
  return spaces || unsupported (hf, error, _ ("a vocabulary whose spaces are no part of its tokens"));
}

gboolean
hunch_hf_read_pipeline (HunchHf *hf, GError **error)
{
  Parts parts = { .n = 0 };
  Normal normal = { FALSE, FALSE, FALSE };

  if (!read_normalizers (hf, &normal, error)
      || !add_parts (hf, hunch_vocab_json_object (hf->root, "pre_tokenizer"), "pretokenizers", &parts, error))
    return FALSE;
  if (parts.n > 0 && strcmp (type_of (parts.parts[parts.n - 1]), "ByteLevel") == 0)
    return read_byte_level (hf, &parts, &normal, error);
  return read_pieces (hf, &parts, &normal, error);
}
