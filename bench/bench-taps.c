/* bench-taps.c: how long a model reads and writes while somebody looks at its numbers, and while nobody does.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 *   bench-taps MODEL none|stream|all [PROMPT TOKENS [ROUNDS]]     prints one JSON object of the quickest round
 *
 * none sets no tap; stream reads the residual stream after each layer, as the logit lens does; all reads every point. Built twice: bench-untapped
 * is this program over a forward pass whose points are compiled out. bench/taps.py compares them. */
#include "config.h"

#include "engine/layer/tap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define CHUNK 128 /* tokens of a batch of the prompt */

typedef struct
{
  HunchDevice *dev;
  HunchModelFile *file;
  HunchForward *forward;
  HunchKv *kv;
  float *logits;
  guint n_prompt, n_tokens, n_rounds;
  gboolean all;
  guint64 n_read; /* numbers that were looked at */
} Bench;

static void
must (gboolean ok, GError **error)
{
  if (!ok)
    g_error ("%s", *error ? (*error)->message : "failed");
}

static gboolean
wants (HunchTap *tap, gpointer data)
{
  return ((Bench *) data)->all || tap->point == HUNCH_TAP_RESID;
}

static gboolean
take (const HunchTap *tap, float *values, gpointer data)
{
  ((Bench *) data)->n_read += (guint64) tap->n_rows * tap->n_heads * tap->width;
  return FALSE;
}

static void
init (Bench *b, const char *path)
{
  const HunchForwardParams params = { .n_batch = CHUNK, .n_rows = 1, .n_ctx = b->n_prompt + b->n_tokens };
  HunchKvParams kv;
  GError *error = NULL;

  b->dev = hunch_device_open (g_getenv ("HUNCH_TEST_DEVICE"), &error);
  must (b->dev != NULL, &error);
  b->file = hunch_model_file_open (path, &error);
  must (b->file != NULL, &error);
  b->forward = hunch_forward_new (b->dev, b->file, &params, NULL, NULL, NULL, &error);
  must (b->forward != NULL, &error);
  kv = hunch_forward_kv_params (b->forward, 2 + params.n_ctx / HUNCH_KV_BLOCK);
  b->kv = hunch_kv_new (b->dev, &kv, &error);
  must (b->kv != NULL, &error);
  b->logits = g_new (float, b->file->hp.n_vocab);
}

static void
clear (Bench *b)
{
  g_free (b->logits);
  hunch_kv_free (b->kv);
  hunch_forward_free (b->forward);
  hunch_model_file_free (b->file);
  hunch_device_unref (b->dev);
}

/* In ms. */
typedef struct
{
  double clock, cpu; /* of the processors that this program used: on a busy machine it says more */
} Time;

static Time
now (void)
{
  struct timespec clock, cpu;

  clock_gettime (CLOCK_MONOTONIC, &clock);
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &cpu);
  return (Time){ (double) clock.tv_sec * 1e3 + (double) clock.tv_nsec / 1e6,
                 (double) cpu.tv_sec * 1e3 + (double) cpu.tv_nsec / 1e6 };
}

static Time
since (Time start)
{
  const Time end = now ();

  return (Time){ end.clock - start.clock, end.cpu - start.cpu };
}

static Time
quicker (Time a, Time b)
{
  return (Time){ MIN (a.clock, b.clock), MIN (a.cpu, b.cpu) };
}

/* n tokens, some of the vocabulary, in batches of chunk; every batch wants the logits of its last token. */
static Time
feed (Bench *b, gint seq, guint n, guint chunk)
{
  const Time start = now ();
  GError *error = NULL;

  for (guint at = 0; at < n; at += chunk)
    {
      const guint len = MIN (chunk, n - at), length = hunch_kv_seq_length (b->kv, seq);
      const gint32 last = (gint32) len - 1;
      gint32 ids[CHUNK], positions[CHUNK], seqs[CHUNK];
      const HunchBatch batch
          = { .n_tokens = len, .tokens = ids, .positions = positions, .seqs = seqs, .n_rows = 1, .rows = &last };

      for (guint i = 0; i < len; i++)
        {
          ids[i] = (gint32) ((length + i) * 7919 % b->file->hp.n_vocab);
          positions[i] = (gint32) (length + i);
          seqs[i] = seq;
        }
      must (hunch_kv_seq_append (b->kv, seq, ids, len, &error)
                && hunch_forward_run (b->forward, b->kv, &batch, b->logits, &error),
            &error);
    }
  return since (start);
}

/* The quickest round of several, since what else runs on a machine only adds; the first, which compiles kernels, does not count. */
static void
measure (Bench *b)
{
  Time prefill = { G_MAXDOUBLE, G_MAXDOUBLE }, decode = prefill;

  for (guint r = 0; r <= b->n_rounds; r++)
    {
      const gint seq = hunch_kv_seq_new (b->kv);
      const Time read = feed (b, seq, b->n_prompt, CHUNK), wrote = feed (b, seq, b->n_tokens, 1);

      hunch_kv_seq_free (b->kv, seq);
      hunch_kv_clear_cache (b->kv);
      if (r == 0)
        continue;
      prefill = quicker (prefill, read);
      decode = quicker (decode, wrote);
    }
  printf ("{\"prefill_ms\": %.3f, \"decode_ms\": %.3f, \"prefill_cpu_ms\": %.3f, \"decode_cpu_ms\": %.3f, "
          "\"numbers_read\": %" G_GUINT64_FORMAT "}\n",
          prefill.clock, decode.clock, prefill.cpu, decode.cpu, b->n_read);
}

int
main (int argc, char **argv)
{
  Bench b = { .n_prompt = 128, .n_tokens = 16, .n_rounds = 12 };

  if (argc < 3)
    {
      fputs ("bench-taps MODEL none|stream|all [PROMPT TOKENS [ROUNDS]]\n", stderr);
      return 2;
    }
  if (argc > 4)
    {
      b.n_prompt = (guint) atoi (argv[3]);
      b.n_tokens = (guint) atoi (argv[4]);
    }
  if (argc > 5)
    b.n_rounds = (guint) atoi (argv[5]);
  b.all = strcmp (argv[2], "all") == 0;
  init (&b, argv[1]);
#ifndef HUNCH_UNTAPPED
  {
    const HunchTaps taps = { .wants = wants, .take = take, .user_data = &b };
    GError *error = NULL;

    if (strcmp (argv[2], "none") != 0)
      must (hunch_forward_set_taps (b.forward, &taps, &error), &error);
  }
#else
  (void) wants;
  (void) take;
#endif
  measure (&b);
  clear (&b);
  return 0;
}
