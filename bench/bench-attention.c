/* bench-attention.c: tokens a second of RoPE, append and attention alone, over all layers of a model's shape.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 *   bench-attention [LAYERS HEADS KV_HEADS HEAD_DIM]     smollm2-135m's by default */
#include "config.h"

#include "engine/base/checked.h"
#include "engine/op/op-attention.h"
#include "engine/op/op-rope.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

#define KV_BLOCK 16
#define N_CTX    4352 /* positions that the cache holds */
#define N_BATCH  512
#define N_ROUNDS 5

typedef struct
{
  HunchDevice *dev;
  guint n_layer, n_head, n_head_kv, head_dim;
  HunchOpRope rope;
  HunchOpAttention attention;
  HunchRopeArgs rope_args;
  HunchAttentionArgs attention_args;
  cl_mem *k, *v; /* (n_layer) */
} Bench;

/* A buffer of small halves or floats, or of what data holds. */
static cl_mem
buffer (Bench *b, gsize bytes, const void *data)
{
  const cl_uint zero = 0;
  g_autoptr (GError) error = NULL;
  cl_mem mem = hunch_device_buffer (b->dev, CL_MEM_READ_WRITE, bytes, "bench", &error);

  if (mem == NULL)
    g_error ("%s", error->message);
  if (data)
    clEnqueueWriteBuffer (b->dev->queue, mem, CL_TRUE, 0, bytes, data, 0, NULL, NULL);
  else
    clEnqueueFillBuffer (b->dev->queue, mem, &zero, sizeof zero, 0, bytes, 0, NULL, NULL);
  return mem;
}

static void
init (Bench *b)
{
  const guint n_blocks = N_CTX / KV_BLOCK, n_columns = (b->n_head + 2 * b->n_head_kv) * b->head_dim;
  const HunchRopeShape rope = { b->n_head, b->n_head_kv, b->head_dim, HUNCH_OP_ROPE_NEOX, b->head_dim };
  const HunchAttentionShape attention = { b->n_head, b->n_head_kv, b->head_dim };
  const gsize side = (gsize) n_blocks * KV_BLOCK * b->n_head_kv * hunch_round_up (b->head_dim, 16) * sizeof (cl_half);
  g_autofree gint32 *table = g_new (gint32, n_blocks);
  g_autoptr (GError) error = NULL;

  if (!hunch_op_rope_init (&b->rope, b->dev, &rope, &error) || !hunch_op_attention_init (&b->attention, b->dev, &attention, &error))
    g_error ("%s", error->message);
  for (guint i = 0; i < n_blocks; i++)
    table[i] = i * 7 % n_blocks;
  b->k = g_new (cl_mem, b->n_layer);
  b->v = g_new (cl_mem, b->n_layer);
  for (guint i = 0; i < b->n_layer; i++)
    {
      b->k[i] = buffer (b, side, NULL);
      b->v[i] = buffer (b, side, NULL);
    }
  b->rope_args.batch.positions = buffer (b, N_BATCH * sizeof (gint32), NULL);
  b->rope_args.batch.seq_rows = buffer (b, N_BATCH * sizeof (gint32), NULL);
  b->rope_args.batch.tables = buffer (b, n_blocks * sizeof (gint32), table);
  b->rope_args.batch.table_stride = n_blocks;
  b->rope_args.qkv = (HunchRows){ buffer (b, (gsize) N_BATCH * n_columns * sizeof (float), NULL), 0, n_columns };
  b->rope_args.table = buffer (b, (gsize) N_BATCH * b->head_dim * sizeof (float), NULL);
  b->attention_args.q = b->rope_args.qkv;
  b->attention_args.y = (HunchRows){ buffer (b, (gsize) N_BATCH * n_columns * sizeof (float), NULL), 0, b->n_head * b->head_dim };
  b->attention_args.scale = 1 / sqrtf (b->head_dim);
  b->attention_args.scratch_bytes = hunch_op_attention_scratch_bytes (&b->attention);
  b->attention_args.scratch = buffer (b, b->attention_args.scratch_bytes, NULL);
}

