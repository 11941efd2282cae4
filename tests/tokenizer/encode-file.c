/* encode-file.c: encodes a file for tests/oracle/tokenizer.py: encode-file VOCABULARY TEXT OUT [REPEAT [FLAGS]]
 * SPDX-License-Identifier: LGPL-2.1-or-later
 * VOCABULARY is a GGUF file, a tokenizer.json or a folder of it or of encoder.json and vocab.bpe. FLAGS are
 * HunchEncodeFlags. TEXT holds records: a 32-bit little-endian
 * length and so many bytes. OUT gets for each the number of its ids and the ids, 32 bits each. One line on standard
 * output: load and encode in seconds. */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/session/session-vocab.h"

static HunchVocab *
load (const char *path, GError **error)
{
  HunchGguf *g;
  HunchVocab *v = NULL;

  if (g_str_has_suffix (path, ".json"))
    return hunch_vocab_new_from_json (path, error);
  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    return hunch_vocab_new_from_folder (path, error);
  g = hunch_gguf_open (path, error);
  if (g != NULL)
    v = hunch_vocab_from_gguf (g, error);
  hunch_gguf_free (g);
  return v;
}

/* Encodes all records once. */
static gboolean
encode (const HunchVocab *v, HunchEncodeFlags flags, const char *text, gsize len, GArray *ids, GByteArray *out,
        GError **error)
{
  for (gsize at = 0; at + 4 <= len;)
    {
      guint32 n;

      memcpy (&n, text + at, 4);
      n = GUINT32_FROM_LE (n);
      at += 4;
      g_array_set_size (ids, 0);
      if (n > len - at || !hunch_vocab_encode (v, text + at, n, flags, NULL, ids, error))
        return FALSE;
      at += n;
      g_byte_array_append (out, (const guint8 *) &ids->len, 4);
      g_byte_array_append (out, (const guint8 *) ids->data, ids->len * 4);
    }
  return TRUE;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint32));
  g_autoptr (GByteArray) out = g_byte_array_new ();
  clock_t start = clock (), loaded, best = 0;
  HunchVocab *v = argc >= 4 ? load (argv[1], &error) : NULL;
  gsize len;

  loaded = clock () - start;
  if (v == NULL || !g_file_get_contents (argv[2], &text, &len, &error))
    goto fail;
  for (gint64 i = argc > 4 ? g_ascii_strtoll (argv[4], NULL, 10) : 1; i > 0; i--)
    {
      g_byte_array_set_size (out, 0);
      start = clock ();
      if (!encode (v, argc > 5 ? atoi (argv[5]) : 0, text, len, ids, out, &error))
        goto fail;
      best = best == 0 ? clock () - start : MIN (best, clock () - start);
    }
  if (!g_file_set_contents (argv[3], (const char *) out->data, out->len, &error))
    goto fail;
  g_print ("%.6f %.6f\n", (double) loaded / CLOCKS_PER_SEC, (double) best / CLOCKS_PER_SEC);
  hunch_vocab_unref (v);
  return 0;
fail:
  g_printerr ("encode-file: %s\n", error != NULL ? error->message : "wrong use");
  return 1;
}
