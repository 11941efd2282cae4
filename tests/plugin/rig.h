/* rig.h: a headless host, a stub completer, plain settings and a manual clock, put together.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "plugin/settings-private.h"
#include "plugin/suggester-private.h"
#include "tests/plugin/headless-host.h"
#include "tests/plugin/manual-clock.h"
#include "tests/plugin/stub-completer.h"

G_BEGIN_DECLS

typedef struct
{
  HeadlessHost *host;
  StubCompleter *completer;
  HunchSettings *settings;
  CoreClock *clock; /* the suggester's */
  HunchSuggester *suggester;
} Rig;

/* text: '|' marks the cursor. answer: what the model says. */
void rig_init (Rig *rig, const char *text, const char *answer);
void rig_init_single (Rig *rig, const char *text,
                      const char *answer); /* most tests are about one suggestion, not about the one after it */
void rig_clear (Rig *rig);
void rig_settle (void);                     /* runs what is due in the main context */
void rig_wait (Rig *rig, guint ms);         /* lets time pass, then settles */
void rig_complete (Rig *rig);               /* the key, then settles */
guint rig_count_queries (Rig *rig);         /* that the completer got so far */
void rig_type (Rig *rig, const char *text); /* character by character, without a rest */

#define rig_assert_ghost(rig, text) g_assert_cmpstr (headless_host_get_ghost ((rig)->host), ==, text)
#define rig_assert_text(rig, text)  g_assert_cmpstr (headless_host_get_text ((rig)->host), ==, text)

G_END_DECLS
