/* tune.c: an errand that measures what is fastest, and keeps it.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/session/tune.h"

#include "engine/session/parts.h"
#include "engine/tune/tune.h"

#define MOST 512 /* tokens of a batch that are tried */

typedef struct
{
  guint seconds;
  const volatile gint *cancelled;
  HunchTuneTold told;
  HunchTunedFunc done;
  gpointer user_data;
} Errand;

void
hunch_tuned_free (HunchTuned *tuned)
{
  if (tuned == NULL)
    return;
  g_clear_error (&tuned->error);
  g_free (tuned->path);
  g_clear_pointer (&tuned->rows, g_array_unref);
  g_free (tuned);
}

static void
tune (HunchParts *parts, const Errand *errand, HunchTuned *tuned)
{
  const HunchDeviceInfo *info = hunch_forward_device (parts->forward)->info;
  HunchTuneResult result = { 0 };

  if (!hunch_tune (parts->forward, parts->kv, MIN (parts->n_batch, MIN (parts->n_ctx, MOST)), errand->seconds,
                   errand->cancelled, errand->told, errand->user_data, &result, &tuned->error))
    return;
  if (result.rows->len == 0 || hunch_tuning_save (info, &result.tuning, &tuned->error))
    {
      tuned->whole = result.whole;
      tuned->path = hunch_tuning_path (info);
      tuned->rows = g_array_ref (result.rows);
    }
  hunch_tune_result_clear (&result);
}

/* A HunchErrand. */
static void
run (HunchParts *parts, const volatile gint *quit, gpointer data)
{
  Errand *errand = data;
  HunchTuned *tuned = g_new0 (HunchTuned, 1);

  if (parts != NULL && parts->forward != NULL && g_atomic_int_get (quit) == 0)
    tune (parts, errand, tuned);
  else
    tuned->error = hunch_engine_gone_error ();
  errand->done (tuned, errand->user_data);
  g_free (errand);
}

void
hunch_tune_submit (HunchEngine *e, guint seconds, const volatile gint *cancelled, HunchTuneTold told,
                   HunchTunedFunc done, gpointer user_data)
{
  Errand *errand = g_new (Errand, 1);

  *errand = (Errand){ seconds, cancelled, told, done, user_data };
  hunch_engine_errand (e, run, cancelled, errand);
}
