/* op-dot.c: probes the variants of cl/lib-dot.cl.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/op/op-dot.h"

#include "engine/device/question.h"
#include "engine/device/tuning.h"

#include <string.h>

typedef struct
{
  const char *name, *option;
  gboolean (*may) (const HunchDevice *dev);
} Variant;

/* An OpenCL device of type CPU is the CPU we run on. */
#if defined(__x86_64__) || defined(__i386__)
static gboolean
may_vnni (const HunchDevice *dev)
{
  return (dev->info->caps.type & CL_DEVICE_TYPE_CPU) && __builtin_cpu_supports ("avx512vnni")
         && __builtin_cpu_supports ("avx512bw");
}

static gboolean
may_madd (const HunchDevice *dev)
{
  return (dev->info->caps.type & CL_DEVICE_TYPE_CPU) && __builtin_cpu_supports ("avx512bw");
}

static gboolean
may_madd256 (const HunchDevice *dev)
{
  return (dev->info->caps.type & CL_DEVICE_TYPE_CPU) && __builtin_cpu_supports ("avx2");
}
#else
static gboolean
never (const HunchDevice *dev)
{
  return FALSE;
}

#define may_vnni    never
#define may_madd    never
#define may_madd256 never
#endif

static gboolean
may_ext (const HunchDevice *dev)
{
  return dev->info->caps.int_dot;
}

static gboolean
may_half (const HunchDevice *dev)
{
  return dev->info->caps.fp16;
}

static gboolean
always (const HunchDevice *dev)
{
  return TRUE;
}

/* In the order of speed. */
static const Variant variants[] = {
  { "VNNI", "-DDOT_VNNI", may_vnni }, { "MADD", "-DDOT_MADD", may_madd },   { "MADD256", "-DDOT_MADD256", may_madd256 },
  { "EXT", HUNCH_DOT_EXT, may_ext },  { "HALF", HUNCH_DOT_HALF, may_half }, { "PLAIN", "-DDOT_PLAIN", always },
};

/* The two extensions are GPUs'. On the one CPU that was measured integer products lose to float32, and its compiler takes minutes over some;
 * halves were not measured on any. There they are to be asked for. */
static gboolean
misplaced (const HunchDevice *dev, const Variant *v)
{
  return (v->may == may_ext || v->may == may_half) && (dev->info->caps.type & CL_DEVICE_TYPE_CPU);
}

/* Plain integers lose to float32 products wherever that was measured. */
static gboolean
worthwhile (const HunchDevice *dev, const Variant *v)
{
  return v->may != always && !misplaced (dev, v);
}

gboolean
hunch_dot_is_half (const char *dot)
{
  return g_strcmp0 (dot, HUNCH_DOT_HALF) == 0;
}

guint
hunch_dot_bytes (const char *dot)
{
  return hunch_dot_is_half (dot) ? 2 : 1;
}

#define N 64

static int
expected (const guint8 *u, gint32 s, int acc)
{
  for (guint j = 0; j < 4; j++)
    acc += u[j] * (gint8) ((guint32) s >> (8 * j));
  return acc;
}

/* What dot_halves gives. */
static int
expected_halves (const guint8 *u, gint32 s)
{
  int acc = 0;

  for (guint j = 0; j < 4; j++)
    {
      const int byte = (gint8) ((guint32) s >> (8 * j));

      acc += (u[j] - 128) * ((byte + 128) / 64 - 2);
    }
  return acc;
}

/* Bytes at and around the limits, where a saturating variant would be caught. */
static void
fill (guint8 *u, gint32 *s)
{
  static const guint8 edges[] = { 0, 1, 127, 128, 129, 255, 254, 64 };

  for (guint i = 0; i < N * 64; i++)
    u[i] = i % 3 ? edges[(i * 7 + i / 64) % 8] : (guint8) (i * 37);
  for (guint i = 0; i < N; i++)
    {
      const guint8 b[4] = { edges[i % 8], edges[(i / 8) % 8], (guint8) (i * 53), edges[(i * 5) % 8] };

      memcpy (&s[i], b, 4);
    }
}

/* A HunchSelfTest; data is the variant. */
static gboolean
known_answer (HunchDevice *dev, double *worst, gpointer data, GError **error)
{
  const Variant *v = data;
  const gboolean half = hunch_dot_is_half (v->option);
  cl_kernel kernel = hunch_device_kernel (dev, "dot", v->option, half ? "dot_halves" : "dot_bytes", error);
  guint8 u[N * 64];
  gint32 s[N], y[N * 16];
  const HunchQuestion q = { .kernel = kernel,
                            .name = "dot_bytes",
                            .global = N,
                            .local = 1,
                            .buffers = { { sizeof u, u, NULL }, { sizeof s, s, NULL }, { sizeof y, NULL, y } } };
  gboolean ok;

  if (kernel == NULL)
    return FALSE;
  fill (u, s);
  ok = hunch_question_ask (dev, &q, error);
  clReleaseKernel (kernel);
  *worst = 0;
  for (guint i = 0; ok && i < N * 16; i++)
    {
      const int want = half ? expected_halves (u + 4 * i, s[i / 16]) : expected (u + 4 * i, s[i / 16], i / 16);

      *worst = MAX (*worst, ABS ((double) y[i] - want));
    }
  return ok && *worst == 0;
}

gboolean
hunch_dot_works (HunchDevice *dev, const char *option)
{
  for (guint i = 0; i < G_N_ELEMENTS (variants); i++)
    if (g_str_equal (variants[i].option, option))
      return variants[i].may (dev)
             && hunch_device_selftest (dev, "dot", option, known_answer, (gpointer) &variants[i], NULL);
  return FALSE;
}

/* Before the variants in what a tuning counts. */
static const char *const choices[] = { "first", "none" };

const char *
hunch_dot_choice (guint choice)
{
  if (choice < G_N_ELEMENTS (choices))
    return choices[choice];
  choice -= G_N_ELEMENTS (choices);
  return choice < G_N_ELEMENTS (variants) ? variants[choice].name : NULL;
}

gboolean
hunch_dot_choice_works (HunchDevice *dev, guint choice)
{
  if (choice < G_N_ELEMENTS (choices))
    return TRUE;
  choice -= G_N_ELEMENTS (choices);
  return choice < G_N_ELEMENTS (variants) && !misplaced (dev, &variants[choice])
         && hunch_dot_works (dev, variants[choice].option);
}

const char *
hunch_dot_probe (HunchDevice *dev)
{
  const guint choice = hunch_tuning (dev)->dot;
  const char *wish = g_getenv ("HUNCH_DOT") ?: choice > 0 ? hunch_dot_choice (choice) : NULL;

  for (guint i = 0; i < G_N_ELEMENTS (variants); i++)
    {
      const gboolean wanted = wish ? g_str_equal (wish, variants[i].name) : worthwhile (dev, &variants[i]);

      if (wanted && hunch_dot_works (dev, variants[i].option))
        return variants[i].option;
    }
  return NULL;
}
