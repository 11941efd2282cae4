/* input.c: the text that a command works on.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/input.h"
#include "tools/cli.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <string.h>
#include <unistd.h>

static GBytes *
read_stdin (GError **error)
{
  GByteArray *all = g_byte_array_new ();
  guint8 buffer[1 << 16];
  gssize n;

  while ((n = read (STDIN_FILENO, buffer, sizeof buffer)) != 0)
    {
      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        {
          int e = errno;

          g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (e), _ ("Standard input cannot be read: %s"),
                       g_strerror (e));
          g_byte_array_unref (all);
          return NULL;
        }
      g_byte_array_append (all, buffer, n);
    }
  return g_byte_array_free_to_bytes (all);
}

GBytes *
input_read (const char *path, GError **error)
{
  char *data;
  gsize len;

  if (strcmp (path, "-") == 0)
    return read_stdin (error);
  return g_file_get_contents (path, &data, &len, error) ? g_bytes_new_take (data, len) : NULL;
}

GBytes *
input_text (char **words, const char *file, GError **error)
{
  guint n = words ? g_strv_length (words) : 0;

  if (n > 1)
    g_set_error_literal (error, CLI_USAGE_ERROR, 0, _ ("There is more than one text; put it in quotes"));
  else if (n == 1 && file != NULL)
    g_set_error_literal (error, CLI_USAGE_ERROR, 0, _ ("There are a text and a --file; give one of them"));
  else if (n == 0 && file == NULL)
    g_set_error_literal (error, CLI_USAGE_ERROR, 0,
                         _ ("There is no text; give one in quotes, or --file FILE ('-' for standard input)"));
  else
    return file != NULL ? input_read (file, error) : g_bytes_new (words[0], strlen (words[0]));
  return NULL;
}
