/* op-test.h: what the tests of operations share: a device, buffers with guarded margins, numbers, comparison.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/op/op-group.h"

/* The device of HUNCH_TEST_DEVICE or the default one, kept for the process. Without one the test is skipped and NULL returned. */
HunchDevice *op_test_device (void);

/* The sizes of groups that each kernel over rows is tested with: a CPU's and a GPU's. */
extern const guint op_test_groups[2];

/* What each variant of the dot product is called, the one of halves last; many devices cannot run all. */
extern const char *const op_test_dots[6];
/* Adds PREFIX/NAME of a variant for the first n of them, with the variant as its data. */
void op_test_add_dots (const char *prefix, guint n, GTestDataFunc func);

/* n numbers between -amplitude and amplitude, the same on each run. (transfer full) */
float *op_test_random (guint32 seed, gsize n, float amplitude);

cl_mem op_test_upload (const void *data, gsize bytes);
void op_test_download (cl_mem mem, void *data, gsize bytes);
void op_test_release (cl_mem *mem);

/* Rows on the device, with NaN before, between and behind them. data: (n_rows, n), or NULL for NaN. */
HunchRows op_test_rows (const float *data, guint n_rows, guint n);
/* Reads rows back into data and frees their buffer; a margin that is no longer NaN fails the test. */
void op_test_rows_take (HunchRows *rows, float *data, guint n_rows, guint n);

/* Fails unless |got - want| <= tolerance * (1 + |want|) everywhere. */
void op_test_compare (const char *what, const float *got, const float *want, gsize n, double tolerance);

/* g_assert that an enqueue succeeded and wait for it. */
void op_test_done (cl_int code);
