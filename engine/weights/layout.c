/* layout.c: the device layout of each tensor type as data.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/weights/layout.h"

#include "engine/base/checked.h"
#include "engine/model/gguf.h"

#define PLANE_ALIGN 128 /* bytes; a full cache line pair, and what every device asks of a vector */

/* Bytes of each plane for a group of 16 rows: of a block of 32 columns, of one of 256, or of one column. */
typedef struct
{
  guint32 type;
  const char *options;
  guint column;
  guint block[HUNCH_N_PLANES];
  guint block256[HUNCH_N_PLANES];
} Layout;

#define Q(n) [HUNCH_PLANE_Q] = n
#define H(n) [HUNCH_PLANE_H] = n
#define A(n) [HUNCH_PLANE_A] = n
#define B(n) [HUNCH_PLANE_B] = n
#define S(n) [HUNCH_PLANE_S] = n
#define M(n) [HUNCH_PLANE_M] = n

static const Layout layouts[] = {
  { HUNCH_TYPE_F32, "-DFLOAT_F32", .column = 64 },
  { HUNCH_TYPE_F16, "-DFLOAT_F16", .column = 32 },
  { HUNCH_TYPE_BF16, "-DFLOAT_BF16", .column = 32 },
  { HUNCH_TYPE_Q4_0, "-DBITS=4 -DSCALES_D -DZERO=8", .block = { Q (256), A (32) } },
  { HUNCH_TYPE_Q4_1, "-DBITS=4 -DSCALES_DM", .block = { Q (256), A (32), B (32) } },
  { HUNCH_TYPE_Q5_0, "-DBITS=5 -DSCALES_D -DZERO=16", .block = { Q (256), H (64), A (32) } },
  { HUNCH_TYPE_Q5_1, "-DBITS=5 -DSCALES_DM", .block = { Q (256), H (64), A (32), B (32) } },
  { HUNCH_TYPE_Q8_0, "-DBITS=8 -DSCALES_D -DZERO=128", .block = { Q (512), A (32) } },
  { HUNCH_TYPE_Q2_K, "-DBITS=2 -DSCALES_K16", .block = { Q (128), S (32) }, .block256 = { A (32), B (32) } },
  { HUNCH_TYPE_Q3_K, "-DBITS=3 -DSCALES_S16 -DZERO=4", .block = { Q (128), H (64), S (32) }, .block256 = { A (32) } },
  { HUNCH_TYPE_Q4_K, "-DBITS=4 -DSCALES_K", .block = { Q (256), S (16), M (16) }, .block256 = { A (32), B (32) } },
  { HUNCH_TYPE_Q5_K, "-DBITS=5 -DSCALES_K", .block = { Q (256), H (64), S (16), M (16) },
    .block256 = { A (32), B (32) } },
  { HUNCH_TYPE_Q6_K, "-DBITS=6 -DSCALES_S16 -DZERO=32", .block = { Q (256), H (128), S (32) }, .block256 = { A (32) } },
  { HUNCH_TYPE_IQ4_NL, "-DBITS=4 -DIQ4 -DSCALES_D -DZERO=128", .block = { Q (256), A (32) } },
  { HUNCH_TYPE_IQ4_XS, "-DBITS=4 -DIQ4 -DSCALES_S -DZERO=128", .block = { Q (256), S (16) }, .block256 = { A (32) } },
};

static const Layout *
find (guint32 type)
{
  for (gsize i = 0; i < G_N_ELEMENTS (layouts); i++)
    if (layouts[i].type == type)
      return &layouts[i];
  return NULL;
}

gboolean
hunch_layout_planes (guint32 type, guint64 n, guint64 k, HunchPlanes *planes)
{
  const Layout *l = find (type);
  const guint64 n_groups = n / HUNCH_GROUP + (n % HUNCH_GROUP != 0);
  HunchPlanes p = { 0 };
  guint64 size;

  /* No matrix of a real file comes near this; below it nothing here can wrap. */
  if (l == NULL || n == 0 || k == 0 || !hunch_mul_u64 (n, k, &size) || size > G_GUINT64_CONSTANT (1) << 48)
    return FALSE;
  for (guint i = 0; i < HUNCH_N_PLANES; i++)
    {
      if ((l->block[i] && k % 32 != 0) || (l->block256[i] && k % 256 != 0))
        return FALSE;
      p.group[i] = k / 32 * l->block[i] + k / 256 * l->block256[i] + (i == HUNCH_PLANE_Q ? k * l->column : 0);
      p.offset[i] = p.group[i] ? p.bytes : 0;
      p.bytes = hunch_round_up (p.bytes + n_groups * p.group[i], PLANE_ALIGN);
    }
  *planes = p;
  return TRUE;
}

const char *
hunch_layout_options (guint32 type)
{
  const Layout *l = find (type);

  return l ? l->options : NULL;
}
