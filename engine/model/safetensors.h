/* safetensors.h: the tensors of one safetensors file.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 * Follows the format's description in huggingface/safetensors: a length of 8 bytes, that much JSON, then the data. */
#pragma once

#include "engine/model/gguf-private.h"

/* As a file has it: dimensions from the slowest to the fastest, any element type. */
typedef struct
{
  char *name;
  const char *dtype; /* "F32"; owned by the list */
  guint n_dims;
  guint64 dims[HUNCH_MAX_DIMS];
  const guint8 *data; /* in the mapping, aligned to nothing */
  guint64 bytes;
} HunchSafetensor;

/* All tensors of a file (element-type HunchSafetensor), in no order; NULL with an error. Checked: names once each, ranges
 * within the file, sizes as shape and type have them where the type is known. */
GArray *hunch_safetensors_read (const HunchGgufPart *part, GStringChunk *strings, GError **error);
/* HunchTensorType of a dtype, or -1. */
int hunch_safetensors_type (const char *dtype);
