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
  gpointer timer; /* until the model is unloaded, or a failure is forgotten */
};

/* clock (transfer full) */
HunchModelCompleter *model_completer_new_with_clock (HunchSettings *settings, CoreClock *clock);

G_END_DECLS
