/* fuzz-vocab.c: any bytes as a GGUF file with a vocabulary, with which texts are then encoded.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/session/session-vocab.h"
#include "tests/fuzz/fuzz-text.h"
#include "tests/fuzz/fuzz.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  char path[64];
  int fd = fuzz_file (data, size, path, sizeof path);
  HunchGguf *g = hunch_gguf_open (path, NULL);
  HunchVocab *v = g != NULL ? hunch_vocab_from_gguf (g, NULL) : NULL;

  hunch_gguf_free (g);
  if (v != NULL)
    fuzz_texts (v, data, MIN (size, 4096));
  hunch_vocab_unref (v);
  close (fd);
  return 0;
}
