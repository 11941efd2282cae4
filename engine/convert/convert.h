/* convert.h: a model's file or folder as a GGUF file whose matrices have another type.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/model/model-file.h"

typedef struct
{
  const char *source; /* a GGUF file, the first of several, or a Hugging Face folder */
  const char *target;
  guint32 type; /* HunchTensorType of the matrices: F32, F16, Q8_0, Q4_0 or Q4_K */
  gboolean overwrite;
} HunchConvertOptions;

typedef void (*HunchConvertProgress) (double fraction, gpointer user_data);

/* The type of a name such as "q4_k" in any case; FALSE when nothing is stored as it. */
gboolean hunch_convert_type (const char *name, guint32 *type);

/* Blocks. Vectors become F32. With a type of four bits, the LM head and the embedding, which decide most, become Q8_0, and where a row is no
 * multiple of the block of Q4_K, Q8_0 or F16 stands in. Nothing is left of a target that is not finished: it has another name until
 * then. Stops when *cancelled becomes non-zero (NULL for never): HUNCH_ERROR_FAILED. progress may be NULL. */
gboolean hunch_convert_run (const HunchConvertOptions *options, HunchConvertProgress progress, gpointer user_data,
                            const volatile gint *cancelled, GError **error);
