/* answer.c: what comes of a request.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/session/answer.h"

HunchAnswer *
hunch_answer_new (void)
{
  HunchAnswer *a = g_new0 (HunchAnswer, 1);

  a->prompt_ids = g_array_new (FALSE, FALSE, sizeof (gint32));
  a->ids = g_array_new (FALSE, FALSE, sizeof (gint32));
  a->text = g_string_new (NULL);
  a->top = g_array_new (FALSE, TRUE, sizeof (HunchTokenP));
  a->chosen = g_array_new (FALSE, TRUE, sizeof (HunchTokenP));
  a->likely = g_array_new (FALSE, TRUE, sizeof (HunchTokenP));
  a->likely_ends = g_array_new (FALSE, TRUE, sizeof (guint));
  a->log_probs = g_array_new (FALSE, TRUE, sizeof (float));
  return a;
}

void
hunch_answer_free (HunchAnswer *a)
{
  if (a == NULL)
    return;
  g_clear_error (&a->error);
  g_array_unref (a->prompt_ids);
  g_array_unref (a->ids);
  g_string_free (a->text, TRUE);
  g_array_unref (a->top);
  g_clear_pointer (&a->chosen, g_array_unref); /* those of other makers may have none, nor what follows */
  g_clear_pointer (&a->likely, g_array_unref);
  g_clear_pointer (&a->likely_ends, g_array_unref);
  g_clear_pointer (&a->log_probs, g_array_unref);
  g_free (a->matched);
  g_free (a->note);
  g_free (a);
}
