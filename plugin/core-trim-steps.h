/* core-trim-steps.h: the steps of core_trim, each takes one kind of repetition out of an answer.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  const char *before, *line, *end; /* text before the cursor: its begin, the begin of the cursor's line, the cursor */
  const char *after;               /* text after the cursor */
  gsize rest;                      /* bytes of after on the cursor's line, without blanks at its end */
  gboolean line_blank, rest_blank; /* nothing but blanks on the line before, after the cursor */
} CorePlace;

void core_place_init (CorePlace *place, const char *before, const char *after);

/* Whether a line, which is not blank, ends with what opens a block. */
gboolean core_trim_opens_block (const char *line, gsize len);
/* Bytes of the word that text begins with. */
gsize core_trim_leading_word (const char *text, gsize len);
/* words: NULL-terminated. */
gboolean core_trim_is_one_of (const char *word, gsize len, const char *const *words);

void core_trim_fence (GString *s, const CorePlace *place);          /* the answer leaves the text and talks about it */
void core_trim_loop (GString *s);                                   /* a line comes again and again */
void core_trim_echo (GString *s, const CorePlace *place);           /* the beginning repeats text before the cursor */
void core_trim_indent (GString *s, const CorePlace *place);         /* the beginning repeats blanks before the cursor */
void core_trim_repeated_lines (GString *s, const CorePlace *place); /* lines repeat the lines below */
void core_trim_overlap (GString *s, const CorePlace *place);        /* the end repeats text after the cursor */

G_END_DECLS
