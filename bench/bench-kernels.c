/* bench-kernels.c: matrix products alone, at a model's shape: Hunch's kernels and CLBlast, beside what the device can do at most.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 *   bench-kernels [TOKENS ROWS K [ROUNDS]]     prints one JSON object of medians; 512 3072 768 by default */
#include "config.h"

#include "engine/base/tensor-type.h"
#include "engine/op/op-dot.h"
#include "engine/op/op-gemm.h"
#include "engine/op/op-matmul.h"
#include "engine/op/op-measure.h"
#include "engine/weights/layout.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define READ_BYTES (G_GUINT64_CONSTANT (512) << 20)

typedef struct
{
  HunchDevice *dev;
  guint m, n, k, n_rounds; /* y (m, n) = x (m, k) W^T */
  HunchRows x, w, y;
  HunchWeights q4;
  HunchQuantRows xq;
  const char *dot;
  gconstpointer op;
} Bench;

typedef cl_int (*Enqueue) (Bench *b);

static void
must (gboolean ok, GError **error)
{
  if (!ok)
    g_error ("%s", *error ? (*error)->message : "no device");
}

static cl_mem
buffer (Bench *b, guint64 bytes)
{
  const cl_uint zero = 0;
  GError *error = NULL;
  cl_mem mem = hunch_device_buffer (b->dev, CL_MEM_READ_WRITE, bytes, "bench", &error);

  must (mem != NULL, &error);
  clEnqueueFillBuffer (b->dev->queue, mem, &zero, sizeof zero, 0, bytes, 0, NULL, NULL);
  return mem;
}

static void
init (Bench *b)
{
  HunchPlanes planes;
  GError *error = NULL;

  b->dev = hunch_device_open (g_getenv ("HUNCH_TEST_DEVICE"), &error);
  must (b->dev != NULL && hunch_layout_planes (HUNCH_TYPE_Q4_1, b->n, b->k, &planes), &error);
  b->dot = hunch_dot_probe (b->dev);
  b->x = (HunchRows){ buffer (b, (guint64) b->m * b->k * 4), 0, b->k };
  b->w = (HunchRows){ buffer (b, (guint64) b->n * b->k * 4), 0, b->n };
  b->y = (HunchRows){ buffer (b, (guint64) b->m * b->n * 4), 0, b->n };
  b->xq = (HunchQuantRows){ buffer (b, (guint64) b->m * b->k), buffer (b, (guint64) b->m * b->k / 32 * 16) };
  b->q4 = (HunchWeights){
    .mem = buffer (b, planes.bytes), .layout = hunch_layout_options (HUNCH_TYPE_Q4_1), .n = b->n, .k = b->k
  };
  for (guint i = 0; i < G_N_ELEMENTS (b->q4.offset); i++)
    b->q4.offset[i] = planes.offset[HUNCH_PLANE_H + i];
}

static cl_int
gemm (Bench *b)
{
  const HunchGemmArgs args = { .m = b->m, .n = b->n, .k = b->k, .a = b->x, .b = b->w, .c = b->y };

  return hunch_op_gemm_enqueue ((HunchOpGemm *) b->op, b->dev->queue, &args);
}

static cl_int
matmul (Bench *b)
{
  const HunchMatmulArgs args = { .n_tokens = b->m, .x = b->x, .xq = b->xq, .y = b->y, .weights = b->q4 };

  return hunch_op_matmul_enqueue (b->op, b->dev->queue, &args);
}

static int
compare (const void *a, const void *b)
{
  const double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* Median of operations a second; NAN when it fails. The first run builds. */
static double
speed (Bench *b, Enqueue enqueue)
{
  g_autofree double *s = g_new (double, b->n_rounds);
  cl_int e = enqueue (b);

  e = e ? e : clFinish (b->dev->queue);
  for (guint i = 0; i < b->n_rounds && e == CL_SUCCESS; i++)
    {
      const gint64 begin = g_get_monotonic_time ();

      e = enqueue (b);
      e = e ? e : clFinish (b->dev->queue);
      s[i] = 2e6 * b->m * b->n * b->k / MAX (g_get_monotonic_time () - begin, 1);
    }
  qsort (s, b->n_rounds, sizeof *s, compare);
  return e == CL_SUCCESS ? s[b->n_rounds / 2] : NAN;
}

static void
tell (const char *name, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (isnan (value))
    printf (",\n \"%s\": null", name);
  else
    printf (",\n \"%s\": %s", name, g_ascii_formatd (digits, sizeof digits, "%.0f", value));
}

static void
bench_gemm (Bench *b, HunchGemmBy by, const char *name)
{
  HunchOpGemm op;
  GError *error = NULL;
  double value;

  must (hunch_op_gemm_init (&op, b->dev, by, &error), &error);
  b->op = &op;
  value = speed (b, gemm);
  tell (name, op.by == by ? value : NAN);
  hunch_op_gemm_finish (&op);
}

static void
bench_matmul (Bench *b, const char *dot, const char *name)
{
  HunchOpMatmul op;
  GError *error = NULL;

  must (hunch_op_matmul_init (&op, b->dev, &(HunchMatmulShape){ b->q4.layout, dot, FALSE }, &error), &error);
  b->op = &op;
  tell (name, speed (b, matmul));
  hunch_op_matmul_finish (&op);
}

static void
bench_limits (Bench *b)
{
  HunchLimits floats, bytes;
  GError *error = NULL;

  must (hunch_measure_limits (b->dev, READ_BYTES, NULL, &floats, &error), &error);
  tell ("read_bytes_per_second", floats.read_bytes);
  tell ("float32_peak", floats.operations);
  if (b->dot == NULL)
    return;
  must (hunch_measure_limits (b->dev, 1 << 20, b->dot, &bytes, &error), &error);
  tell ("int8_peak", bytes.operations);
}

int
main (int argc, char **argv)
{
  Bench b = { .m = 512, .n = 3072, .k = 768, .n_rounds = 7 };

  if (argc >= 4)
    {
      b.m = atoi (argv[1]);
      b.n = atoi (argv[2]);
      b.k = atoi (argv[3]);
    }
  if (argc == 5)
    b.n_rounds = atoi (argv[4]);
  if ((argc != 1 && argc != 4 && argc != 5) || b.m < 1 || b.n < 1 || b.k < 32 || b.n_rounds < 1)
    {
      fprintf (stderr, "bench-kernels [TOKENS ROWS K [ROUNDS]]\n");
      return 2;
    }
  init (&b);
  printf ("{\"device\": \"%s\", \"tokens\": %u, \"rows\": %u, \"k\": %u, \"dot\": \"%s\"", b.dev->info->name, b.m, b.n,
          b.k, b.dot ? b.dot + 6 : "none");
  bench_limits (&b);
  if (b.dot)
    bench_matmul (&b, b.dot, "matmul_q4_int8");
  bench_matmul (&b, NULL, "matmul_q4_float32");
  bench_gemm (&b, HUNCH_GEMM_OWN, "gemm_own_float32");
  bench_gemm (&b, HUNCH_GEMM_CLBLAST, "gemm_clblast_float32");
  printf ("}\n");
  return 0;
}
