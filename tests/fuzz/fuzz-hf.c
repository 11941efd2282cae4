/* fuzz-hf.c: any bytes as a tokenizer.json, with which texts are then encoded.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tests/fuzz/fuzz-text.h"
#include "tests/fuzz/fuzz.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  char path[64];
  int fd = fuzz_file (data, size, path, sizeof path);
  HunchVocab *v = hunch_vocab_new_from_json (path, NULL);

  if (v != NULL)
    fuzz_texts (v, data, MIN (size, 4096));
  hunch_vocab_unref (v);
  close (fd);
  return 0;
}
