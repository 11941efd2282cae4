/* rmsnorm.cl: y = x / sqrt (mean (x^2) + eps) * w, a row a work-item. (Zhang & Sennrich, 2019) */
#include "lib-float.cl"

__kernel void
rmsnorm (__global const float *x, /* (token, n) */
         __global const float *w, /* (n) */
         __global float *y,       /* (token, n) */
         int n, float eps)
{
  const int t = get_global_id (0);
  float16 acc = 0.0f;
  float sum;
  int i;

  x += (long) t * n;
  y += (long) t * n;
  for (i = 0; i + 16 <= n; i += 16)
    {
      const float16 v = vload16 (0, x + i);
      acc = fma (v, v, acc);
    }
  sum = sum16 (acc);
  for (; i < n; i++)
    sum = fma (x[i], x[i], sum);

  const float scale = 1.0f / sqrt (sum / n + eps);
  for (i = 0; i + 16 <= n; i += 16)
    vstore16 (vload16 (0, x + i) * scale * vload16 (0, w + i), 0, y + i);
  for (; i < n; i++)
    y[i] = x[i] * scale * w[i];
}
