/* settings-private.h: the settings as plain fields, for the core.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>
#include "plugin/hunch-settings.h"

G_BEGIN_DECLS

#define HUNCH_SETTINGS_SCHEMA "org.hunch.Hunch"

/* The meaning and the range of each is told in data/org.hunch.Hunch.gschema.xml. */
struct _HunchSettings
{
  GObject parent_instance;
  GSettings *stored; /* NULL where the schema is not installed */

  gboolean enabled, auto_trigger, speculate;
  guint debounce_ms, max_line_suffix;
  guint max_tokens, time_limit_ms, prompt_time_limit_ms;
  guint lines_before, lines_after;
  guint ring_chunks, ring_chunk_lines, ring_idle_seconds;
  guint n_alternatives, cache_size;
  char **disabled_languages, **secret_files;
  /* secret_files as they are matched; NULL: not made yet, by core-secret.c. */
  GPtrArray *secret_patterns;
  /* (element-type utf8 filename) of files, to those behind all links; NULL: none was asked for yet, by core-secret.c. */
  GHashTable *real_names;
  char *model, *device;
  guint unload_minutes;
  char *accept_key, *accept_line_key, *accept_word_key, *dismiss_key, *next_key, *previous_key, *complete_key;
  char *light_colour, *dark_colour;
};

G_END_DECLS
