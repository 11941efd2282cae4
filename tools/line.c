/* line.c: lines that a person types, with editing and history where the terminal and the build have them.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Editing is libedit's, which has the keys of readline under a licence that goes with any. */
#include "config.h"

#include "tools/line.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#ifdef HAVE_LIBEDIT
#include <editline/readline.h>
#endif

static char *
read_plain (const char *prompt)
{
  char *line = NULL, *copy = NULL;
  size_t size = 0;
  ssize_t n;

  fputs (prompt, stdout);
  fflush (stdout);
  n = getline (&line, &size, stdin);
  if (n > 0)
    copy = g_strndup (line, (gsize) (n - (line[n - 1] == '\n')));
  free (line); /* getline's */
  return copy;
}

char *
line_read (const char *prompt)
{
#ifdef HAVE_LIBEDIT
  if (isatty (STDIN_FILENO) && isatty (STDOUT_FILENO))
    {
      char *line = readline (prompt), *copy = g_strdup (line);

      if (line != NULL && *line != '\0')
        add_history (line);
      free (line); /* libedit's */
      return copy;
    }
#endif
  return read_plain (prompt);
}
