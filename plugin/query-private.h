/* query-private.h: the fields of queries and replies, for the core.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "plugin/hunch-query.h"

G_BEGIN_DECLS

struct _HunchQuery
{
  GObject parent_instance;
  char *prefix, *suffix;     /* text around the cursor, LF */
  char *language, *filename; /* or NULL */
  char **context;            /* name, text, name, text … of other files, oldest first, or NULL */
  guint max_tokens, time_limit_ms;
  gboolean one_line;
  double temperature;
  guint seed;
  char *explain; /* a text to be judged, or NULL */
};

struct _HunchReply
{
  GObject parent_instance;
  char *text;
  guint n_tokens, n_prompt, n_cached; /* n_prompt includes n_cached, tokens that needed no reading */
  double prompt_ms, total_ms;
  GVariant *explanation; /* HUNCH_EXPLANATION_TYPE, or NULL */
};

G_END_DECLS
