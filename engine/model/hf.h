/* hf.h: a Hugging Face folder (config.json and safetensors) presented as a GGUF file would be.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Fields become the keys, and tensors get the names, that GGUF files have, so that one reader checks both. Messages keep the
 * names of the folder. */
#pragma once

#include "engine/model/family.h"
#include "engine/model/json-file.h"

/* Opens a folder. Its family goes to family, and what was left alone to warnings (element-type utf8). */
HunchGguf *hunch_hf_open (const char *folder, const HunchFamily **family, GPtrArray *warnings, GError **error);

/* Of hunch_hf_open: adds the keys of a parsed config.json to g. */
gboolean hunch_hf_config_read (HunchGguf *g, JsonObject *config, const HunchFamily **family, GError **error);
/* Adds the tensors of one file under their GGUF names. */
gboolean hunch_hf_tensors_add (HunchGguf *g, HunchGgufPart *part, const HunchFamily *family, GPtrArray *warnings,
                               GError **error);
/* The name in the folder of a tensor of a rule (transfer full). layer: -1 for none. */
char *hunch_hf_name (const HunchFamily *family, const HunchTensorRule *rule, int layer);
