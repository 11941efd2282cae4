/* upload.h: moves tensors from the mapped file to the device, repacked, with as many threads as there are cores.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/weights/matrix.h"

typedef struct HunchUpload HunchUpload;

typedef void (*HunchUploadProgress) (double fraction, gpointer user_data);

/* The file must outlive the upload. */
HunchUpload *hunch_upload_new (HunchDevice *dev, const HunchGguf *file);
void hunch_upload_free (HunchUpload *u);

/* Plans one linear map of up to HUNCH_LINEAR_MAX tensors with equal rows, side by side; NULL entries are skipped.
 * Allocates the device memory; the contents come with hunch_upload_run. out must stay where it is until then. */
gboolean hunch_upload_linear (HunchUpload *u, const HunchTensor *const *tensors, guint n_tensors, HunchLinear *out,
                              GError **error);

/* Vectors end to end as one buffer of floats, at once: norm weights and biases. NULL tensors are skipped; *out is NULL
 * when all are. */
gboolean hunch_upload_vector (HunchUpload *u, const HunchTensor *const *tensors, guint n_tensors, cl_mem *out,
                              GError **error);

/* Repacks all that was planned. Stops early when *cancelled becomes non-zero (NULL for never): FALSE with
 * HUNCH_ERROR_FAILED. Drops the file's pages behind it, and refuses a file that was cut short meanwhile. */
gboolean hunch_upload_run (HunchUpload *u, HunchUploadProgress progress, gpointer user_data,
                           const volatile gint *cancelled, GError **error);
