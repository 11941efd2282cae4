/* model-completer-private.h: the state of a model in this process, for its tests.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "plugin/core-clock.h"
#include "plugin/hunch-model-completer.h"
#include "plugin/query-private.h"
#include "plugin/settings-private.h"

G_BEGIN_DECLS

struct _HunchModelCompleter
{
  GObject parent_instance;
  HunchSettings *settings;
  CoreClock *clock;
  HunchModel *model; /* NULL while there is none */
  char *failure;     /* why the last query could not be answered; NULL after success */
  guint n_running;
  guint n_late;   /* of those whose answer has been awaited for long, and has not begun */
  gpointer timer; /* until the model is unloaded, or a failure is forgotten */
};

#define MODEL_COMPLETER_N_LIKELY 4 /* tokens that could have come, of each place of an explanation */

/* hunch-model-completer.c, for the queries. */
/* What is no fault of a query: it becomes the status, until it is time to try again. */
void model_completer_set_failure (HunchModelCompleter *self, const char *failure);
/* A model is unloaded, and a failure forgotten, some time after the last query. */
void model_completer_query_begins (HunchModelCompleter *self);
void model_completer_query_ends (HunchModelCompleter *self);
/* The model of the settings; its file must be there, but is not read yet. */
gboolean model_completer_ensure_model (HunchModelCompleter *self, GError **error);

/* model-completer-run.c: as of HunchCompleterInterface. */
void model_completer_complete_async (HunchCompleter *completer, HunchQuery *query, GCancellable *cancellable,
                                     GAsyncReadyCallback callback, gpointer user_data);

/* model-completer-reply.c: what came of a query that was asked at start_us of the monotonic clock. (transfer full) */
HunchReply *model_completer_reply (HunchResult *result, const HunchQuery *query, gint64 start_us);

/* clock (transfer full) */
HunchModelCompleter *model_completer_new_with_clock (HunchSettings *settings, CoreClock *clock);

G_END_DECLS
