/* fuzz-text.h: for targets with vocabularies: a file out of bytes, and texts there and back.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tokenizer/vocab.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A file that is nowhere on disk; its path. The caller closes what is returned. */
static inline int
fuzz_file (const uint8_t *data, size_t size, char *path, gsize n)
{
  int fd = memfd_create ("fuzz", MFD_CLOEXEC);

  if (fd >= 0 && write (fd, data, size) != (ssize_t) size)
    g_error ("cannot write to memory");
  g_snprintf (path, n, "/proc/self/fd/%d", fd);
  return fd;
}

/* Encodes a text in every way and decodes it again: ids are in range, and a lossless vocabulary loses nothing. */
static inline void
fuzz_text (const HunchVocab *v, const char *text, gsize len)
{
  for (guint flags = 0; flags < 4; flags++)
    {
      g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint32));
      g_autoptr (GString) out = g_string_new (NULL);

      if (!hunch_vocab_encode (v, text, len, flags, NULL, ids, NULL))
        continue;
      if (!hunch_vocab_decode (v, (const gint32 *) (gpointer) ids->data, ids->len, flags & 1, out, NULL))
        g_error ("an id that is out of range");
      if (flags == 0 && hunch_vocab_lossless (v) && (out->len != len || memcmp (out->str, text, len) != 0))
        g_error ("a text that does not come back");
    }
}

/* Fixed texts, the input itself as one, and all that can be asked about a vocabulary. */
static inline void
fuzz_texts (const HunchVocab *v, const uint8_t *data, gsize size)
{
  static const char *const texts[]
      = { "", " ", "  Hello world's 1234\n\n", "▁▁é\xff\xc3 \u3000中文\t</s>", "aaaaaaaaaaaaaaaaaaaaaaaaa" };

  const guint step
      = hunch_vocab_size (v) / 50 + 1; /* inputs per second count for more than each piece of each vocabulary */

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    fuzz_text (v, texts[i], strlen (texts[i]));
  fuzz_text (v, (const char *) data, size);
  for (guint id = 0; id < MIN (hunch_vocab_size (v), 1000); id++)
    {
      HunchText piece = hunch_vocab_piece (v, id, TRUE);

      hunch_vocab_lookup (v, piece.data, piece.len);
      hunch_vocab_kind (v, id);
      hunch_vocab_is_eog (v, id);
      if (id % step == 0)
        fuzz_text (v, piece.data, piece.len);
    }
  for (const char *const *w = hunch_vocab_warnings (v); *w != NULL; w++)
    if (strchr (*w, '\n') != NULL)
      g_error ("a warning of two lines");
}
