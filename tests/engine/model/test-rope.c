/* test-rope.c: angles of RoPE under every scaling, against values of transformers (tests/oracle/rope.py).
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/model/model-file.h"
#include "tests/engine/model/tiny.h"

#include <math.h>

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
  static const char *const types[] = { "spiral", "longrope", "YARN", "llama3" };
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
  tiny_expect (bare, "llama.rope.scaling.factor", "yarn needs it");
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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rope/linear", test_linear);
  g_test_add_func ("/rope/refused", test_refused);
  g_test_add_func ("/rope/factors", test_factors);
  return g_test_run ();
}
