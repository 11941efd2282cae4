/* op-group.c: chooses the size of groups, and probes sub-groups.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/op/op-group.h"

#include "engine/device/question.h"
#include "engine/device/tuning.h"

#define PROBE_ROWS 3

guint
hunch_op_group (const HunchDevice *dev, guint group)
{
  if (group == 0)
    group = hunch_tuning (dev)->group;
  while (group > 1 && (group > dev->info->caps.max_work_group || (group & (group - 1)) != 0))
    group--;
  return group;
}

/* Sub-groups are of OpenCL C 2.0, or an extension of Intel's to what was before. */
static void
append_options (GString *options, const HunchDevice *dev)
{
  const guint major = dev->info->caps.cl_major;

  g_string_append (options, " -DSUB_GROUPS");
  if (major >= 2)
    g_string_append_printf (options, " -cl-std=CL%u.0", MIN (major, 3));
}

static GString *
reduce_options (const HunchDevice *dev, guint group, gboolean sub_groups)
{
  GString *options = g_string_new (NULL);

  g_string_printf (options, "-DGROUP=%u", group);
  if (sub_groups)
    append_options (options, dev);
  return options;
}

gboolean
hunch_op_group_reduce (HunchDevice *dev, guint group, gboolean sub_groups, guint n_rows, const float *x, float *sum,
                       float *maximum, GError **error)
{
  g_autoptr (GString) options = reduce_options (dev, group, sub_groups);
  const gsize n = (gsize) n_rows * group, bytes = n * sizeof (float);
  const HunchQuestion q = { .kernel = hunch_device_kernel (dev, "group", options->str, "group_reduce", error),
                            .name = "group_reduce",
                            .global = n,
                            .local = group,
                            .buffers = { { bytes, x, NULL }, { bytes, NULL, sum }, { bytes, NULL, maximum } } };
  gboolean ok;

  if (q.kernel == NULL)
    return FALSE;
  ok = hunch_question_ask (dev, &q, error);
  clReleaseKernel (q.kernel);
  return ok;
}

/* Whole numbers, whose sums are exact in any order; the largest is elsewhere in each row. */
static float
probe_value (guint row, guint i)
{
  return (float) ((i * 37 + row * 11) % 101) - 50;
}

/* A HunchSelfTest; data is the group's size. */
static gboolean
known_answer (HunchDevice *dev, double *worst, gpointer data, GError **error)
{
  const guint group = GPOINTER_TO_UINT (data);
  g_autofree float *x = g_new (float, PROBE_ROWS *group), *sum = g_new0 (float, PROBE_ROWS *group),
                   *maximum = g_new0 (float, PROBE_ROWS *group);
  gboolean ok;

  for (guint i = 0; i < PROBE_ROWS * group; i++)
    x[i] = probe_value (i / group, i % group);
  ok = hunch_op_group_reduce (dev, group, TRUE, PROBE_ROWS, x, sum, maximum, error);
  *worst = 0;
  for (guint row = 0; ok && row < PROBE_ROWS; row++)
    {
      double want_sum = 0, want_maximum = -G_MAXDOUBLE;

      for (guint i = 0; i < group; i++)
        {
          want_sum += x[row * group + i];
          want_maximum = MAX (want_maximum, x[row * group + i]);
        }
      for (guint i = row * group; i < (row + 1) * group; i++)
        *worst = MAX (*worst, ABS (sum[i] - want_sum) + ABS (maximum[i] - want_maximum));
    }
  return ok && *worst == 0;
}

void
hunch_op_option_sub_groups (GString *options, HunchDevice *dev, guint group)
{
  g_autoptr (GString) asked = NULL;

  if (group == 1 || !dev->info->caps.subgroups || g_strcmp0 (g_getenv ("HUNCH_SUB_GROUPS"), "0") == 0)
    return;
  asked = reduce_options (dev, group, TRUE);
  if (hunch_device_selftest (dev, "group", asked->str, known_answer, GUINT_TO_POINTER (group), NULL))
    append_options (options, dev);
}
