/* stop.h: finds stop strings across the borders of tokens, and holds back text that may be the beginning of one.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

typedef struct HunchStop HunchStop;

/* Empty stop strings are ignored. stops may be NULL. */
HunchStop *hunch_stop_new (const char *const *stops);
void hunch_stop_free (HunchStop *s); /* accepts NULL */
/* Appends to out the text that is certain not to belong to a stop string. TRUE: one was found, *matched (owned by s) is it, the text before it is out.
 * As soon as one is complete in what was pushed so far there is a match: of several, the one that begins first; of those, the longest. */
gboolean hunch_stop_push (HunchStop *s, const char *text, gsize len, GString *out, const char **matched);
/* The end: releases what is held. */
void hunch_stop_flush (HunchStop *s, GString *out);