/* CPU seconds of all threads so far: where the machine is shared, they say more than the clock on the wall. */
static double
cpu_seconds (void)
{
  struct timespec t;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

/* Seconds for one batch of n_tokens that ends before position end, in all layers; attention only, or RoPE and append only, or both. */
static double
batch_seconds (Bench *b, guint n_tokens, guint end, gboolean with_rope, gboolean with_attention, double *cpu)
{
  gint32 positions[N_BATCH];
  double best = G_MAXDOUBLE, best_cpu = G_MAXDOUBLE;
  cl_int e = CL_SUCCESS;

  for (guint i = 0; i < n_tokens; i++)
    positions[i] = end - n_tokens + i;
  clEnqueueWriteBuffer (b->dev->queue, b->rope_args.batch.positions, CL_TRUE, 0, n_tokens * sizeof *positions, positions, 0, NULL, NULL);
  b->rope_args.batch.n_tokens = n_tokens;
  b->rope_args.batch.max_position = end - 1;
  b->attention_args.batch = b->rope_args.batch;
  for (guint round = 0; round <= N_ROUNDS; round++)
    {
      const gint64 begin = g_get_monotonic_time ();
      const double begin_cpu = cpu_seconds ();

      for (guint i = 0; i < b->n_layer; i++)
        {
          b->attention_args.k_cache = b->rope_args.k_cache = b->k[i];
          b->attention_args.v_cache = b->rope_args.v_cache = b->v[i];
          if (with_rope)
            e |= hunch_op_rope_enqueue (&b->rope, b->dev->queue, &b->rope_args);
          if (with_attention)
            e |= hunch_op_attention_enqueue (&b->attention, b->dev->queue, &b->attention_args);
        }
      e |= clFinish (b->dev->queue);
      if (round > 0) /* the first one builds */
        {
          best = MIN (best, (g_get_monotonic_time () - begin) * 1e-6);
          best_cpu = MIN (best_cpu, cpu_seconds () - begin_cpu);
        }
    }
  if (e != CL_SUCCESS)
    g_error ("%s", hunch_cl_strerror (e));
  *cpu = best_cpu;
  return best;
}

static void
line (Bench *b, const char *what, guint n_tokens, guint end)
{
  double rope_cpu, attention_cpu;
  const double rope = batch_seconds (b, n_tokens, end, TRUE, FALSE, &rope_cpu);
  const double attention = batch_seconds (b, n_tokens, end, FALSE, TRUE, &attention_cpu);
  const double positions = n_tokens * (end - (n_tokens - 1) / 2.0);
  guint chunk;
  const guint n_splits = hunch_op_attention_splits (&b->attention, n_tokens, end - 1, 0, b->attention_args.scratch_bytes, &chunk);

  g_print ("%-8s %5u %5u %9.3f %9.3f %10.3f %10.3f %7u %10.1f %8.1f %6.1f\n", what, n_tokens, end, rope * 1e3, rope_cpu * 1e3,
           attention * 1e3, attention_cpu * 1e3, n_splits, n_tokens / (rope + attention),
           4e-9 * positions * b->n_layer * b->n_head * b->head_dim / attention,
           4e-9 * end * b->n_layer * b->n_head_kv * b->head_dim / attention);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  Bench b = { hunch_device_open (g_getenv ("HUNCH_TEST_DEVICE"), &error), 30, 9, 3, 64 };

  if (b.dev == NULL)
    g_error ("%s", error->message);
  if (argc == 5)
    {
      b.n_layer = atoi (argv[1]);
      b.n_head = atoi (argv[2]);
      b.n_head_kv = atoi (argv[3]);
      b.head_dim = atoi (argv[4]);
    }
  init (&b);
  g_print ("%-8s %5s %5s %9s %9s %10s %10s %7s %10s %8s %6s\n", "", "batch", "end", "rope ms", "cpu ms", "attn ms", "cpu ms", "splits",
           "tokens/s", "Gflop/s", "GB/s");
  line (&b, "decode", 1, 64);
  line (&b, "decode", 1, 512);
  line (&b, "decode", 1, 1024);
  line (&b, "decode", 1, 4096);
  line (&b, "decode", 8, 512);
  line (&b, "prefill", 64, 64);
  line (&b, "prefill", 512, 512);
  line (&b, "prefill", 512, 4096);
  return 0;
}
