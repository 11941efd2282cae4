/* fake-forward.c: forward.h as a hash of the ids, or as a script; and the parts of an engine around it.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "fake.h"

#include "engine/base/hunch-error.h"
#include "engine/sampler/random.h"
#include "fake-kv.h"

#include <math.h>
#include <string.h>

struct HunchForward
{
  guint n_ctx, n_seq, n_batch;
};

FakePlan fake_plan;
FakeLog fake_log;

void
fake_reset (void)
{
  memset (&fake_plan, 0, sizeof fake_plan);
  g_clear_pointer (&fake_log.sizes, g_array_unref);
  g_clear_pointer (&fake_log.rows, g_array_unref);
  memset (&fake_log, 0, sizeof fake_log);
  fake_log.sizes = g_array_new (FALSE, FALSE, sizeof (guint));
  fake_log.rows = g_array_new (FALSE, FALSE, sizeof (guint));
}

/* Where the script is after ids: it begins after the last token that is not a byte of it. A prompt that ends in a special token, or
 * in a byte that the script lacks, starts it. */
static guint
script_at (const gint32 *ids, guint n)
{
  guint len = (guint) strlen (fake_plan.script);

  for (guint done = MIN (n, len);; done--)
    {
      gboolean same = TRUE;

      for (guint i = 0; i < done && same; i++)
        same = ids[n - done + i] == (guchar) fake_plan.script[i];
      if (same)
        return done;
    }
}

static void
make_logits (const gint32 *ids, guint n, float *z)
{
  guint64 h = 0;
  gboolean poisoned = FALSE;

  for (guint i = 0; i < n; i++)
    {
      h = hunch_random_mix (h * 31 + (guint64) ids[i] + 1);
      poisoned |= ids[i] == FAKE_NAN;
    }
  for (guint i = 0; i < FAKE_N_LOGITS; i++)
    z[i] = i < 256 ? (float) (hunch_random_uniform (h, i) * 4) : -10;
  for (guint i = FAKE_N_VOCAB; i < FAKE_N_LOGITS; i++)
    z[i] = 1000;
  if (fake_plan.script)
    {
      guint at = script_at (ids, n);

      z[fake_plan.script[at] ? (guchar) fake_plan.script[at] : FAKE_EOS] = 100;
    }
  if (poisoned)
    z[3] = NAN;
}

GArray *
fake_greedy (const gint32 *ids, guint n, guint n_new)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (gint32)), *made = g_array_new (FALSE, FALSE, sizeof (gint32));
  float z[FAKE_N_LOGITS];

  g_array_append_vals (all, ids, n);
  for (guint k = 0; k < n_new; k++)
    {
      gint32 best = 0;

      make_logits ((gint32 *) (gpointer) all->data, all->len, z);
      for (gint32 i = 1; i < FAKE_N_VOCAB; i++)
        if (z[i] > z[best])
          best = i;
      g_array_append_val (all, best);
      g_array_append_val (made, best);
    }
  g_array_unref (all);
  return made;
}

/* The logarithm of the probability of an id after ids. */
float
fake_log_prob (const gint32 *ids, guint n, gint32 id)
{
  float z[FAKE_N_LOGITS];
  double sum = 0;

  make_logits (ids, n, z);
  for (guint i = 0; i < FAKE_N_LOGITS; i++)
    sum += exp (z[i] - 1000.0);
  return (float) (z[id] - 1000 - log (sum));
}

gboolean
hunch_forward_run (HunchForward *f, HunchKv *kv, const HunchBatch *b, float *logits, GError **error)
{
  guint step = ++fake_log.n_steps;

  if (fake_plan.before_step)
    fake_plan.before_step (step);
  g_assert_cmpuint (b->n_tokens, >, 0);
  g_assert_cmpuint (b->n_tokens, <=, f->n_batch);
  g_assert_cmpuint (b->n_rows, <=, b->targets ? b->n_tokens : f->n_seq);
  g_array_append_val (fake_log.sizes, b->n_tokens);
  g_array_append_val (fake_log.rows, b->n_rows);
  fake_log.n_tokens += b->n_tokens;
  if (fake_plan.us_per_step + fake_plan.us_per_token > 0)
    g_usleep (fake_plan.us_per_step + fake_plan.us_per_token * b->n_tokens);
  for (guint i = 0; i < G_N_ELEMENTS (fake_plan.fail_at); i++)
    if (fake_plan.fail_at[i] == step)
      {
        g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_DEVICE, "clFinish: CL_OUT_OF_RESOURCES (step %u)", step);
        return FALSE;
      }
  for (guint i = 0; i < b->n_tokens; i++)
    {
      g_assert_cmpint (b->positions[i], <, f->n_ctx);
      fake_kv_evaluate (kv, b->seqs[i], b->positions[i], b->tokens[i]);
    }
  for (guint r = 0; r < b->n_rows; r++)
    {
      gint32 i = b->rows[r];

      g_assert_cmpint (i, >=, 0);
      g_assert_cmpint (i, <, b->n_tokens);
      if (b->targets)
        logits[r] = fake_log_prob (fake_kv_ids (kv, b->seqs[i]), (guint) b->positions[i] + 1, b->targets[r]);
      else
        make_logits (fake_kv_ids (kv, b->seqs[i]), (guint) b->positions[i] + 1, logits + (gsize) r * FAKE_N_LOGITS);
    }
  return TRUE;
}

