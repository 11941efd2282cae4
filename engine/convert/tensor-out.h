/* tensor-out.h: one tensor on its way to another type.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/model/gguf-write.h"
#include "engine/model/model-file.h"

/* What a tensor becomes. */
typedef struct
{
  const HunchTensor *t;
  guint32 type;
  guint paired_head; /* length of a head whose rows (i, i + half) are to be neighbours; 0: rows stay in order */
} HunchTensorOut;

/* wanted: the type of the matrices. */
HunchTensorOut hunch_tensor_out_plan (const HunchModelFile *m, const HunchTensor *t, guint32 wanted);
/* Writes all rows. */
gboolean hunch_tensor_out_write (const HunchTensorOut *out, HunchGgufWriter *w, const volatile gint *cancelled,
                                 GError **error);
