/* hunch-suggester.h: completion in one host: when to ask, what to show, what to insert.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib-object.h>
#include "hunch-completer.h"
#include "hunch-host.h"
#include "hunch-settings.h"

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
G_DECLARE_FINAL_TYPE (HunchSuggester, hunch_suggester, HUNCH, SUGGESTER, GObject)

HunchSuggester *hunch_suggester_new (HunchHost *host, HunchCompleter *completer, HunchSettings *settings);

void hunch_suggester_complete (HunchSuggester *self);
gboolean hunch_suggester_accept (HunchSuggester *self, HunchAcceptPart part);
void hunch_suggester_next (HunchSuggester *self);
void hunch_suggester_previous (HunchSuggester *self);
void hunch_suggester_dismiss (HunchSuggester *self);

HunchSettings *hunch_suggester_get_settings (HunchSuggester *self);
const char *hunch_suggester_get_text (HunchSuggester *self);
const char *hunch_suggester_get_status (HunchSuggester *self);
double hunch_suggester_get_progress (HunchSuggester *self);
const char *hunch_suggester_get_reason (HunchSuggester *self);
gboolean hunch_suggester_is_busy (HunchSuggester *self);

G_END_DECLS
