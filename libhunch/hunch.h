/* hunch.h: the public API of Hunch, all of it.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#define HUNCH_INSIDE

#include "hunch-version.h"
#include "hunch-error.h"
#include "hunch-enums.h"
#include "hunch-enum-types.h"
#include "hunch-convert.h"
#include "hunch-device-item.h"
#include "hunch-device-list.h"
#include "hunch-file-info.h"
#include "hunch-tokenizer.h"
#include "hunch-model.h"
#include "hunch-kernel-use.h"
#include "hunch-profile.h"
#include "hunch-candidate.h"
#include "hunch-result.h"
#include "hunch-completion.h"
#include "hunch-contribution.h"
#include "hunch-layer-view.h"
#include "hunch-evaluation.h"
#include "hunch-neuron.h"
#include "hunch-activation.h"
#include "hunch-trace-result.h"
#include "hunch-trace.h"
#include "hunch-catalogue-entry.h"
#include "hunch-catalogue.h"
#include "hunch-pull.h"
#include "hunch-text.h"
#include "hunch-query.h"
#include "hunch-completer.h"
#include "hunch-settings.h"
#include "hunch-model-completer.h"
#include "hunch-host.h"
#include "hunch-suggester.h"
#include "hunch-action-provider.h"
#include "hunch-module.h"
#include "hunch-module-db.h"

#undef HUNCH_INSIDE
