/* test-linear.c: twice the text is twice the work, counted and not timed.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 * The tokenizer that is linked here calls __sanitizer_cov_trace_pc () at each of its blocks of code. What GLib does for it is counted where it
 * may be more than linear: in g_utf8_normalize (), whose sort of marks is quadratic unless they are in order. */
#include "config.h"

#include <dlfcn.h>
#include <string.h>

#include "tests/tokenizer/tok-common.h"
#include "tokenizer/nfc.h"
#include "tokenizer/pretok.h"
#include "tokenizer/unicode.h"

static const char *const units[]
    = { " ", "1", "a", "A", "\n", "\x01", "é", "\u0301", "!", " 1", "中", "' ", "\t\n", "Ab", "\u0301\u0323", "\xff" };
static guint64 work;

void __sanitizer_cov_trace_pc (void);

void
__sanitizer_cov_trace_pc (void)
{
  work++;
}

/* In place of GLib's, which it calls. */
gchar *
g_utf8_normalize (const gchar *text, gssize len, GNormalizeMode mode)
{
  gchar *(*normalize) (const gchar *, gssize, GNormalizeMode)
      = (gchar * (*) (const gchar *, gssize, GNormalizeMode)) dlsym (RTLD_NEXT, "g_utf8_normalize");
  guint64 run = 0;
  gboolean mixed = FALSE;
  int last = 0;

  for (const char *p = text; p < text + len; p = g_utf8_next_char (p))
    {
      int class = g_unichar_combining_class (g_utf8_get_char (p));

      mixed = class != 0 && (mixed || class < last);
      run = class != 0 ? run + 1 : 0;
      work += mixed ? run : 1; /* as one that is put in its place by steps */
      last = class;
    }
  return normalize (text, len, mode);
}

/* Work for the first n bytes of a text. */
typedef void (*Job) (gconstpointer with, const char *text, gsize n);

static guint64
work_of (Job job, gconstpointer with, const char *text, gsize n)
{
  work = 0;
  job (with, text, n);
  return work;
}

static void
assert_linear (const char *what, Job job, gconstpointer with, const char *unit, gsize n)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint64 half, whole;

  while (text->len < n)
    g_string_append (text, unit);
  job (with, text->str, n / 8); /* tables are made the first time */
  half = work_of (job, with, text->str, n / 2);
  whole = work_of (job, with, text->str, n);
  g_assert_cmpuint (half, >, 0);
  if (whole > half * 5 / 2)
    {
      g_autofree char *shown = g_strescape (unit, NULL);

      g_error ("%s: %zu bytes of \"%s\" take %" G_GUINT64_FORMAT " blocks, half of them %" G_GUINT64_FORMAT, what, n,
               shown, whole, half);
    }
}

static void
cut (gconstpointer with, const char *text, gsize n)
{
  const HunchPretok *p = with;
  HunchSpan span = { .classes = hunch_char_classes (), .text = (const guint8 *) text, .end = n };

  for (gsize at = 0; at < n;)
    at = p->scan (p, &span, at);
}

static void
test_pretok (void)
{
  const HunchPretok *p;

  for (guint k = 0; (p = hunch_pretok_nth (k)) != NULL; k++)
    for (guint i = 0; i < G_N_ELEMENTS (units); i++)
      assert_linear (p->names[0], cut, p, units[i], 50000);
}

static void
normalize (gconstpointer with, const char *text, gsize n)
{
  GString *out = hunch_nfc (text, n);

  if (out != NULL)
    g_string_free (out, TRUE);
}

static void
test_nfc (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    assert_linear ("form C", normalize, NULL, units[i], 50000);
}

static void
encode (gconstpointer with, const char *text, gsize n)
{
  g_array_unref (tok_encode ((HunchVocab *) with, text, n, 0));
}

/* A word without end, in which merges are everywhere and at random. */
static char *
long_word (gsize n)
{
  static const char letters[] = "etaoinshrdlu";
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  char *word = g_malloc0 (n + 1);

  for (gsize i = 0; i < n; i++)
    word[i] = letters[g_rand_int_range (rand, 0, sizeof letters - 1)];
  return word;
}

static void
test_encode (gconstpointer name)
{
  HunchVocab *v = tok_probe (name);
  const gsize n = 50000;
  g_autofree char *word = long_word (n);

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    assert_linear (name, encode, v, units[i], n);
  assert_linear (name, encode, v, word, n);
  hunch_vocab_unref (v);
}

int
main (int argc, char **argv)
{
  static const char *const probes[]
      = { "gpt2",     "smollm",  "llama3",       "qwen2",      "bpe",        "bpe_unknown", "bpe_unused",
          "bpe_user", "unigram", "unigram_user", "json_bytes", "json_first", "json_llama" };

  g_test_init (&argc, &argv, NULL);
  cut (hunch_pretok_nth (0), "a", 1);
  if (work == 0)
    {
      g_print ("1..0 # SKIP this compiler has no -fsanitize-coverage=trace-pc\n");
      return 0;
    }
  g_test_add_func ("/linear/pretok", test_pretok);
  g_test_add_func ("/linear/nfc", test_nfc);
  for (guint i = 0; i < G_N_ELEMENTS (probes); i++)
    {
      g_autofree char *path = g_strdup_printf ("/linear/encode/%s", probes[i]);

      g_test_add_data_func (path, probes[i], test_encode);
    }
  return g_test_run ();
}
