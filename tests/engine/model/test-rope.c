/* test-rope.c: angles of RoPE under every scaling, against values of transformers (tests/oracle/rope.py).
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/model/model-file.h"
#include "engine/model/rope.h"
#include "tests/engine/model/tiny.h"

#include <math.h>
#include <string.h>

/* A llama with heads of 4: two pairs. */
static HunchModelFile *
open_tiny (Tiny *t)
{
  g_autofree char *path = tiny_write (t, "tiny.gguf");
  GError *error = NULL;
  HunchModelFile *m = hunch_model_file_open (path, &error);

  g_assert_no_error (error);
  return m;
}

static void
test_linear (void)
{
  const char *const types[] = { "linear", NULL, "none" };

  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autoptr (Tiny) t = tiny_new ("llama");
      HunchModelFile *m;

      if (types[i] != NULL)
        tiny_string (t, "llama.rope.scaling.type", types[i]);
      tiny_f32 (t, "llama.rope.scaling.factor", 4);
      m = open_tiny (t);
      g_assert_cmpfloat (m->hp.rope_freqs[0], ==, i == 2 ? 1 : 0.25f);
      g_assert_cmpfloat (m->hp.rope_freqs[1], ==, i == 2 ? 0.01f : 0.0025f);
      g_assert_cmpfloat (m->hp.rope_mscale, ==, 1);
      hunch_model_file_free (m);
    }
}

static void
test_refused (void)
{
  static const char *const types[] = { "spiral", "longrope", "YARN", "su" };
  g_autoptr (Tiny) number = tiny_new ("llama"), zero = tiny_new ("llama"), bare = tiny_new ("llama");

  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autoptr (Tiny) t = tiny_new ("llama");

      tiny_string (t, "llama.rope.scaling.type", types[i]);
      tiny_expect (t, "llama.rope.scaling.type", types[i]);
    }
  tiny_u32 (number, "llama.rope.scaling.type", 2);
  tiny_expect (number, "llama.rope.scaling.type", "expected a string");
  tiny_f32 (zero, "llama.rope.scaling.factor", 0);
  tiny_expect (zero, "llama.rope.scaling.factor", "above 0");
  tiny_string (bare, "llama.rope.scaling.type", "yarn");
  tiny_expect (bare, "llama.rope.scaling.factor", "the scaling needs it");
}

/* llama3's scaling arrives as divisors. */
static void
test_factors (void)
{
  static const float wrong[] = { 0, -1, NAN, INFINITY, 1e-45f };
  g_autoptr (Tiny) longer = tiny_new ("llama"), half = tiny_new ("llama");
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "fixtures", "gguf", "valid_llama_ropefreqs.gguf", NULL);
  HunchModelFile *m = hunch_model_file_open (path, NULL);

  g_assert_nonnull (m->rope_factors);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpfloat (m->hp.rope_freqs[i], ==,
                       (float) (pow (10000, -2.0 * i / 8) / (double) ((const float *) m->rope_factors->data)[i]));
  hunch_model_file_free (m);

  tiny_add_tensor (longer, "rope_freqs.weight", 3, 0);
  tiny_expect (longer, "rope_freqs.weight", "expected shape [2], found [3]");
  tiny_add_tensor (half, "rope_freqs.weight", 2, 0)->type = HUNCH_TYPE_F16;
  tiny_expect (half, "rope_freqs.weight", "expected type F32");
  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (Tiny) t = tiny_new ("llama");

      tiny_add_tensor (t, "rope_freqs.weight", 2, 0);
      t->last = wrong[i];
      tiny_expect (t, i < 4 ? "rope_freqs.weight" : "not finite", "");
    }
}

/* A line of tests/golden/rope.txt. */
static void
expect_line (const char *line)
{
  g_auto (GStrv) v = g_strsplit (line, " ", -1);
  double theta = g_ascii_strtod (v[1], NULL), n_orig = g_ascii_strtod (v[5], NULL);
  guint dim = (guint) g_ascii_strtoull (v[2], NULL, 10);
  HunchRopeScaling s = { .kind = *v[0] == 'y'                     ? HUNCH_SCALING_YARN
                                 : *v[0] == 'l' && v[0][1] == 'l' ? HUNCH_SCALING_LLAMA3
                                                                  : HUNCH_SCALING_LINEAR,
                         .factor = g_ascii_strtod (v[4], NULL),
                         .attn_factor = g_ascii_strtod (v[6], NULL),
                         .n_ctx_orig = n_orig > 0 ? n_orig : g_ascii_strtod (v[3], NULL),
                         .beta_fast = g_ascii_strtod (v[7], NULL),
                         .beta_slow = g_ascii_strtod (v[8], NULL) };
  g_autofree float *freqs = hunch_rope_freqs (theta, dim, &s, NULL);

  g_assert_cmpuint (g_strv_length (v), ==, 10 + dim / 2);
  g_assert_cmpfloat_with_epsilon (hunch_rope_mscale (&s), g_ascii_strtod (v[9], NULL), 1e-6);
  for (guint i = 0; i < dim / 2; i++)
    {
      double want = g_ascii_strtod (v[10 + i], NULL);

      g_assert_cmpfloat_with_epsilon (freqs[i], want, want * 2e-6); /* transformers rounds powers to float first */
    }
}

static void
test_golden (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "golden", "rope.txt", NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (g_strchomp (text), "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 9);
  for (guint i = 0; lines[i] != NULL; i++)
    expect_line (lines[i]);
}

/* The keys that a file has for YaRN. */
static void
test_yarn_keys (void)
{
  g_autoptr (Tiny) t = tiny_new ("llama"), crossed = tiny_new ("llama");
  HunchModelFile *m;

  tiny_string (t, "llama.rope.scaling.type", "yarn");
  tiny_f32 (t, "llama.rope.scaling.factor", 4);
  tiny_u32 (t, "llama.rope.scaling.original_context_length", 16);
  m = open_tiny (t);
  /* 16 positions are under 32 turns for the first pair, and under one for the second. */
  g_assert_cmpfloat (m->hp.rope_freqs[0], ==, 1);
  g_assert_cmpfloat (m->hp.rope_freqs[1], ==, 0.0025f);
  g_assert_cmpfloat_with_epsilon (m->hp.rope_mscale, 1 + 0.1 * log (4), 1e-6);
  hunch_model_file_free (m);
  tiny_f32 (t, "llama.rope.scaling.attn_factor", 0.5f);
  m = open_tiny (t);
  g_assert_cmpfloat_with_epsilon (m->hp.rope_mscale, 0.5 + 0.05 * log (4), 1e-6);
  hunch_model_file_free (m);

  tiny_string (crossed, "llama.rope.scaling.type", "yarn");
  tiny_f32 (crossed, "llama.rope.scaling.factor", 4);
  tiny_f32 (crossed, "llama.rope.scaling.yarn_beta_fast", 0.5f);
  tiny_expect (crossed, "llama.rope.scaling", "more often");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rope/linear", test_linear);
  g_test_add_func ("/rope/refused", test_refused);
  g_test_add_func ("/rope/factors", test_factors);
  g_test_add_func ("/rope/golden", test_golden);
  g_test_add_func ("/rope/yarn-keys", test_yarn_keys);
  return g_test_run ();
}
