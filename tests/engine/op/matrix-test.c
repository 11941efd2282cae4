/* matrix-test.c: random matrices on the device.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tests/engine/op/matrix-test.h"

#include "engine/base/checked.h"

#include <math.h>
#include <string.h>

static const guint32 types[] = {
  HUNCH_TYPE_F32,  HUNCH_TYPE_F16,  HUNCH_TYPE_BF16, HUNCH_TYPE_Q4_0,   HUNCH_TYPE_Q4_1,
  HUNCH_TYPE_Q5_0, HUNCH_TYPE_Q5_1, HUNCH_TYPE_Q8_0, HUNCH_TYPE_Q2_K,   HUNCH_TYPE_Q3_K,
  HUNCH_TYPE_Q4_K, HUNCH_TYPE_Q5_K, HUNCH_TYPE_Q6_K, HUNCH_TYPE_IQ4_NL, HUNCH_TYPE_IQ4_XS,
};

/* A half of moderate size and either sign. */
static void
random_half (GRand *rand, guint8 *p)
{
  const guint16 h = (guint16) (g_rand_int_range (rand, 8, 14) << 10 | g_rand_int_range (rand, 0, 1024)
                               | (g_rand_boolean (rand) << 15));

  memcpy (p, &h, 2);
}

/* Random bits are random quants; only the half-precision scales must be kept finite. */
void
matrix_random_row (GRand *rand, guint32 type, guint8 *row, gsize bytes)
{
  const HunchTypeInfo *info = hunch_type_info (type);

  for (gsize i = 0; i < bytes; i++)
    row[i] = g_rand_int (rand);
  for (gsize b = 0; b < bytes; b += info->block_bytes)
    switch (type)
      {
      case HUNCH_TYPE_F32:
        {
          const float f = g_rand_double_range (rand, -1, 1);
          memcpy (row + b, &f, 4);
          break;
        }
      case HUNCH_TYPE_BF16:
        {
          const float f = g_rand_double_range (rand, -1, 1);
          memcpy (row + b, (const guint8 *) &f + 2, 2);
          break;
        }
      case HUNCH_TYPE_Q2_K:
        random_half (rand, row + b + 80);
        random_half (rand, row + b + 82);
        break;
      case HUNCH_TYPE_Q3_K:
        random_half (rand, row + b + 108);
        break;
      case HUNCH_TYPE_Q6_K:
        random_half (rand, row + b + 208);
        break;
      case HUNCH_TYPE_Q4_1:
      case HUNCH_TYPE_Q5_1:
      case HUNCH_TYPE_Q4_K:
      case HUNCH_TYPE_Q5_K:
        random_half (rand, row + b + 2);
        G_GNUC_FALLTHROUGH;
      default:
        random_half (rand, row + b);
      }
}

Matrix
matrix_new (GRand *rand, guint32 type, guint n, guint k)
{
  const HunchTypeInfo *info = hunch_type_info (type);
  Matrix m = { type, n, k, k / info->block * info->block_bytes };
  HunchDevice *dev = op_test_device ();
  const guint8 **rows = g_new (const guint8 *, n);
  HunchPlanes planes;
  guint8 *dst;
  cl_int e;

  m.rows = g_malloc (n * m.row_bytes);
  for (guint r = 0; r < n; r++)
    {
      rows[r] = m.rows + r * m.row_bytes;
      matrix_random_row (rand, type, m.rows + r * m.row_bytes, m.row_bytes);
    }
  g_assert_true (hunch_layout_planes (type, n, k, &planes));
  m.weights = (HunchWeights){ .layout = hunch_layout_options (type), .n = n, .k = k };
  memcpy (m.weights.offset, &planes.offset[HUNCH_PLANE_H], sizeof m.weights.offset);
  m.weights.mem = hunch_device_buffer (dev, CL_MEM_READ_WRITE, planes.bytes, "test", NULL);
  dst = clEnqueueMapBuffer (dev->queue, m.weights.mem, CL_TRUE, CL_MAP_WRITE, 0, planes.bytes, 0, NULL, NULL, &e);
  g_assert_cmpint (e, ==, CL_SUCCESS);
  memset (dst, 0xff, planes.bytes); /* padding must not be relied on */
  hunch_layout_repack (type, rows, n, k, 0, hunch_div_up (n, HUNCH_GROUP), &planes, dst);
  g_assert_cmpint (clEnqueueUnmapMemObject (dev->queue, m.weights.mem, dst, 0, NULL, NULL), ==, CL_SUCCESS);
  g_free (rows);
  return m;
}

void
matrix_clear (Matrix *m)
{
  op_test_release (&m->weights.mem);
  g_free (m->rows);
}

double
matrix_test_difference (const float *a, const float *b, gsize n)
{
  double worst = 0, top = 1e-30;

  for (gsize i = 0; i < n; i++)
    {
      g_assert_true (isfinite (a[i]));
      worst = MAX (worst, fabs ((double) a[i] - b[i]));
      top = MAX (top, fabs ((double) b[i]));
    }
  return worst / top;
}

guint
matrix_test_block (guint32 type)
{
  return hunch_type_info (type)->block;
}

void
matrix_test_add (const char *what, gboolean quantized_only, GTestDataFunc func)
{
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autofree char *path = g_strdup_printf ("/op/%s/%s", what, hunch_type_info (types[i])->name);

      if (matrix_test_block (types[i]) > 1 || !quantized_only)
        g_test_add_data_func (path, GUINT_TO_POINTER (types[i]), func);
    }
}

int
matrix_test_main (int argc, char **argv, void (*add) (void))
{
  g_test_init (&argc, &argv, NULL);
  g_assert_nonnull (op_test_device ());
  add ();
  return g_test_run ();
}
