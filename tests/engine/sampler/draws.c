/* draws.c: what a sampler draws, counted.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tests/engine/sampler/draws.h"

guint *
draws_count (const HunchSamplerParams *params, const float *z, guint n)
{
  HunchSampler *s = hunch_sampler_new (params, n, NULL);
  guint *count = g_new0 (guint, n);

  for (guint i = 0; i < N_DRAWS; i++)
    {
      g_autoptr (GError) error = NULL;
      gint32 id;

      g_assert_true (hunch_sampler_sample (s, z, &id, &error));
      g_assert_no_error (error);
      g_assert_cmpint (id, >=, 0);
      g_assert_cmpint (id, <, n);
      count[id]++;
    }
  hunch_sampler_free (s);
  return count;
}
