/* test-spell.c: token healing: whatever is drawn, the end of the prompt comes out as it was given.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/session/spell.h"
#include "fake.h"
#include "tests/tokenizer/tok-common.h"

#include <math.h>
#include <string.h>

static const char *const merges[] = { "r e", "Ġ re", "t u", "tu r", "Ġre tur", "Ġretur n", "Ċ Ġ", "ĊĠ Ġ", "Ġ Ġ", NULL };

static void
check_cut (HunchVocab *v, const char *prompt, guint n_keep, const char *expected)
{
  g_autoptr (GArray) ids = tok_encode (v, prompt, strlen (prompt), 0);
  g_autoptr (GString) text = g_string_new ("?");
  guint n = hunch_spell_cut (v, prompt, strlen (prompt), ids, n_keep, text);

  if (expected == NULL)
    {
      g_assert_cmpuint (n, ==, 0);
      return;
    }
  g_assert_cmpstr (text->str, ==, expected);
  g_array_set_size (ids, ids->len - n);
  {
    g_autoptr (GString) kept = tok_decode (v, ids, FALSE);
    g_autofree char *whole = g_strconcat (kept->str, text->str, NULL);

    g_assert_cmpstr (whole, ==, prompt);
  }
}

static void
test_cut (void)
{
  HunchVocab *v = tok_small_vocab ("gpt-2", merges);
  g_autofree char *long_word = g_strnfill (HUNCH_SPELL_MAX + 1, 'x');

  check_cut (v, "we retu", 1, " retu");
  check_cut (v, "we retur", 1, " retur");
  check_cut (v, "we ", 1, " ");
  check_cut (v, "x:\n  ", 1, "\n  "); /* one token with the line's end */
  check_cut (v, "x:\n", 1, "\n");
  check_cut (v, "f(", 1, NULL); /* words and blanks only */
  check_cut (v, "f()", 1, NULL);
  check_cut (v, "", 1, NULL);
  check_cut (v, "x", 1, NULL); /* nothing would be left to start from */
  check_cut (v, "x", 0, "x");
  check_cut (v, "caf\xc3", 1, NULL); /* half a character ends no word */
  check_cut (v, long_word, 1, NULL);
  hunch_vocab_unref (v);
}

/* Draws by random logits until text is spelt; every token that is drawn agrees, and an end comes. */
static void
check_spelling (const HunchVocab *v, const char *text)
{
  guint n = hunch_vocab_size (v);
  gsize len = strlen (text);
  HunchSpell *s = hunch_spell_new (v, n, text, len);
  g_autofree float *logits = g_new (float, n);
  g_autoptr (GString) come = g_string_new (NULL);
  gsize taken = 0;

  g_assert_nonnull (s);
  while (!hunch_spell_is_done (s))
    {
      const float *z;
      gint32 best = 0;
      HunchText piece;

      for (guint i = 0; i < n; i++)
        logits[i] = (float) g_test_rand_double_range (-10, 10);
      z = hunch_spell_mask (s, logits);
      for (guint i = 1; i < n; i++)
        if (z[i] > z[best])
          best = (gint32) i;
      g_assert_true (z[best] == logits[best]); /* -inf is no token */
      piece = hunch_vocab_piece (v, best, FALSE);
      g_string_append_len (come, piece.data, (gssize) piece.len);
      taken += hunch_spell_take (s, best);
      g_assert_cmpuint (taken, ==, MIN (come->len, len));
    }
  g_assert_cmpmem (come->str, len, text, len);
  hunch_spell_free (s);
}

static const char *const ends[]
    = { " retur", " ", "    ", "\n  ", " Cel", "数值", " caf\xc3\xa9", "👍a", "get_na", "\t\t" };

static void
test_spelling (void)
{
  HunchVocab *v = tok_small_vocab ("gpt-2", merges);

  for (guint round = 0; round < 50; round++)
    for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
      check_spelling (v, ends[i]);
  hunch_vocab_unref (v);
}

static void
test_real (gconstpointer name)
{
  const char *why;
  HunchVocab *v = tok_vocab (name, &why);

  if (v == NULL)
    {
      g_test_skip (why);
      return;
    }
  for (guint round = 0; round < 5; round++)
    for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
      check_spelling (v, ends[i]);
  check_cut (v, "The capital of Fran", 1, " Fran");
  check_cut (v, "The capital of France is ", 1, " ");
}

