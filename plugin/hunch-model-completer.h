/* hunch-model-completer.h: a model in this process as a completer: loaded when it is needed, gone when it is not.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#if !defined(HUNCH_INSIDE) && !defined(HUNCH_COMPILATION)
#error "Only <hunch/hunch.h> can be included directly."
#endif

#include "hunch-completer.h"
#include "hunch-model.h"
#include "hunch-settings.h"
#include "hunch-version.h"

G_BEGIN_DECLS

#define HUNCH_TYPE_MODEL_COMPLETER (hunch_model_completer_get_type ())
HUNCH_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HunchModelCompleter, hunch_model_completer, HUNCH, MODEL_COMPLETER, GObject)

HUNCH_AVAILABLE_IN_0_1
HunchModelCompleter *hunch_model_completer_new (HunchSettings *settings);
HUNCH_AVAILABLE_IN_0_1
HunchModel *hunch_model_completer_get_model (HunchModelCompleter *self);
HUNCH_AVAILABLE_IN_0_1
void hunch_model_completer_retry (HunchModelCompleter *self);
HUNCH_AVAILABLE_IN_0_1
void hunch_model_completer_unload (HunchModelCompleter *self);

G_END_DECLS
