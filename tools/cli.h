/* cli.h: what all commands share: the table, errors, numbers, exit statuses.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

#define CLI_OK     0
#define CLI_FAILED 1
#define CLI_USAGE  2

typedef struct
{
  const char *name;
  const char *arguments;              /* what comes after the options */
  const char *summary;                /* N_ () */
  int (*run) (int argc, char **argv); /* argv[0] is the name; an exit status */
} CliCommand;

/* One line on stderr. */
void cli_error (const char *format, ...) G_GNUC_PRINTF (1, 2);
/* What is odd in a model's file, a line each, the first few of them. */
void cli_warn (const char *path, const char *const *lines);
/* Says what is wrong with an error, frees it, and gives CLI_FAILED, or CLI_USAGE for one of CLI_USAGE_ERROR. */
int cli_fail (GError *error);
/* Says what is wrong with how a command was called; gives CLI_USAGE. */
int cli_usage (const char *command, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* A parser for a command's options; help and translations included. */
GOptionContext *cli_option_context (const CliCommand *command);
/* FALSE when they are wrong, after saying so. */
gboolean cli_parse (const CliCommand *command, GOptionContext *context, int *argc, char ***argv);

/* Numbers as people write them in every locale: a point, no thousands. text NULL leaves out as it is. */
gboolean cli_uint (const char *option, const char *text, guint64 min, guint64 max, guint64 *out, GError **error);
gboolean cli_double (const char *option, const char *text, double min, double max, double *out, GError **error);
/* "1,2,3" or "1 2 3" appended to ids (gint32). */
gboolean cli_ids (const char *option, const char *text, GArray *ids, GError **error);

#define CLI_USAGE_ERROR (cli_usage_error_quark ())
GQuark cli_usage_error_quark (void);

extern const CliCommand cmd_bench, cmd_complete, cmd_convert, cmd_detokenize, cmd_devices, cmd_infill, cmd_info,
    cmd_models, cmd_perplexity, cmd_pull, cmd_tokenize, cmd_trace, cmd_tune;
