/* test-prompt.c: the ids that requests start from, with vocabularies that add BOS, EOS, both or nothing, and with or without infill.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/hunch-error.h"
#include "engine/session/prompt.h"
#include "fake.h"

#include <string.h>

#define END G_MININT32

/* Builds, and compares with ids up to END. text and suffix: NULL for none. */
static void
check (FakeVocabFlags flags, HunchRequest r, const char *text, const char *suffix, gboolean note,
       const gint32 *expected)
{
  HunchVocab *v = fake_vocab_new (flags);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint32));
  g_autoptr (GError) error = NULL;
  g_autofree char *said = NULL;
  guint n = 0;

  r.text = text;
  r.text_len = text ? strlen (text) : 0;
  r.suffix = suffix;
  r.suffix_len = suffix ? strlen (suffix) : 0;
  g_assert_true (hunch_prompt_build (v, &r, NULL, ids, NULL, &said, &error));
  g_assert_no_error (error);
  while (expected[n] != END)
    n++;
  g_assert_cmpmem (ids->data, ids->len * 4, expected, n * 4);
  g_assert_true ((said != NULL) == note);
  hunch_vocab_unref (v);
}

#define IDS(...) ((const gint32[]){ __VA_ARGS__, END })

static const HunchRequest plain;

static void
test_text (void)
{
  check (0, plain, "ab", NULL, FALSE, IDS ('a', 'b'));
  check (FAKE_ADD_BOS, plain, "ab", NULL, FALSE, IDS (FAKE_BOS, 'a', 'b'));
  check (FAKE_ADD_EOS, plain, "ab", NULL, FALSE, IDS ('a', 'b'));
  check (FAKE_ADD_BOS | FAKE_ADD_EOS, plain, "ab", NULL, FALSE, IDS (FAKE_BOS, 'a', 'b'));
}

static void
test_special_text (void)
{
  HunchRequest parse = { .parse_special = TRUE };

  check (0, plain, "<s>", NULL, FALSE, IDS ('<', 's', '>'));
  check (0, parse, "<s>a", NULL, FALSE, IDS (FAKE_BOS, 'a'));
  check (FAKE_ADD_BOS, parse, "<s>a", NULL, FALSE, IDS (FAKE_BOS, 'a')); /* never a second one */
  check (FAKE_ADD_BOS, plain, "<s>", NULL, FALSE, IDS (FAKE_BOS, '<', 's', '>'));
}

static void
test_empty (void)
{
  HunchVocab *v = fake_vocab_new (FAKE_NO_BOS | FAKE_NO_EOS);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint32));
  g_autoptr (GError) error = NULL;
  g_autofree char *note = NULL;
  HunchRequest no_ids = { .ids = IDS (1), .n_ids = 0 };

  check (0, plain, "", NULL, FALSE, IDS (FAKE_BOS));
  check (0, plain, NULL, NULL, FALSE, IDS (FAKE_BOS));
  check (0, no_ids, NULL, NULL, FALSE, IDS (FAKE_BOS));
  check (FAKE_ADD_BOS, plain, "", NULL, FALSE, IDS (FAKE_BOS));
  check (FAKE_ADD_BOS | FAKE_ADD_EOS, plain, "", NULL, FALSE, IDS (FAKE_BOS));
  check (FAKE_ADD_EOS, plain, "", NULL, FALSE, IDS (FAKE_BOS));
  check (FAKE_NO_BOS, plain, "", NULL, FALSE, IDS (FAKE_EOS));
  check (FAKE_NO_BOS | FAKE_ADD_EOS, plain, "", NULL, FALSE, IDS (FAKE_EOS));
  g_assert_false (hunch_prompt_build (v, &plain, NULL, ids, NULL, &note, &error));
  g_assert_error (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT);
  hunch_vocab_unref (v);
}

static void
test_infill (void)
{
  HunchRequest parse = { .parse_special = TRUE };

  check (0, plain, "ab", "c", FALSE, IDS (FAKE_FIM_PREFIX, 'a', 'b', FAKE_FIM_SUFFIX, 'c', FAKE_FIM_MIDDLE));
  check (FAKE_ADD_BOS | FAKE_ADD_EOS, plain, "a", "c", FALSE,
         IDS (FAKE_BOS, FAKE_FIM_PREFIX, 'a', FAKE_FIM_SUFFIX, 'c', FAKE_FIM_MIDDLE));
  check (0, plain, "", "", FALSE, IDS (FAKE_FIM_PREFIX, FAKE_FIM_SUFFIX, FAKE_FIM_MIDDLE));
  check (0, plain, "<mid>", "", FALSE,
         IDS (FAKE_FIM_PREFIX, '<', 'm', 'i', 'd', '>', FAKE_FIM_SUFFIX, FAKE_FIM_MIDDLE));
  check (0, parse, "<mid>", "", FALSE, IDS (FAKE_FIM_PREFIX, FAKE_FIM_MIDDLE, FAKE_FIM_SUFFIX, FAKE_FIM_MIDDLE));
}

