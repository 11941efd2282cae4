/* progress.c: what long work is doing, on stderr.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/progress.h"

#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define QUIET_MS      150
#define PLAIN_EVERY_S 5

struct Progress
{
  char *what, *detail;
  double fraction;
  gboolean terminal, shown;
  guint timer;
  gint64 last_plain; /* monotonic */
};

static int
columns (void)
{
  struct winsize w;

  return ioctl (STDERR_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_col > 0 ? w.ws_col : 80;
}

static char *
line (Progress *p)
{
  GString *s = g_string_new (p->what);

  if (p->fraction >= 0)
    g_string_append_printf (s, " %3.0f %%", p->fraction * 100);
  if (p->detail != NULL)
    g_string_append_printf (s, "  %s", p->detail);
  return g_string_free (s, FALSE);
}

static void
draw (Progress *p)
{
  g_autofree char *text = line (p);
  gint64 now = g_get_monotonic_time ();

  if (p->terminal)
    {
      g_autofree char *cut = g_utf8_substring (text, 0, MIN (g_utf8_strlen (text, -1), columns () - 1));

      fprintf (stderr, "\r\033[K%s", cut);
      fflush (stderr);
    }
  else if (!p->shown || now - p->last_plain >= PLAIN_EVERY_S * G_USEC_PER_SEC)
    {
      fprintf (stderr, "hunch: %s\n", text);
      p->last_plain = now;
    }
  p->shown = TRUE;
}

static gboolean
on_quiet_over (gpointer data)
{
  Progress *p = data;

  p->timer = 0;
  draw (p);
  return G_SOURCE_REMOVE;
}

Progress *
progress_new (const char *what)
{
  Progress *p = g_new0 (Progress, 1);

  p->what = g_strdup (what);
  p->fraction = -1;
  p->terminal = isatty (STDERR_FILENO);
  p->timer = g_timeout_add (QUIET_MS, on_quiet_over, p);
  return p;
}

void
progress_set (Progress *p, double fraction, const char *detail)
{
  p->fraction = fraction;
  g_free (p->detail);
  p->detail = g_strdup (detail);
  if (p->timer == 0)
    draw (p);
}

void
progress_free (Progress *p)
{
  if (p == NULL)
    return;
  if (p->timer != 0)
    g_source_remove (p->timer);
  if (p->shown && p->terminal)
    fputs ("\r\033[K", stderr);
  g_free (p->what);
  g_free (p->detail);
  g_free (p);
}
