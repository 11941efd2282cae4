/* test-op-group.c: sums and maxima over a group, through local memory and by sub-groups, against scalar C.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/ref/ref-group.h"
#include "tests/engine/op/op-test.h"

#define ROWS 5

static void
compare (guint group, gboolean sub_groups)
{
  const guint n = ROWS * group;
  g_autofree float *x = op_test_random (group, n, 3), *sum = g_new0 (float, n), *maximum = g_new0 (float, n);
  g_autoptr (GError) error = NULL;

  hunch_op_group_reduce (op_test_device (), group, sub_groups, ROWS, x, sum, maximum, &error);
  g_assert_no_error (error);
  for (guint row = 0; row < ROWS; row++)
    {
      const float *r = x + row * group;
      const double want = hunch_ref_group_sum (r, group);

      for (guint i = row * group; i < (row + 1) * group; i++)
        {
          /* A tree of sums up to 3 times the group, each rounded by 2^-24. */
          g_assert_cmpfloat_with_epsilon (sum[i], want, group * 1e-6);
          g_assert_cmpfloat (maximum[i], ==, hunch_ref_group_max (r, group));
        }
    }
}

static void
test_local_memory (void)
{
  for (guint group = 1; group <= 64; group *= 2)
    compare (hunch_op_group (op_test_device (), group), FALSE);
}

static void
test_sub_groups (void)
{
  guint n_run = 0;

  for (guint group = 2; group <= 64; group *= 2)
    {
      g_autoptr (GString) options = g_string_new (NULL);

      hunch_op_option_sub_groups (options, op_test_device (), group);
      if (options->len > 0)
        compare (group, TRUE);
      n_run += options->len > 0;
    }
  if (!op_test_device ()->info->caps.subgroups)
    g_test_skip ("this device has no sub-groups");
  else
    g_assert_cmpuint (n_run, >, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (op_test_device () == NULL)
    return g_test_run ();
  g_test_add_func ("/op/group/local-memory", test_local_memory);
  g_test_add_func ("/op/group/sub-groups", test_sub_groups);
  return g_test_run ();
}
