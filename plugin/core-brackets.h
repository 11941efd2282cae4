/* core-brackets.h: the brackets that a stretch of text opens and closes, those in strings apart.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  CORE_BRACKETS_OUTSIDE, /* of strings */
  CORE_BRACKETS_INSIDE,  /* the string that the stretch begins or ends in */
  CORE_BRACKETS_N_PLACES
} CoreBracketsPlace;

typedef struct
{
  guint n_open[CORE_BRACKETS_N_PLACES];  /* that the stretch leaves open */
  guint n_close[CORE_BRACKETS_N_PLACES]; /* that it closes and did not open */
  char quote;                            /* of the string that it ends in; NUL for none */
} CoreBrackets;

/* text: UTF-8; quote: of the string that it begins in, NUL for none. Brackets in a string that it holds whole do not count. */
CoreBrackets core_brackets_count (const char *text, gsize len, char quote);

/* Whether `at` is within a string that the stretch holds whole. */
gboolean core_brackets_is_in_string (const char *text, gsize len, gsize at, char quote);

G_END_DECLS
