/* gemm.cl: C = A B (+ C), row-major float32; a work-item makes a tile of 8 by 8. For devices that CLBlast refuses.
 * -DB_TRANSPOSED: B is (n, k). Elements past the edges are read from the last row or column, and not stored.
 *
 * The one loop over k is written out within: llvmpipe ends every loop of a work-item, and says nothing, when all of them together have gone
 * round 65,535 times, and loops over a tile's rows and columns would use that up at k = 740. */
#define TILE 8
#define EACH_OF_TILE(f) f (0) f (1) f (2) f (3) f (4) f (5) f (6) f (7)

#ifdef B_TRANSPOSED
#define COLUMN_STEP(ldb) (ldb)
#define K_STEP(ldb) 1
#else
#define COLUMN_STEP(ldb) 1
#define K_STEP(ldb) (ldb)
#endif

/* Where the 8 rows or columns from first on begin; those past the end are the last. */
static inline long8
places (int first, int n, int step)
{
  return convert_long8 (min (first + (int8) (0, 1, 2, 3, 4, 5, 6, 7), (int8) (n - 1))) * step;
}

__kernel void
gemm (__global const float *a, ulong off_a, int lda, /* (m, k) */
      __global const float *b, ulong off_b, int ldb, /* (k, n), or (n, k) */
      __global float *c, ulong off_c, int ldc,       /* (m, n) */
      int m, int n, int k, int add)
{
  const int j0 = get_global_id (0) * TILE;
  const int i0 = get_global_id (1) * TILE;
  const long8 row = places (i0, m, lda);
  const long8 column = places (j0, n, COLUMN_STEP (ldb));
  float tile[TILE * TILE];

#define ZERO(i) float8 acc##i = 0.0f;
  EACH_OF_TILE (ZERO)

  a += off_a;
  b += off_b;
  c += off_c;
  for (int p = 0; p < k; p++)
    {
      __global const float *bp = b + (long) p * K_STEP (ldb);
      const float8 bv = (float8) (bp[column.s0], bp[column.s1], bp[column.s2], bp[column.s3], bp[column.s4], bp[column.s5],
                                  bp[column.s6], bp[column.s7]);

#define ADD_ROW(i) acc##i = fma ((float8) a[row.s##i + p], bv, acc##i);
      EACH_OF_TILE (ADD_ROW)
    }

#define KEEP(i) vstore8 (acc##i, i, tile);
  EACH_OF_TILE (KEEP)
  for (int i = 0; i < TILE && i0 + i < m; i++)
    for (int j = 0; j < TILE && j0 + j < n; j++)
      {
        __global float *out = c + (long) (i0 + i) * ldc + j0 + j;

        *out = add ? *out + tile[i * TILE + j] : tile[i * TILE + j];
      }
}
