/* tune.h: asks an engine to find out what is fastest on its device; between requests, on its thread.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/session/engine.h"
#include "engine/tune/row.h"

typedef struct
{
  GError *error;  /* NULL unless it failed; then the rest is 0 */
  gboolean whole; /* everything was measured */
  char *path;     /* where it is kept */
  GArray *rows;   /* HunchTuneRow */
} HunchTuned;

void hunch_tuned_free (HunchTuned *tuned); /* accepts NULL */

/* From 0 to 1, on the engine's thread. */
typedef void (*HunchTuneTold) (double fraction, gpointer user_data);
/* Exactly once, on the engine's thread; takes what was found (transfer full). */
typedef void (*HunchTunedFunc) (HunchTuned *tuned, gpointer user_data);

/* As hunch_tune, and keeps the result for the next start. The engine goes on with it, and must not be exact. cancelled must stay until the callback has
 * run. */
void hunch_tune_submit (HunchEngine *e, guint seconds, const volatile gint *cancelled, HunchTuneTold told,
                        HunchTunedFunc done, gpointer user_data);
