/* rmsnorm.cl: y = x / sqrt (mean (x^2) + eps) * w, a group a row. (Zhang & Sennrich, 2019)
 * Options: GROUP, N, EPS, WEIGHTLESS. */
#include "lib-group.cl"

#if WEIGHTLESS
#define weigh(v, load) (v)
#else
#define weigh(v, load) ((v) * (load))
#endif

GROUP_KERNEL void
rmsnorm (__global const float *x, ulong x_offset, int ldx, /* (row, N) */
         __global const float *w,                          /* (N) */
         __global float *y, ulong y_offset, int ldy)       /* (row, N) */
{
  __local float scratch[GROUP];
  const size_t row = get_group_id (0);
  lanes_t acc = 0.0f;
  float sum = 0.0f;
  int i;

  x += x_offset + row * ldx;
  y += y_offset + row * ldy;
  for (i = LANES * LID; i + LANES <= N; i += LANES * GROUP)
    {
      const lanes_t v = load_lanes (x + i);
      acc = fma (v, v, acc);
    }
  for (i = N / LANES * LANES + LID; i < N; i += GROUP)
    sum = fma (x[i], x[i], sum);
  sum = group_sum (sum + sum_lanes (acc), scratch);

  const float scale = 1.0f / sqrt (sum / N + EPS);
  for (i = LANES * LID; i + LANES <= N; i += LANES * GROUP)
    store_lanes (weigh (load_lanes (x + i) * scale, load_lanes (w + i)), y + i);
  for (i = N / LANES * LANES + LID; i < N; i += GROUP)
    y[i] = weigh (x[i] * scale, w[i]);
}
