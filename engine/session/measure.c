/* measure.c: an errand that takes the time of each kernel.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/session/measure.h"

#include "engine/device/profile.h"
#include "engine/layer/forward-measure.h"
#include "engine/session/parts.h"

typedef struct
{
  guint n_prompt, n_predict;
  const volatile gint *cancelled;
  HunchMeasuredFunc done;
  gpointer user_data;
} Errand;

static void
kernel_use_clear (gpointer data)
{
  g_free (((HunchMeasuredKernel *) data)->name);
}

static void
take_phase (const HunchPhase *from, HunchMeasuredPhase *to)
{
  *to = (HunchMeasuredPhase){
    .n_tokens = from->n_tokens,
    .bytes = from->cost.bytes,
    .operations = from->cost.operations,
    .launches = from->launches,
    .seconds = from->seconds,
    .kernels = g_array_new (FALSE, FALSE, sizeof (HunchMeasuredKernel)),
  };
  g_array_set_clear_func (to->kernels, kernel_use_clear);
  for (guint i = 0; i < from->kernels->len; i++)
    {
      const HunchProfileRow *row = g_ptr_array_index (from->kernels, i);
      const HunchMeasuredKernel use = { g_strdup (row->kernel), row->launches, row->ns / 1e9 };

      g_array_append_val (to->kernels, use);
    }
}

void
hunch_measurement_free (HunchMeasurement *m)
{
  if (m == NULL)
    return;
  g_clear_error (&m->error);
  g_clear_pointer (&m->prefill.kernels, g_array_unref);
  g_clear_pointer (&m->decode.kernels, g_array_unref);
  g_free (m);
}

static void
measure (HunchParts *parts, const Errand *errand, HunchMeasurement *m)
{
  HunchForwardMeasure found = { 0 };

  if (!hunch_forward_measure (parts->forward, parts->kv, errand->n_prompt, errand->n_predict, errand->cancelled, &found,
                              &m->error))
    return;
  take_phase (&found.prefill, &m->prefill);
  take_phase (&found.decode, &m->decode);
  m->read_bytes = found.limits.read_bytes;
  m->max_operations = found.limits.operations;
  hunch_forward_measure_clear (&found);
}

/* A HunchErrand. */
static void
run (HunchParts *parts, const volatile gint *quit, gpointer data)
{
  Errand *errand = data;
  HunchMeasurement *m = g_new0 (HunchMeasurement, 1);

  if (parts != NULL && parts->forward != NULL && g_atomic_int_get (quit) == 0)
    measure (parts, errand, m);
  else
    m->error = hunch_engine_gone_error ();
  errand->done (m, errand->user_data);
  g_free (errand);
}

void
hunch_measure_submit (HunchEngine *e, guint n_prompt, guint n_predict, const volatile gint *cancelled,
                      HunchMeasuredFunc done, gpointer user_data)
{
  Errand *errand = g_new (Errand, 1);

  *errand = (Errand){ n_prompt, n_predict, cancelled, done, user_data };
  hunch_engine_errand (e, run, cancelled, errand);
}
