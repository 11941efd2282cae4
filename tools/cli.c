/* cli.c: errors, options and numbers.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/cli.h"
#include "libhunch/hunch.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define MOST_WARNINGS 4

G_DEFINE_QUARK (cli - usage - error - quark, cli_usage_error)

void
cli_error (const char *format, ...)
{
  g_autofree char *line = NULL;
  va_list args;

  va_start (args, format);
  line = g_strdup_vprintf (format, args);
  va_end (args);
  for (char *p = line; *p != '\0'; p++)
    if (g_ascii_iscntrl (*p))
      *p = ' ';
  fprintf (stderr, "hunch: %s\n", line);
}

void
cli_warn (const char *path, const char *const *lines)
{
  g_autofree char *name = g_path_get_basename (path);
  guint i;

  for (i = 0; i < MOST_WARNINGS && lines[i] != NULL; i++)
    cli_error ("%s: %s", name, lines[i]);
  if (lines[i] != NULL)
    cli_error (_ ("%s: more is odd in it, which 'hunch info' lists"), name);
}

int
cli_fail (GError *error)
{
  int status = error->domain == CLI_USAGE_ERROR ? CLI_USAGE : CLI_FAILED;

  cli_error ("%s", error->message);
  g_error_free (error);
  return status;
}

int
cli_usage (const char *command, const char *format, ...)
{
  g_autofree char *what = NULL;
  va_list args;

  va_start (args, format);
  what = g_strdup_vprintf (format, args);
  va_end (args);
  cli_error (_ ("%s; 'hunch %s --help' tells more"), what, command);
  return CLI_USAGE;
}

GOptionContext *
cli_option_context (const CliCommand *command)
{
  g_autofree char *synopsis = g_strdup_printf ("%s - %s", command->arguments, _ (command->summary));
  GOptionContext *context = g_option_context_new (synopsis);
  g_autofree char *name = g_strdup_printf ("hunch %s", command->name);

  g_set_prgname (name); /* GOption's help begins with it */
  g_option_context_set_translation_domain (context, GETTEXT_PACKAGE);
  return context;
}

gboolean
cli_parse (const CliCommand *command, GOptionContext *context, int *argc, char ***argv)
{
  g_autoptr (GError) error = NULL;
  gboolean ok = g_option_context_parse (context, argc, argv, &error);

  g_set_prgname ("hunch");
  g_option_context_free (context);
  if (!ok)
    cli_usage (command->name, "%s", error->message);
  return ok;
}

gboolean
cli_uint (const char *option, const char *text, guint64 min, guint64 max, guint64 *out, GError **error)
{
  char low[24], high[24];

  if (text == NULL || g_ascii_string_to_unsigned (text, 10, min, max, out, NULL))
    return TRUE;
  g_snprintf (low, sizeof low, "%" G_GUINT64_FORMAT, min);
  g_snprintf (high, sizeof high, "%" G_GUINT64_FORMAT, max);
  g_set_error (error, CLI_USAGE_ERROR, 0, _ ("%s takes a whole number from %s to %s, not '%s'"), option, low, high,
               text);
  return FALSE;
}

gboolean
cli_double (const char *option, const char *text, double min, double max, double *out, GError **error)
{
  char *end, low[G_ASCII_DTOSTR_BUF_SIZE], high[G_ASCII_DTOSTR_BUF_SIZE];
  double value;

  if (text == NULL)
    return TRUE;
  value = g_ascii_strtod (text, &end);
  if (end != text && *end == '\0' && isfinite (value) && value >= min && value <= max)
    {
      *out = value;
      return TRUE;
    }
  g_set_error (error, CLI_USAGE_ERROR, 0, _ ("%s takes a number from %s to %s, with a decimal point, not '%s'"), option,
               g_ascii_formatd (low, sizeof low, "%g", min), g_ascii_formatd (high, sizeof high, "%g", max), text);
  return FALSE;
}

gboolean
cli_ids (const char *option, const char *text, GArray *ids, GError **error)
{
  g_auto (GStrv) words = g_strsplit_set (text, ", \t\n", -1);

  for (char **w = words; *w != NULL; w++)
    {
      guint64 id;
      gint32 value;

      if (**w == '\0')
        continue;
      if (!cli_uint (option, *w, 0, G_MAXINT32, &id, error))
        return FALSE;
      value = id;
      g_array_append_val (ids, value);
    }
  return TRUE;
}