static void
test_infill_without_tokens (void)
{
  check (FAKE_NO_FIM, plain, "ab", "c", TRUE, IDS ('a', 'b'));
  check (FAKE_NO_FIM, plain, "", "c", TRUE, IDS (FAKE_BOS));
}

/* Other files, each by its name; nothing in them counts as a special token. */
static void
test_context (void)
{
  static const char *const files[] = { "b", "x\n", "c", "<mid>", NULL };
  HunchRequest r = { .context = files, .file_name = "/d/a" }, no_folder = { .context = files, .file_name = NULL };
  static const char *const none[] = { NULL };
  HunchRequest empty = { .context = none };

  check (FAKE_FILES | FAKE_ADD_BOS, r, "p", "s", FALSE,
         IDS (FAKE_BOS, FAKE_FIM_REPO, 'd', '\n', FAKE_FIM_SEP, 'b', '\n', 'x', '\n', FAKE_FIM_SEP, 'c', '\n', '<', 'm',
              'i', 'd', '>', '\n', FAKE_FIM_SEP, 'a', '\n', FAKE_FIM_PREFIX, 'p', FAKE_FIM_SUFFIX, 's',
              FAKE_FIM_MIDDLE));
  check (FAKE_FILES, no_folder, "p", "s", FALSE,
         IDS (FAKE_FIM_REPO, 'p', 'r', 'o', 'j', 'e', 'c', 't', '\n', FAKE_FIM_SEP, 'b', '\n', 'x', '\n', FAKE_FIM_SEP,
              'c', '\n', '<', 'm', 'i', 'd', '>', '\n', FAKE_FIM_SEP, 'u', 'n', 't', 'i', 't', 'l', 'e', 'd', '\n',
              FAKE_FIM_PREFIX, 'p', FAKE_FIM_SUFFIX, 's', FAKE_FIM_MIDDLE));
  check (FAKE_FILES, empty, "p", "s", FALSE, IDS (FAKE_FIM_PREFIX, 'p', FAKE_FIM_SUFFIX, 's', FAKE_FIM_MIDDLE));
  check (0, r, "p", "s", FALSE,
         IDS (FAKE_FIM_PREFIX, 'p', FAKE_FIM_SUFFIX, 's', FAKE_FIM_MIDDLE)); /* nothing parts them */
  check (FAKE_FILES, r, "p", NULL, FALSE, IDS ('p'));
}

static void
test_ids (void)
{
  HunchRequest r = { .ids = IDS (3, 2, 1), .n_ids = 3 };

  check (FAKE_ADD_BOS | FAKE_ADD_EOS, r, NULL, NULL, FALSE, IDS (3, 2, 1)); /* as they are */
}

static void
test_suffix_stop (void)
{
  static const struct
  {
    const char *suffix, *stop;
  } cases[] = {
    { "\n\n  return n;\n}\n", "\n  return n;\n" },
    { "  \t\n}", "\n}\n" },
    { "\r\n  x ();\r\n", "\n  x ();\n" },
    { ");\n  return n;\n", NULL }, /* text follows on the line */
    { "\n \n\t\n", NULL },
    { "\n", NULL },
    { "", NULL },
    { "\n\xff\n", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *stop = hunch_prompt_suffix_stop (cases[i].suffix, strlen (cases[i].suffix));

      g_assert_cmpstr (stop, ==, cases[i].stop);
    }
}

static void
test_cancelled (void)
{
  HunchVocab *v = fake_vocab_new (0);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint32));
  g_autoptr (GError) error = NULL;
  g_autofree char *note = NULL;
  g_autofree char *text = g_strnfill (1 << 20, 'a');
  HunchRequest r = { .text = text, .text_len = 1 << 20 };
  gint cancelled = 1;

  g_assert_false (hunch_prompt_build (v, &r, &cancelled, ids, NULL, &note, &error));
  g_assert_nonnull (error);
  hunch_vocab_unref (v);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/prompt/text", test_text);
  g_test_add_func ("/prompt/special-text", test_special_text);
  g_test_add_func ("/prompt/empty", test_empty);
  g_test_add_func ("/prompt/infill", test_infill);
  g_test_add_func ("/prompt/infill-without-tokens", test_infill_without_tokens);
  g_test_add_func ("/prompt/context", test_context);
  g_test_add_func ("/prompt/ids", test_ids);
  g_test_add_func ("/prompt/suffix-stop", test_suffix_stop);
  g_test_add_func ("/prompt/cancelled", test_cancelled);
  return g_test_run ();
}
