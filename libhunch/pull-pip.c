/* pull-pip.c: runs pip as a client of the package index.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/hunch.h"
#include "engine/base/i18n.h"
#include "libhunch/pull-job.h"

#include <glib/gstdio.h>
#include <string.h>

#define POLL_MS 200

/* Bytes of all files in a folder and below; pip's names for what it is downloading are its own. */
static guint64
folder_bytes (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;
  guint64 sum = 0;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);
      GStatBuf st;

      if (g_lstat (child, &st) != 0)
        continue;
      sum += S_ISDIR (st.st_mode) ? folder_bytes (child) : (guint64) st.st_size;
    }
  return sum;
}

typedef struct
{
  HunchPullJob *job;
  const char *folder;
  GAsyncResult *result;
} Watch;

static gboolean
on_poll (gpointer data)
{
  Watch *w = data;

  w->job->progress (HUNCH_PULL_STAGE_DOWNLOADING, w->job->have + folder_bytes (w->folder), w->job->user_data);
  return G_SOURCE_CONTINUE;
}

static void
on_output (GObject *source, GAsyncResult *result, gpointer data)
{
  ((Watch *) data)->result = g_object_ref (result);
}

/* Waits for the process, telling progress, and gives what it wrote to stderr. */
static gboolean
watch (GSubprocess *process, HunchPullJob *job, const char *folder, char **messages, GError **error)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (GSource) poll = g_timeout_source_new (POLL_MS);
  Watch w = { .job = job, .folder = folder };
  gboolean ok;

  g_main_context_push_thread_default (context);
  g_source_set_callback (poll, on_poll, &w, NULL);
  g_source_attach (poll, context);
  g_subprocess_communicate_utf8_async (process, NULL, job->cancellable, on_output, &w);
  while (w.result == NULL)
    g_main_context_iteration (context, TRUE);
  ok = g_subprocess_communicate_utf8_finish (process, w.result, NULL, messages, error);
  if (!ok)
    {
      g_subprocess_force_exit (process);
      g_subprocess_wait (process, NULL, NULL);
    }
  g_source_destroy (poll);
  g_object_unref (w.result);
  g_main_context_pop_thread_default (context);
  return ok;
}

/* A Python that has pip; NULL when none has. Static. */
static const char *
find_python (void)
{
  static const char *const pythons[] = { "python3", "/usr/bin/python3" };

  for (guint i = 0; i < G_N_ELEMENTS (pythons); i++)
    {
      g_autoptr (GSubprocess) p
          = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, NULL, pythons[i],
                              "-m", "pip", "--version", NULL);

      if (p != NULL && g_subprocess_wait_check (p, NULL, NULL))
        return pythons[i];
    }
  return NULL;
}

/* pip's words for it, in English, since LC_ALL is set. */
static gboolean
sounds_offline (const char *messages)
{
  static const char *const signs[] = { "NewConnectionError",
                                       "NameResolutionError",
                                       "Network is unreachable",
                                       "Temporary failure in name resolution",
                                       "Connection refused",
                                       "ConnectTimeoutError",
                                       "ProxyError",
                                       "ReadTimeoutError",
                                       "ProtocolError",
                                       "IncompleteRead",
                                       "ConnectionResetError",
                                       "Could not fetch URL" };

  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    if (strstr (messages, signs[i]) != NULL)
      return TRUE;
  return FALSE;
}

/* The first line that pip calls an error, else its first line. Of what Python throws the last line says what it is. */
static char *
first_error (const char *messages)
{
  const char *line = strstr (messages, "ERROR: ");

  line = line ? line + strlen ("ERROR: ") : messages;
  if (g_str_has_prefix (line, "Exception:"))
    {
      g_autofree char *all = g_strchomp (g_utf8_make_valid (line, -1));
      const char *last = strrchr (all, '\n');

      return g_strdup (last != NULL ? last + 1 : all);
    }
  return g_utf8_make_valid (line, strcspn (line, "\n"));
}

static void
set_pip_error (const HunchPart *part, const char *messages, GError **error)
{
  g_autofree char *line = NULL;

  if (strstr (messages, "No space left on device") != NULL)
    {
      g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_FAILED,
                   _ ("The package %s cannot be fetched: the disk is full; what was fetched is kept, make room and try "
                      "again"),
                   part->package);
      return;
    }
  if (sounds_offline (messages))
    {
      g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_FAILED,
                   _ ("The package %s cannot be fetched: there is no way to the network; what was fetched is kept, "
                      "try again later"),
                   part->package);
      return;
    }
  line = first_error (messages);
  g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_FAILED, _ ("pip cannot fetch the package %s %s: %s"), part->package,
               part->version, line);
}

/* The one package in the folder. */
static char *
find_package (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".whl"))
      return g_build_filename (folder, name, NULL);
  return NULL;
}

static GSubprocess *
start_pip (const char *python, const HunchPart *part, const char *folder, GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher
      = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autofree char *wanted = g_strdup_printf ("%s==%s", part->package, part->version);

  g_subprocess_launcher_setenv (launcher, "LC_ALL", "C.UTF-8", TRUE);
  g_subprocess_launcher_setenv (launcher, "TMPDIR", folder, TRUE); /* on the same disk, and where progress is seen */
  g_subprocess_launcher_setenv (launcher, "PIP_REQUIRE_VIRTUALENV", "0", TRUE);
  return g_subprocess_launcher_spawn (launcher, error, python, "-m", "pip", "download", "--no-deps", "--no-input",
                                      "--no-cache-dir", "--disable-pip-version-check", "--only-binary",
                                      ":all:", "--progress-bar", "off", "--retries", "2", "--timeout", "15", "--dest",
                                      folder, wanted, NULL);
}

char *
hunch_pip_download (HunchPullJob *job, const HunchPart *part, const char *folder, GError **error)
{
  const char *python = find_python ();
  g_autoptr (GSubprocess) process = NULL;
  g_autofree char *messages = NULL;
  char *path;

  if (python == NULL)
    {
      g_set_error_literal (error, HUNCH_ERROR, HUNCH_ERROR_NOT_FOUND,
                           _ ("Fetching a model takes pip; install the package python3-pip"));
      return NULL;
    }
  process = start_pip (python, part, folder, error);
  if (process == NULL || !watch (process, job, folder, &messages, error))
    return NULL;
  path = g_subprocess_get_successful (process) ? find_package (folder) : NULL;
  if (path == NULL)
    set_pip_error (part, messages ?: "", error);
  return path;
}