/* What is not finite is found by the sampler, also where its token does not agree. */
static void
test_not_finite (void)
{
  HunchVocab *v = tok_small_vocab ("gpt-2", merges);
  HunchSpell *s = hunch_spell_new (v, 256, "a", 1);
  float logits[256] = { [3] = NAN, ['a'] = 1 };
  const float *z = hunch_spell_mask (s, logits);

  g_assert_true (isnan (z[3]));
  g_assert_true (z['b'] == -INFINITY);
  g_assert_cmpfloat (z['a'], ==, 1);
  hunch_spell_free (s);
  g_assert_null (hunch_spell_new (v, 'a', "a", 1)); /* a model without a row for it cannot spell it */
  hunch_vocab_unref (v);
}

/* Through the engine, in which tokens are bytes: prompt_ids and ids, and the text that follows the prompt. */
static void
check_engine (const char *script, const char *prompt, const char *suffix, guint max_tokens, const char *kept,
              const char *spelt, const char *text)
{
  g_autofree char *whole = g_strconcat (spelt, text, NULL);
  HunchRequest r = { .text = prompt,
                     .text_len = strlen (prompt),
                     .suffix = suffix,
                     .suffix_len = suffix ? strlen (suffix) : 0,
                     .heal = TRUE,
                     .max_tokens = max_tokens,
                     .sampler = HUNCH_SAMPLER_DEFAULTS };
  HunchEngine *e;
  HunchAnswer *a;

  fake_reset ();
  fake_plan.script = script;
  e = hunch_engine_start (fake_parts_new (0, 256, 4, 64, 51));
  a = hunch_engine_run (e, &r);
  g_assert_no_error (a->error);
  g_assert_cmpstr (a->text->str, ==, text);
  g_assert_cmpuint (a->ids->len, >=, strlen (whole));
  for (guint i = 0; whole[i] != '\0'; i++)
    g_assert_cmpint (g_array_index (a->ids, gint32, i), ==, (guchar) whole[i]);
  for (guint i = 0, at = suffix ? 1 : 0; kept[i] != '\0'; i++, at++)
    g_assert_cmpint (g_array_index (a->prompt_ids, gint32, at), ==, (guchar) kept[i]);
  if (suffix == NULL)
    g_assert_cmpuint (a->prompt_ids->len, ==, strlen (kept));
  g_assert_cmpuint (fake_log.n_steps, >, 0);
  hunch_answer_free (a);
  hunch_engine_free (e);
}

static void
test_engine (void)
{
  check_engine (" return x", "we retur", NULL, 20, "we", " retur", "n x");
  check_engine (" return x", "we retur", NULL, 1, "we", " retur", "n"); /* one token that is new */
  check_engine (" return x", "we retur", NULL, 3, "we", " retur", "n x");
  check_engine ("", "we retur", NULL, 1, "we", " retur", ""); /* an EOS must wait for its turn */
  check_engine (" return x", "we retur", ");", 20, "we", " retur", "n x");
  check_engine (" return x", "we(", NULL, 5, "we(", "", " retu");
}

/* max_tokens 0 reads the whole prompt. */
static void
test_read_only (void)
{
  HunchRequest r = { .text = "we retur", .text_len = 8, .heal = TRUE, .sampler = HUNCH_SAMPLER_DEFAULTS };
  HunchEngine *e;
  HunchAnswer *a;

  fake_reset ();
  e = hunch_engine_start (fake_parts_new (0, 256, 4, 64, 51));
  a = hunch_engine_run (e, &r);
  g_assert_no_error (a->error);
  g_assert_cmpuint (a->prompt_ids->len, ==, 8);
  hunch_answer_free (a);
  hunch_engine_free (e);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/spell/cut", test_cut);
  g_test_add_func ("/spell/spelling", test_spelling);
  g_test_add_data_func ("/spell/smollm", "smollm", test_real);
  g_test_add_data_func ("/spell/qwen2", "qwen2", test_real);
  g_test_add_func ("/spell/not-finite", test_not_finite);
  g_test_add_func ("/spell/engine", test_engine);
  g_test_add_func ("/spell/read-only", test_read_only);
  return g_test_run ();
}
