/* matrix-test.h: a random matrix of any type, as a file would have it and on the device, for the tests of products.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/model/gguf.h"
#include "engine/weights/layout.h"
#include "tests/engine/op/op-test.h"

typedef struct
{
  guint32 type;
  guint n, k;
  gsize row_bytes;
  guint8 *rows;
  HunchWeights weights;
} Matrix;

/* A row of bytes as a file would have it. */
void matrix_random_row (GRand *rand, guint32 type, guint8 *row, gsize bytes);
Matrix matrix_new (GRand *rand, guint32 type, guint n, guint k);
void matrix_clear (Matrix *m);

/* Largest difference over the largest value; numbers that are not finite fail the test. */
double matrix_test_difference (const float *a, const float *b, gsize n);

/* Adds a test for each type that has a layout, or only for the quantized ones: /op/<what>/<type>; its data is the type. */
void matrix_test_add (const char *what, gboolean quantized_only, GTestDataFunc func);
/* The usual main function: opens the device, runs what add adds. */
int matrix_test_main (int argc, char **argv, void (*add) (void));
/* Blocks of a type; 1 for float types. */
guint matrix_test_block (guint32 type);
