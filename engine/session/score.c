/* score.c: one step of a request that has its prompt judged.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/session/score.h"
#include "engine/base/hunch-error.h"

/* Each row's target is the id that follows; the last id of the text has none. */
static gboolean
run (HunchParts *p, const HunchJob *job, guint n, float *log_probs, GError **error)
{
  const gint32 *ids = &g_array_index (job->ids, gint32, job->n_eval);
  g_autofree gint32 *positions = g_new (gint32, n), *seqs = g_new (gint32, n), *rows = g_new (gint32, n);
  HunchBatch batch
      = { .n_tokens = n, .tokens = ids, .positions = positions, .seqs = seqs, .rows = rows, .targets = ids + 1 };

  batch.n_rows = n == hunch_job_left (job) ? n - 1 : n;
  for (guint i = 0; i < n; i++)
    {
      positions[i] = (gint32) (job->n_eval + i);
      seqs[i] = job->seq;
      rows[i] = (gint32) i;
    }
  return hunch_forward_run (p->forward, p->kv, &batch, log_probs, error);
}

gboolean
hunch_score_step (HunchParts *p, HunchJob *job, guint n, GError **error)
{
  g_autofree float *log_probs = g_new (float, n);
  GError *e = NULL;

  if (!hunch_kv_seq_append (p->kv, job->seq, &g_array_index (job->ids, gint32, job->n_eval), n, &e))
    {
      if (!g_error_matches (e, HUNCH_ERROR, HUNCH_ERROR_NO_MEMORY))
        {
          g_propagate_error (error, e);
          return FALSE;
        }
      hunch_job_fail (job, e);
      return TRUE;
    }
  if (!run (p, job, n, log_probs, error))
    return FALSE;
  if (hunch_job_scored (job, log_probs, n, &e))
    {
      hunch_kv_seq_evaluated (p->kv, job->seq, job->n_eval);
      return TRUE;
    }
  hunch_parts_name_file (p, e);
  hunch_job_fail (job, e);
  return TRUE;
}
