/* layout.h: where the planes of a matrix lie on the device, for each tensor type. cl/lib-quant.cl describes the planes.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

#define HUNCH_GROUP 16 /* rows interleaved */

typedef enum
{
  HUNCH_PLANE_Q,
  HUNCH_PLANE_H,
  HUNCH_PLANE_A,
  HUNCH_PLANE_B,
  HUNCH_PLANE_S,
  HUNCH_PLANE_M,
  HUNCH_N_PLANES
} HunchPlane;

/* The planes of a matrix in one buffer, in bytes; an absent plane has size and offset 0. */
typedef struct
{
  guint64 offset[HUNCH_N_PLANES];
  guint64 group[HUNCH_N_PLANES]; /* size for one group of 16 rows */
  guint64 bytes;                 /* of the whole buffer */
} HunchPlanes;

/* FALSE when the type has no layout, or k is no multiple of its block. */
gboolean hunch_layout_planes (guint32 type, guint64 n, guint64 k, HunchPlanes *planes);

/* Build options that make cl/lib-quant.cl decode the type: "-DBITS=4 -DSCALES_DM"; NULL when the type has no layout. */
const char *hunch_layout_options (guint32 type);

/* Repacks groups [first, last) of a matrix into its planes. rows: n pointers, each to a row as the file has it;
 * lanes past n become zeros. Scalar C; the parts of a matrix may be repacked by different threads. */
void hunch_layout_repack (guint32 type, const guint8 *const *rows, guint64 n, guint64 k, guint64 first, guint64 last,
                          const HunchPlanes *planes, guint8 *dst);
