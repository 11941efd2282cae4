/* hunch-result.h: what a completion gave.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#if !defined(HUNCH_INSIDE) && !defined(HUNCH_COMPILATION)
#error "Only <hunch/hunch.h> can be included directly."
#endif

#include <gio/gio.h>
#include "hunch-candidate.h"
#include "hunch-enums.h"
#include "hunch-version.h"

G_BEGIN_DECLS

#define HUNCH_TYPE_RESULT (hunch_result_get_type ())
HUNCH_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HunchResult, hunch_result, HUNCH, RESULT, GObject)

HUNCH_AVAILABLE_IN_0_1
const char *hunch_result_get_text (HunchResult *self);
HUNCH_AVAILABLE_IN_0_1
GBytes *hunch_result_get_text_bytes (HunchResult *self);
HUNCH_AVAILABLE_IN_0_1
const gint32 *hunch_result_get_ids (HunchResult *self, gsize *n_ids);
HUNCH_AVAILABLE_IN_0_1
const gint32 *hunch_result_get_prompt_ids (HunchResult *self, gsize *n_ids);
HUNCH_AVAILABLE_IN_0_1
GListModel *hunch_result_get_top (HunchResult *self);
HUNCH_AVAILABLE_IN_0_1
GListModel *hunch_result_get_chosen (HunchResult *self);
HUNCH_AVAILABLE_IN_0_1
GListModel *hunch_result_dup_likely (HunchResult *self, guint i);
HUNCH_AVAILABLE_IN_0_1
HunchFinishReason hunch_result_get_finish_reason (HunchResult *self);
HUNCH_AVAILABLE_IN_0_1
const char *hunch_result_get_matched_stop (HunchResult *self);
HUNCH_AVAILABLE_IN_0_1
const char *hunch_result_get_note (HunchResult *self);
HUNCH_AVAILABLE_IN_0_1
gboolean hunch_result_get_context_full (HunchResult *self);
HUNCH_AVAILABLE_IN_0_1
guint hunch_result_get_cached_count (HunchResult *self);
HUNCH_AVAILABLE_IN_0_1
double hunch_result_get_prompt_ms (HunchResult *self);
HUNCH_AVAILABLE_IN_0_1
double hunch_result_get_first_token_ms (HunchResult *self);
HUNCH_AVAILABLE_IN_0_1
double hunch_result_get_predicted_ms (HunchResult *self);

G_END_DECLS
