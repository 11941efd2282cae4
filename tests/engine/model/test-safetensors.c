/* test-safetensors.c: weights that are wrong in one place, in one file or several.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tests/engine/model/hf-folder.h"
#include "tests/engine/model/scratch.h"

#include <string.h>

/* A weights file of one header and n bytes of zeros. */
static void
put_header (const char *header, gsize n)
{
  g_autoptr (GByteArray) b = g_byte_array_new ();
  guint64 len = GUINT64_TO_LE (strlen (header));
  g_autofree guint8 *zeros = g_malloc0 (n + 1);

  g_byte_array_append (b, (guint8 *) &len, 8);
  g_byte_array_append (b, (const guint8 *) header, (guint) strlen (header));
  g_byte_array_append (b, zeros, (guint) n);
  scratch_put (WEIGHTS, b->data, b->len);
}

static void
expect_header (const char *header, gsize n, const char *field, const char *why)
{
  put_header (header, n);
  folder_expect (WEIGHTS, field, why);
}

static void
test_header (void)
{
  const char *norm = "model.norm.weight";

  folder_restore ("llama");
  scratch_put (WEIGHTS, "1234567", 7);
  folder_expect (WEIGHTS, "", "only 7 bytes");
  scratch_put (WEIGHTS, "\377\377\377\377\377\377\377\377{}", 10);
  folder_expect (WEIGHTS, "header", "do not fit");
  scratch_put (WEIGHTS, "\3\0\0\0\0\0\0\0{}", 10);
  folder_expect (WEIGHTS, "header", "do not fit");
  expect_header ("{]", 0, "header", "not JSON");
  expect_header ("{\"model.norm.weight\": 3}", 0, norm, "no dtype");
  expect_header ("{\"model.norm.weight\": {}}", 0, norm, "no dtype");
  expect_header ("{\"model.norm.weight\": {\"dtype\": \"F32\"}}", 0, norm, "no shape");
  expect_header ("{\"model.norm.weight\": {\"dtype\": \"F32\", \"shape\": [1, 1, 1, 1, 1]}}", 0, norm, "no shape");
  expect_header ("{\"model.norm.weight\": {\"dtype\": \"F32\", \"shape\": [-1]}}", 0, norm, "dimension 0");
  expect_header ("{\"model.norm.weight\": {\"dtype\": \"F32\", \"shape\": [1.5]}}", 0, norm, "dimension 0");
  expect_header ("{\"model.norm.weight\": {\"dtype\": \"F32\", \"shape\": [4294967296, 4294967296]}}", 0, norm,
                 "dimension 1");
  expect_header ("{\"model.norm.weight\": {\"dtype\": \"F32\", \"shape\": [16]}}", 64, norm, "data_offsets");
  expect_header ("{\"model.norm.weight\": {\"dtype\": \"F32\", \"shape\": [16], \"data_offsets\": [0]}}", 64, norm,
                 "data_offsets");
  expect_header ("{\"model.norm.weight\": {\"dtype\": \"F32\", \"shape\": [16], \"data_offsets\": [0, 65]}}", 64, norm,
                 "past the end");
  expect_header ("{\"model.norm.weight\": {\"dtype\": \"F32\", \"shape\": [16], \"data_offsets\": [64, 0]}}", 64, norm,
                 "past the end");
  expect_header ("{\"model.norm.weight\": {\"dtype\": \"F32\", \"shape\": [16], \"data_offsets\": [0, -1]}}", 64, norm,
                 "data_offsets");
  expect_header ("{\"model.norm.weight\": {\"dtype\": \"F32\", \"shape\": [15], \"data_offsets\": [0, 64]}}", 64, norm,
                 "needs 15 elements");
  expect_header ("{\"model.norm.weight\": {\"dtype\": \"F32\", \"shape\": [0], \"data_offsets\": [0, 0]}}", 0, norm,
                 "empty");
  expect_header ("{\"model.norm.weight\": {\"dtype\": \"F8_E4M3\", \"shape\": [64], \"data_offsets\": [0, 64]}}", 64,
                 norm, "dtype F8_E4M3 is not supported");
  expect_header (
      "{\"model.layers.0.mlp.up_proj.bias\": {\"dtype\": \"F32\", \"shape\": [1], \"data_offsets\": [0, 4]}}", 4,
      "model.layers.0.mlp.up_proj.bias", "no place");
}

/* Tensors follow one another in whatever order the header has them: none shares bytes with another, and none is left out. */
static void
test_places (void)
{
  static const struct
  {
    guint begin[3]; /* of tensors of 16, 8 and 8 bytes */
    guint n;
    const char *field, *why; /* NULL: the header is right, and the model lacks tensors */
  } cases[] = {
    { { 0, 16, 24 }, 32, NULL, NULL },
    { { 16, 0, 8 }, 32, NULL, NULL },
    { { 0, 8, 24 }, 32, "tensor b", "at offset 8 and not at 16" },
    { { 0, 16, 16 }, 32, "tensor ", "at offset 16 and not at 24" },
    { { 0, 0, 8 }, 16, "tensor ", "not at 8" },
    { { 0, 20, 28 }, 36, "tensor b", "at offset 20 and not at 16" },
    { { 4, 20, 28 }, 36, "tensor a", "at offset 4 and not at 0" },
    { { 0, 16, 24 }, 33, "33 bytes", "only 32" },
  };

  folder_restore ("llama");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) header = g_string_new (NULL);
      static const guint sizes[] = { 16, 8, 8 };

      for (guint k = 0; k < 3; k++)
        g_string_append_printf (header, "%s\"%c\": {\"dtype\": \"F32\", \"shape\": [%u], \"data_offsets\": [%u, %u]}",
                                k > 0 ? ", " : "{", 'a' + k, sizes[k] / 4, cases[i].begin[k],
                                cases[i].begin[k] + sizes[k]);
      g_string_append_c (header, '}');
      put_header (header->str, cases[i].n);
      if (cases[i].why != NULL)
        folder_expect (WEIGHTS, cases[i].field, cases[i].why);
      else
        folder_expect ("config.json", "num_hidden_layers", "the file has only 0");
    }
}

static void
test_index (void)
{
  static const char *const wrong[] = { "{}",
                                       "{\"weight_map\": 3}",
                                       "{\"weight_map\": {\"a\": 3}}",
                                       "{\"weight_map\": {\"a\": \"../x\"}}",
                                       "{\"weight_map\": {\"a\": \"/etc/passwd\"}}",
                                       "{\"weight_map\": {\"a\": \"\"}}",
                                       "{\"weight_map\": {\"a\": \"..\"}}" };
  const char *family = "llama-yarn-parts";

  folder_drop (WEIGHTS);
  folder_copy (family, "config.json");
  folder_copy (family, INDEX);
  folder_copy (family, "model-00001-of-00002.safetensors");
  folder_copy (family, "model-00002-of-00002.safetensors");
  folder_expect_loads ();
  folder_drop ("model-00002-of-00002.safetensors");
  folder_expect ("model-00002-of-00002.safetensors", "", "No such file");
  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      scratch_put (INDEX, wrong[i], strlen (wrong[i]));
      folder_expect (INDEX, "weight_map", "");
    }
  folder_drop (INDEX);
  folder_drop ("model-00001-of-00002.safetensors");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/safetensors/header", test_header);
  g_test_add_func ("/safetensors/places", test_places);
  g_test_add_func ("/safetensors/index", test_index);
  return g_test_run ();
}
