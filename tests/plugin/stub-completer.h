/* stub-completer.h: a completer that says what a test tells it to, when the test tells it to.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "libhunch/hunch.h"

G_BEGIN_DECLS

#define STUB_TYPE_COMPLETER (stub_completer_get_type ())
G_DECLARE_FINAL_TYPE (StubCompleter, stub_completer, STUB, COMPLETER, GObject)

typedef char *(*StubAnswer) (HunchQuery *query, gpointer user_data); /* NULL fails */

StubCompleter *stub_completer_new (const char *text);
void stub_completer_set_text (StubCompleter *self, const char *text); /* NULL: every query fails */
void stub_completer_set_answer (StubCompleter *self, StubAnswer answer, gpointer user_data);
/* Held: queries wait, also after they are cancelled, until they are let go. */
void stub_completer_hold (StubCompleter *self, gboolean hold);
void stub_completer_release (StubCompleter *self);
/* The last query's answer grows by this. */
void stub_completer_say (StubCompleter *self, const char *text);
void stub_completer_set_status (StubCompleter *self, HunchCompleterState state, const char *line, double progress);

guint stub_completer_count_queries (StubCompleter *self);   /* all since the begin */
guint stub_completer_count_cancelled (StubCompleter *self); /* of those that were let go */
guint stub_completer_count_wanted (StubCompleter *self);    /* of those that wait, how many are not cancelled */
HunchQuery *stub_completer_get_query (StubCompleter *self); /* the last one */

G_END_DECLS