void
hunch_forward_free (HunchForward *f)
{
  g_free (f);
}

static HunchForward *
forward_new (const HunchParts *p)
{
  HunchForward *f = g_new0 (HunchForward, 1);

  f->n_ctx = p->n_ctx;
  f->n_seq = p->n_seq;
  f->n_batch = p->n_batch;
  return f;
}

static gboolean
rebuild (HunchParts *p, const volatile gint *cancelled, GError **error)
{
  g_clear_pointer (&p->forward, hunch_forward_free);
  g_clear_pointer (&p->kv, hunch_kv_free);
  fake_log.n_rebuilds++;
  if (fake_plan.fail_rebuild)
    {
      g_set_error_literal (error, HUNCH_ERROR, HUNCH_ERROR_NO_DEVICE, "the device is gone");
      return FALSE;
    }
  p->forward = forward_new (p);
  p->kv = fake_kv_new (p->n_blocks);
  return TRUE;
}

static void
parts_free (HunchParts *p)
{
  if (p->kv)
    g_assert_cmpuint (fake_kv_n_seqs (p->kv), ==, 0); /* nothing that ran has been forgotten */
  hunch_forward_free (p->forward);
  hunch_kv_free (p->kv);
  hunch_vocab_unref (p->vocab);
  g_free (p);
}

HunchParts *
fake_parts_new (FakeVocabFlags flags, guint n_ctx, guint n_seq, guint n_batch, guint n_blocks)
{
  HunchParts *p = g_new0 (HunchParts, 1);

  p->vocab = fake_vocab_new (flags);
  p->n_vocab = FAKE_N_VOCAB;
  p->n_logits = FAKE_N_LOGITS;
  p->n_ctx = n_ctx;
  p->n_seq = n_seq;
  p->n_batch = n_batch;
  p->n_blocks = n_blocks;
  p->info.path = FAKE_PATH;
  p->forward = forward_new (p);
  p->kv = fake_kv_new (n_blocks);
  p->rebuild = rebuild;
  p->free = parts_free;
  return p;
}

/* A vocabulary of bytes and special tokens. */
HunchVocab *
fake_vocab_new (FakeVocabFlags flags)
{
  HunchText tokens[FAKE_N_VOCAB];
  gint32 kinds[FAKE_N_VOCAB];
  char bytes[256][3] = { 0 };
  const char *names[] = { "<s>", "</s>", "<pre>", "<suf>", "<mid>", "<nan>", "<repo>", "<file>" };
  guint next = 256;
  HunchVocabSource src = {
    .model = "gpt2",
    .pre = "gpt-2",
    .n_tokens = FAKE_N_VOCAB,
    .tokens = tokens,
    .kinds = kinds,
    .bos = flags & FAKE_NO_BOS ? -1 : FAKE_BOS,
    .eos = flags & FAKE_NO_EOS ? -1 : FAKE_EOS,
    .eot = -1,
    .unk = -1,
    .pad = -1,
    .fim_prefix = flags & FAKE_NO_FIM ? -1 : FAKE_FIM_PREFIX,
    .fim_suffix = flags & FAKE_NO_FIM ? -1 : FAKE_FIM_SUFFIX,
    .fim_middle = flags & FAKE_NO_FIM ? -1 : FAKE_FIM_MIDDLE,
    .fim_pad = -1,
    .fim_repo = flags & FAKE_FILES ? FAKE_FIM_REPO : -1,
    .fim_sep = flags & FAKE_FILES ? FAKE_FIM_SEP : -1,
    .add_bos = (flags & FAKE_ADD_BOS) != 0,
    .add_eos = (flags & FAKE_ADD_EOS) != 0,
  };
  g_autoptr (GError) error = NULL;
  HunchVocab *v;

  for (guint i = 0; i < 256; i++)
    { /* GPT-2's alphabet: printable Latin-1 stands for itself, the rest comes after it */
      gboolean itself = (i >= 33 && i <= 126) || (i >= 161 && i <= 172) || i >= 174;
      gint n = g_unichar_to_utf8 (itself ? i : next++, bytes[i]);

      tokens[i] = (HunchText){ bytes[i], (gsize) n };
      kinds[i] = HUNCH_TOKEN_NORMAL;
    }
  for (guint i = 256; i < FAKE_N_VOCAB; i++)
    {
      tokens[i] = (HunchText){ names[i - 256], strlen (names[i - 256]) };
      kinds[i] = HUNCH_TOKEN_CONTROL;
    }
  v = hunch_vocab_new (&src, &error);
  g_assert_no_error (error);
  return v;
}
