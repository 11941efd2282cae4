/* spin.h: runs the main loop for a while.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

static inline gboolean
spin_over (gpointer over)
{
  *(gboolean *) over = TRUE;
  return G_SOURCE_REMOVE;
}

static inline void
spin (guint ms)
{
  gboolean over = FALSE;

  g_timeout_add (ms, spin_over, &over);
  while (!over)
    g_main_context_iteration (NULL, TRUE);
}
