/* gguf-part.c: maps one file into memory and says what it is when it is no GGUF file.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/i18n.h"
#include "engine/base/printable.h"
#include "engine/model/gguf-private.h"

#include <inttypes.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_SHOWN_PATH 1024

gboolean
hunch_gguf_fail (const HunchGgufPart *part, HunchError code, GError **error, const char *format, ...)
{
  char *why;
  va_list args;

  va_start (args, format);
  why = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (error, HUNCH_ERROR, code, "%s: %s", part->shown, why);
  g_free (why);
  return FALSE;
}

/* Other things that people hand over as a model, by their first bytes. */
static const struct
{
  const char *magic;
  const char *why;
} strangers[] = {
  { "tjgg", N_ ("the ggjt format is too old: convert the model to GGUF") },
  { "ggjt", N_ ("the ggjt format is too old: convert the model to GGUF") },
  { "fmgg", N_ ("the ggmf format is too old: convert the model to GGUF") },
  { "ggmf", N_ ("the ggmf format is too old: convert the model to GGUF") },
  { "lmgg", N_ ("the ggml format is too old: convert the model to GGUF") },
  { "ggml", N_ ("the ggml format is too old: convert the model to GGUF") },
  { "algg", N_ ("not a model but an adapter (ggla), and its format is too old") },
  { "ggla", N_ ("not a model but an adapter (ggla), and its format is too old") },
  { "FUGG", N_ ("not a GGUF file: its magic is byte-swapped (big-endian)") },
  { "PK\x03\x04", N_ ("not a GGUF file but a zip archive (a PyTorch checkpoint?)") },
  { "vers", N_ ("not a GGUF file but a Git LFS pointer? Fetch the file itself") },
  { "<!DO", N_ ("not a GGUF file but a web page: download it again") },
  { "<htm", N_ ("not a GGUF file but a web page: download it again") },
};

static gboolean
check_magic (const HunchGgufPart *part, GError **error)
{
  char magic[5] = { 0 };
  char *shown;

  memcpy (magic, part->base, MIN (part->size, 4));
  if (memcmp (magic, "GGUF", 4) == 0)
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (strangers); i++)
    if (memcmp (magic, strangers[i].magic, 4) == 0)
      return hunch_gguf_fail (part, HUNCH_ERROR_FORMAT, error, "%s", _ (strangers[i].why));

  shown = hunch_printable (magic, (gssize) MIN (part->size, 4), 0);
  if (part->size < 4)
    hunch_gguf_fail (part, HUNCH_ERROR_FORMAT, error, _ ("not a GGUF file: it has only %zu bytes"), part->size);
  else if (g_ascii_strcasecmp (magic, "GGUF") == 0)
    hunch_gguf_fail (part, HUNCH_ERROR_FORMAT, error,
                     _ ("not a GGUF file: the magic is '%s', and only 'GGUF' is right"), shown);
  else
    hunch_gguf_fail (part, HUNCH_ERROR_FORMAT, error, _ ("not a GGUF file: it begins with '%s'"), shown);
  g_free (shown);
  return FALSE;
}

static gboolean
map (HunchGgufPart *part, GError **error)
{
  struct stat st;
  void *base;

  /* O_NONBLOCK: opening a FIFO must not wait for its writer. */
  part->fd = open (part->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (part->fd < 0 || fstat (part->fd, &st) != 0)
    {
      int e = errno;

      return hunch_gguf_fail (part, e == ENOENT ? HUNCH_ERROR_NOT_FOUND : HUNCH_ERROR_FAILED, error,
                              _ ("cannot open: %s"), g_strerror (e));
    }
  if (S_ISDIR (st.st_mode))
    return hunch_gguf_fail (part, HUNCH_ERROR_FORMAT, error, _ ("is a folder: give the .gguf file in it"));
  if (!S_ISREG (st.st_mode))
    return hunch_gguf_fail (part, HUNCH_ERROR_FORMAT, error, _ ("is not a regular file"));
  if (st.st_size == 0)
    return hunch_gguf_fail (part, HUNCH_ERROR_FORMAT, error, _ ("the file is empty"));
  if ((guint64) st.st_size > G_MAXSSIZE)
    return hunch_gguf_fail (part, HUNCH_ERROR_NO_MEMORY, error,
                            _ ("the file is too large for this machine's addresses"));

  base = mmap (NULL, (gsize) st.st_size, PROT_READ, MAP_PRIVATE, part->fd, 0);
  if (base == MAP_FAILED)
    return hunch_gguf_fail (part, HUNCH_ERROR_NO_MEMORY, error, _ ("cannot map the file: %s"), g_strerror (errno));
  part->base = base;
  part->size = (gsize) st.st_size;
  return TRUE;
}

HunchGgufPart *
hunch_gguf_part_map (const char *path, GError **error)
{
  HunchGgufPart *part = g_new0 (HunchGgufPart, 1);

  part->fd = -1;
  part->path = g_strdup (path);
  part->shown = hunch_printable (path, -1, MAX_SHOWN_PATH);
  if (!map (part, error))
    g_clear_pointer (&part, hunch_gguf_part_free);
  return part;
}

HunchGgufPart *
hunch_gguf_part_open (const char *path, GError **error)
{
  HunchGgufPart *part = hunch_gguf_part_map (path, error);

  if (part != NULL && !check_magic (part, error))
    g_clear_pointer (&part, hunch_gguf_part_free);
  return part;
}

void
hunch_gguf_part_free (HunchGgufPart *part)
{
  if (part == NULL)
    return;
  if (part->base != NULL)
    munmap ((void *) part->base, part->size);
  if (part->fd >= 0)
    close (part->fd);
  g_free (part->path);
  g_free (part->shown);
  g_free (part);
}
