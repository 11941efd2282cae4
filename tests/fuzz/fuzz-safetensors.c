/* fuzz-safetensors.c: any bytes as config.json and as a safetensors file, parted where the first NUL is.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/model/hf.h"
#include "engine/model/safetensors.h"
#include "tests/fuzz/fuzz.h"

#include <string.h>

/* A part that lies in memory. */
static HunchGgufPart
part_of (const uint8_t *data, size_t size)
{
  return (HunchGgufPart){ .path = (char *) "fuzz", .shown = (char *) "fuzz", .fd = -1, .base = data, .size = size };
}

static void
read_config (HunchGguf *g, const HunchGgufPart *part, const HunchFamily **family)
{
  g_autoptr (JsonObject) object
      = hunch_json_object (part, (const char *) part->base, part->size, "configuration", NULL);

  if (object != NULL)
    hunch_hf_config_read (g, object, family, NULL);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const uint8_t *nul = size > 0 ? memchr (data, 0, size) : NULL;
  size_t n = nul != NULL ? (size_t) (nul - data) : size;
  HunchGgufPart config = part_of (data, n);
  HunchGgufPart weights = part_of (data + n + (nul != NULL), size - n - (nul != NULL));
  HunchGguf *g = hunch_gguf_new (NULL);
  const HunchFamily *family = NULL;
  g_autoptr (GPtrArray) warnings = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_set_free_func (g->parts, NULL);
  g->parts->pdata[0] = &config;
  g->folder = g_strdup ("fuzz");
  g->fields = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g->owned = g_ptr_array_new_with_free_func (g_free);
  read_config (g, &config, &family);
  hunch_hf_tensors_add (g, &weights, family != NULL ? family : &hunch_family_gpt2, warnings, NULL);
  hunch_gguf_seal (g, NULL);
  hunch_gguf_free (g);
  return 0;
}
