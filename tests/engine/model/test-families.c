/* test-families.c: what each family makes of its file, and that each of its tensors is needed and has one shape.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/hunch-error.h"
#include "engine/model/family.h"
#include "tests/engine/model/tiny.h"

#include <math.h>
#include <string.h>

static HunchModelFile *
open_tiny (Tiny *t)
{
  g_autofree char *path = tiny_write (t, "tiny.gguf");
  GError *error = NULL;
  HunchModelFile *m = hunch_model_file_open (path, &error);

  g_assert_no_error (error);
  return m;
}

/* Each tensor in turn is taken away, and made longer: the message names it. */
static void
test_needs_all (gconstpointer data)
{
  const HunchFamily *family = data;
  g_autoptr (Tiny) whole = tiny_new (family->arch);
  HunchModelFile *m = open_tiny (whole);

  g_assert_cmpstr (m->hp.arch, ==, family->arch);
  g_assert_cmpuint (m->warnings->len, ==, 0);
  hunch_model_file_free (m);
  for (guint i = 0; i < whole->tensors->len; i++)
    {
      TinyTensor *t = whole->tensors->pdata[i];
      g_autofree char *name = g_strndup ((char *) t->name->data, t->name->len);
      g_autoptr (Tiny) without = tiny_new (family->arch), longer = tiny_new (family->arch);

      tiny_drop_tensor (without, name);
      tiny_add_tensor (without, "foo", 4, 0);
      tiny_expect (without, name, "is missing");
      tiny_tensor (longer, name)->dims[0]++;
      longer->data_bytes += 4096;
      tiny_expect (longer, name, "expected shape");
    }
}

/* What is optional in a layer is in all layers or in none, and q, k and v have biases together. */
static void
test_optional (void)
{
  static const char *const biases[] = { "attn_q.bias", "attn_k.bias", "attn_v.bias", "attn_output.bias" };
  static const guint lengths[] = { 8, 4, 4, 8 };

  for (guint missing = 0; missing < 8; missing++)
    {
      g_autoptr (Tiny) t = tiny_new ("llama");
      g_autofree char *name = g_strdup_printf ("blk.%u.%s is missing, though", missing / 4, biases[missing % 4]);

      for (guint i = 0; i < 8; i++)
        {
          g_autofree char *bias = g_strdup_printf ("blk.%u.%s", i / 4, biases[i % 4]);

          if (i != missing)
            tiny_add_tensor (t, bias, lengths[i % 4], 0);
        }
      t->data_bytes += 4096;
      tiny_expect (t, name, "is there");
    }
}

static void
test_qwen3 (void)
{
  g_autoptr (Tiny) t = tiny_new ("qwen3");
  HunchModelFile *m = open_tiny (t);

  g_assert_true (m->hp.qk_norm && m->layers[1].q_norm != NULL && m->layers[0].k_norm != NULL);
  g_assert_true (m->hp.rope == HUNCH_ROPE_NEOX && m->hp.ffn == HUNCH_FFN_SWIGLU && !m->hp.embd_norm);
  hunch_model_file_free (m);
}

static void
test_gemma3 (void)
{
  g_autoptr (Tiny) t = tiny_new ("gemma3");
  HunchModelFile *m;
  HunchHparams hp;

  tiny_f32 (t, "gemma3.rope.freq_base", 1e6f);
  tiny_string (t, "gemma3.rope.scaling.type", "linear");
  tiny_f32 (t, "gemma3.rope.scaling.factor", 8);
  m = open_tiny (t);
  g_assert_cmpuint (m->hp.n_swa, ==, 16);
  g_assert_cmpuint (m->hp.swa_period, ==, 6);
  for (guint i = 0; i < 12; i++)
    g_assert_true (hunch_hparams_slides (&m->hp, i) == (i != 5 && i != 11));
  /* Only the layers that see everything are stretched. */
  g_assert_cmpfloat (m->hp.rope_freqs[0], ==, 0.125f);
  g_assert_cmpfloat (m->hp.rope_freqs[1], ==, 0.000125f);
  g_assert_cmpfloat (m->hp.rope_freqs_swa[0], ==, 1);
  g_assert_cmpfloat (m->hp.rope_freqs_swa[1], ==, 0.01f);
  g_assert_cmpfloat (m->hp.embd_scale, ==, sqrtf (8));
  g_assert_cmpfloat (m->hp.attn_scale, ==, 0.5f);
  g_assert_cmpfloat (m->hp.logit_softcap, ==, 0);
  g_assert_true (m->hp.ffn == HUNCH_FFN_GEGLU && m->hp.qk_norm && m->layers[1].ffn_post_norm != NULL);
  hunch_hparams_copy (&m->hp, &hp);
  hunch_model_file_free (m);
  g_assert_cmpfloat (hp.rope_freqs_swa[1], ==, 0.01f);
  hunch_hparams_clear (&hp);

  tiny_drop (t, "gemma3.attention.sliding_window");
  tiny_expect (t, "gemma3.attention.sliding_window", "is missing");
}

static void
test_nanochat (void)
{
  g_autoptr (Tiny) t = tiny_new ("nanochat");
  HunchModelFile *m = open_tiny (t);

  g_assert_true (m->hp.qk_norm && m->hp.embd_norm && m->hp.ffn == HUNCH_FFN_RELU2);
  g_assert_true (m->out_norm == NULL && m->layers[0].attn_norm == NULL && m->layers[0].q_norm == NULL);
  g_assert_cmpfloat (m->hp.logit_softcap, ==, 15);
  g_assert_cmpfloat (m->hp.rope_freqs[0], ==, -1);
  g_assert_cmpfloat (m->hp.rope_freqs[1], ==, -0.01f);
  hunch_model_file_free (m);
}

/* What one family reads is refused in another that would leave it out. */
static void
test_strangers (void)
{
  g_autoptr (Tiny) window = tiny_new ("qwen2"), cap = tiny_new ("llama"), scores = tiny_new ("gemma3"),
                   none = tiny_new ("llama");

  tiny_u32 (window, "qwen2.attention.sliding_window", 4096);
  tiny_expect (window, "qwen2.attention.sliding_window", "not supported");
  tiny_f32 (cap, "llama.final_logit_softcapping", 30);
  tiny_expect (cap, "llama.final_logit_softcapping", "not supported");
  tiny_f32 (scores, "gemma3.attn_logit_softcapping", 50);
  tiny_expect (scores, "gemma3.attn_logit_softcapping", "not supported");
  tiny_u32 (none, "llama.expert_count", 0);
  hunch_model_file_free (open_tiny (none));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; hunch_families[i] != NULL; i++)
    {
      g_autofree char *path = g_strconcat ("/families/needs-all/", hunch_families[i]->arch, NULL);

      g_test_add_data_func (path, hunch_families[i], test_needs_all);
    }
  g_test_add_func ("/families/optional", test_optional);
  g_test_add_func ("/families/qwen3", test_qwen3);
  g_test_add_func ("/families/gemma3", test_gemma3);
  g_test_add_func ("/families/nanochat", test_nanochat);
  g_test_add_func ("/families/strangers", test_strangers);
  return g_test_run ();
}
