/* fuzz-gguf.c: any bytes as a GGUF model.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/model/model-file.h"
#include "tests/fuzz/fuzz.h"

#include <sys/mman.h>
#include <unistd.h>

/* The reader maps files, so the bytes become one that is nowhere on disk. */
static int
as_file (const uint8_t *data, size_t size, char *path, gsize n)
{
  int fd = memfd_create ("fuzz", MFD_CLOEXEC);

  if (fd >= 0 && write (fd, data, size) != (ssize_t) size)
    g_error ("cannot write to memory");
  g_snprintf (path, n, "/proc/self/fd/%d", fd);
  return fd;
}

static void
list (const HunchGguf *g)
{
  for (guint i = 0; i < hunch_gguf_n_keys (g); i++)
    {
      char *value, *key = hunch_gguf_key_at (g, i, &value);

      g_free (key);
      g_free (value);
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  char path[64];
  int fd = as_file (data, size, path, sizeof path);
  HunchModelFile *m = hunch_model_file_open (path, NULL);
  HunchGguf *g = hunch_gguf_open (path, NULL);

  if (g != NULL)
    list (g);
  hunch_gguf_free (g);
  hunch_model_file_free (m);
  close (fd);
  return 0;
}
