/* selftest.c: a question with a known answer, asked before a device or a variant of a kernel is first used.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A right answer is kept beside the program that gave it, so that later starts need not ask; a wrong one only in memory. */
#include "config.h"

#include "engine/device/device-private.h"
#include "engine/device/question.h"
#include "engine/base/hunch-error.h"
#include "engine/base/i18n.h"

#include <math.h>
#include <string.h>

static const char passed[] = "passed";

/* Everything that goes into the program goes into the answer. */
static char *
result_key (HunchDevice *dev, const char *stem, const char *options)
{
  const char *source = hunch_program_source (stem);
  char *kind = g_strconcat ("selftest ", options, NULL);
  char *key = hunch_program_cache_key (dev, source != NULL ? source : stem, kind);

  g_free (kind);
  return key;
}

static gboolean
known_right (const char *key)
{
  GBytes *result = hunch_program_cache_load (key);
  gsize size = 0;
  const char *text = result != NULL ? g_bytes_get_data (result, &size) : NULL;
  const gboolean right = size == sizeof passed && memcmp (text, passed, size) == 0;

  g_clear_pointer (&result, g_bytes_unref);
  return right;
}

static void
set_wrong (HunchDevice *dev, const char *stem, const char *options, double worst, GError **error)
{
  g_set_error (
      error, HUNCH_ERROR, HUNCH_ERROR_DEVICE,
      _ ("%s computes wrongly: cl/%s.cl with options “%s” is off by %g; it is not used. A newer driver may help"),
      dev->info->name, stem, options, worst);
}

/* "right" or "wrong" in memory, by key. */
static const char *
ask (HunchDevice *dev, const char *key, HunchSelfTest test, gpointer data, double *worst, GError **error)
{
  GError *e = NULL;

  if (known_right (key))
    return "right";
  if (test (dev, worst, data, &e))
    {
      hunch_program_cache_store (key, passed, sizeof passed);
      return "right";
    }
  if (e == NULL)
    return "wrong";
  g_propagate_error (error, e); /* no answer at all: may be asked again */
  return NULL;
}

gboolean
hunch_device_selftest (HunchDevice *dev, const char *stem, const char *options, HunchSelfTest test, gpointer data,
                       GError **error)
{
  HunchSelfTests *t = &dev->priv->selftests;
  char *key = result_key (dev, stem, options != NULL ? options : "");
  double worst = 0.0;
  const char *answer;
  gboolean right;

  g_mutex_lock (&t->lock);
  answer = g_hash_table_lookup (t->answers, key);
  if (answer == NULL && (answer = ask (dev, key, test, data, &worst, error)) != NULL)
    g_hash_table_insert (t->answers, g_strdup (key), (gpointer) answer);
  g_mutex_unlock (&t->lock);
  right = answer != NULL && strcmp (answer, "right") == 0;
  if (answer != NULL && !right)
    set_wrong (dev, stem, options != NULL ? options : "", worst, error);
  g_free (key);
  return right;
}

/* The device's own question. */

#define ITEMS 64
#define WIDTH 16
#define GROUP 8

typedef struct
{
  float x[ITEMS * WIDTH];
  cl_half h[ITEMS * WIDTH];
  signed char q[ITEMS * WIDTH];
  float h_value[ITEMS * WIDTH];
} Question;

/* Halves are ±m · 2^-3 with m of 1 to 2: exponent 12, mantissa free. */
static void
fill (Question *q)
{
  for (guint i = 0; i < ITEMS * WIDTH; i++)
    {
      const guint mantissa = i * 37 % 1024;
      const guint sign = i % 3 == 0;

      q->x[i] = ((int) (i * 7 % 23) - 11) / 16.0f;
      q->h[i] = sign << 15 | 12u << 10 | mantissa;
      q->h_value[i] = (sign ? -1.0f : 1.0f) * (1.0f + mantissa / 1024.0f) / 8.0f;
      q->q[i] = (int) (i * 29 % 255) - 127;
    }
}

static double
answer_of_item (const Question *q, guint item)
{
  double sum = 0.0;
  int dot = 0;

  for (guint j = 0; j < WIDTH; j++)
    {
      const guint i = item * WIDTH + j;

      sum += (double) q->x[i] * q->h_value[i] + sqrt (fabs ((double) q->h_value[i]));
    }
  for (guint j = 0; j < WIDTH / 2; j++)
    dot += q->q[item * WIDTH + j] * q->q[item * WIDTH + WIDTH / 2 + j];
  return exp (-fabs (sum) / 16.0) + dot / 131072.0;
}

/* Relative, but for small answers. */
static double
difference (const Question *q, const float *y, guint group)
{
  double worst = 0.0;

  for (guint g = 0; g < ITEMS / group; g++)
    {
      double want = 0.0, d;

      for (guint i = 0; i < group; i++)
        want += answer_of_item (q, g * group + i);
      d = fabs (y[g] - want) / MAX (1.0, fabs (want));
      if (!(d <= worst)) /* not a number is worst of all */
        worst = isfinite (d) ? d : INFINITY;
    }
  return worst;
}

static size_t
group_size (HunchDevice *dev, cl_kernel kernel)
{
  size_t most = 1, group = 1;

  clGetKernelWorkGroupInfo (kernel, dev->id, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, NULL);
  while (group < GROUP && group * 2 <= most)
    group *= 2;
  return group;
}

static gboolean
answer_question (HunchDevice *dev, double *worst, gpointer data, GError **error)
{
  Question *q = g_new0 (Question, 1);
  float y[ITEMS] = { 0 };
  cl_kernel kernel = hunch_device_kernel (dev, "selftest", NULL, "selftest", error);
  gboolean ok = kernel != NULL;

  fill (q);
  if (ok)
    {
      const size_t group = group_size (dev, kernel);
      const HunchQuestion asked = {
        .kernel = kernel,
        .name = _ ("The self-test"),
        .global = ITEMS,
        .local = group,
        .buffers = { { sizeof q->x, q->x, NULL },
                     { sizeof q->h, q->h, NULL },
                     { sizeof q->q, q->q, NULL },
                     { ITEMS / group * sizeof *y, NULL, y } },
        .local_bytes = group * sizeof (float),
      };

      ok = hunch_question_ask (dev, &asked, error);
      *worst = ok ? difference (q, y, group) : 0.0;
      clReleaseKernel (kernel);
    }
  g_free (q);
  return ok && *worst < 1e-5;
}

gboolean
hunch_device_selftest_base (HunchDevice *dev, GError **error)
{
  return hunch_device_selftest (dev, "selftest", NULL, answer_question, NULL, error);
}
