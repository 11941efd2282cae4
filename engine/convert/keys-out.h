/* keys-out.h: the metadata of a file that is converted.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/model/gguf-write.h"
#include "engine/model/model-file.h"

/* All keys: those of a file as they are but for what tells of types and parts; those of a folder as GGUF files have them, its
 * vocabulary included. */
gboolean hunch_keys_out (const HunchModelFile *m, guint32 type, HunchGgufWriter *w, GError **error);

/* (rope_dim / 2) divisors of the angles (transfer full), where a folder has a scaling that GGUF files have as a tensor; else NULL. */
float *hunch_rope_out (const HunchModelFile *m);
