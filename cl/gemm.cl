/* gemm.cl: C = A B (+ C), row-major float32; a work-item makes a tile of 8 by 8. For devices that CLBlast refuses.
 * -DB_TRANSPOSED: B is (n, k). Elements past the edges are read from the last row or column, and not stored. */
#define TILE 8

__kernel void
gemm (__global const float *a, ulong off_a, int lda, /* (m, k) */
      __global const float *b, ulong off_b, int ldb, /* (k, n), or (n, k) */
      __global float *c, ulong off_c, int ldc,       /* (m, n) */
      int m, int n, int k, int add)
{
  const int j0 = get_global_id (0) * TILE;
  const int i0 = get_global_id (1) * TILE;
  float acc[TILE][TILE];

  a += off_a;
  b += off_b;
  c += off_c;
  for (int i = 0; i < TILE; i++)
    for (int j = 0; j < TILE; j++)
      acc[i][j] = 0.0f;

  for (int p = 0; p < k; p++)
    {
      float bv[TILE];

#pragma unroll
      for (int j = 0; j < TILE; j++)
        {
          const long col = min (j0 + j, n - 1);
#ifdef B_TRANSPOSED
          bv[j] = b[col * ldb + p];
#else
          bv[j] = b[(long) p * ldb + col];
#endif
        }
#pragma unroll
      for (int i = 0; i < TILE; i++)
        {
          const float av = a[(long) min (i0 + i, m - 1) * lda + p];

#pragma unroll
          for (int j = 0; j < TILE; j++)
            acc[i][j] = fma (av, bv[j], acc[i][j]);
        }
    }

  for (int i = 0; i < TILE && i0 + i < m; i++)
    for (int j = 0; j < TILE && j0 + j < n; j++)
      {
        __global float *out = c + (long) (i0 + i) * ldc + j0 + j;

        *out = add ? *out + acc[i][j] : acc[i][j];
      }
}
