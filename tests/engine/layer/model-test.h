/* model-test.h: a model with its forward pass and its cache, for tests that look at logits.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/layer/forward.h"

#include <json-glib/json-glib.h>

/* Most tokens in a batch, and most rows of logits. */
#define MODEL_TEST_BATCH 512

typedef struct
{
  HunchModelFile *file;
  HunchForward *forward;
  HunchKv *kv;
  guint n_vocab;
} ModelTest;

/* Opens the default device once; free it with model_test_finish. */
HunchDevice *model_test_device (void);
void model_test_finish (void);

/* A file or folder under tests/fixtures, with room for n_ctx positions. Failure is a failed test. */
ModelTest model_test_open (const char *folder, const char *name, guint n_ctx, gboolean exact);
/* The same with fewer rows of logits. */
ModelTest model_test_open_rows (const char *folder, const char *name, guint n_ctx, guint n_rows, gboolean exact);
/* The same for any path. */
ModelTest model_test_open_path (const char *path, guint n_ctx, guint n_rows, gboolean exact);
void model_test_close (ModelTest *m);

/* Appends n ids to a sequence in pieces of chunk and gives the logits of the last one: (n_vocab). */
void model_test_feed (ModelTest *m, gint seq, const gint32 *ids, guint n, guint chunk, float *logits);

/* The likeliest id, and the largest difference of two rows. */
gint32 model_test_best (const float *logits, guint n);
double model_test_difference (const float *a, const float *b, guint n);

/* A file of JSON under tests; (transfer full). */
JsonNode *model_test_json (const char *path);
/* An array of numbers (transfer full). */
gint32 *model_test_ints (JsonObject *o, const char *name, guint *n);
float *model_test_floats (JsonObject *o, const char *name, guint *n);
