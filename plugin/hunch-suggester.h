/* hunch-suggester.h: completion in one host: when to ask, what to show, what to insert.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#if !defined(HUNCH_INSIDE) && !defined(HUNCH_COMPILATION)
#error "Only <hunch/hunch.h> can be included directly."
#endif

#include <glib-object.h>
#include "hunch-completer.h"
#include "hunch-host.h"
#include "hunch-settings.h"
#include "hunch-version.h"

G_BEGIN_DECLS

/**
 * HunchAcceptPart:
 * @HUNCH_ACCEPT_ALL: the whole suggestion
 * @HUNCH_ACCEPT_LINE: through the end of its first line
 * @HUNCH_ACCEPT_WORD: its first word, with the blanks before it
 *
 * How much of a suggestion is accepted.
 */
typedef enum
{
  HUNCH_ACCEPT_ALL,
  HUNCH_ACCEPT_LINE,
  HUNCH_ACCEPT_WORD,
} HunchAcceptPart;

#define HUNCH_TYPE_SUGGESTER (hunch_suggester_get_type ())
HUNCH_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HunchSuggester, hunch_suggester, HUNCH, SUGGESTER, GObject)

HUNCH_AVAILABLE_IN_0_1
HunchSuggester *hunch_suggester_new (HunchHost *host, HunchCompleter *completer, HunchSettings *settings);

HUNCH_AVAILABLE_IN_0_1
void hunch_suggester_complete (HunchSuggester *self);
HUNCH_AVAILABLE_IN_0_1
gboolean hunch_suggester_accept (HunchSuggester *self, HunchAcceptPart part);
HUNCH_AVAILABLE_IN_0_1
void hunch_suggester_next (HunchSuggester *self);
HUNCH_AVAILABLE_IN_0_1
void hunch_suggester_previous (HunchSuggester *self);
HUNCH_AVAILABLE_IN_0_1
void hunch_suggester_dismiss (HunchSuggester *self);
HUNCH_AVAILABLE_IN_0_1
void hunch_suggester_explain (HunchSuggester *self);
HUNCH_AVAILABLE_IN_0_1
GVariant *hunch_suggester_get_explanation (HunchSuggester *self);

HUNCH_AVAILABLE_IN_0_1
HunchSettings *hunch_suggester_get_settings (HunchSuggester *self);
HUNCH_AVAILABLE_IN_0_1
const char *hunch_suggester_get_text (HunchSuggester *self);
HUNCH_AVAILABLE_IN_0_1
const char *hunch_suggester_get_status (HunchSuggester *self);
HUNCH_AVAILABLE_IN_0_1
double hunch_suggester_get_progress (HunchSuggester *self);
HUNCH_AVAILABLE_IN_0_1
const char *hunch_suggester_get_reason (HunchSuggester *self);
HUNCH_AVAILABLE_IN_0_1
gboolean hunch_suggester_is_busy (HunchSuggester *self);

G_END_DECLS
