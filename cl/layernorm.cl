/* layernorm.cl: y = (x - mean) / sqrt (var + eps) * w + b, a group a row. (Ba, Kiros & Hinton, 2016)
 * The variance is summed about the mean in a second pass: E[x^2] - E[x]^2 would cancel.
 * Options: GROUP, N, EPS, BIAS. */
#include "lib-group.cl"

#if BIAS
#define shift(v, load) ((v) + (load))
#else
#define shift(v, load) (v)
#endif

GROUP_KERNEL void
layernorm (__global const float *x, ulong x_offset, int ldx,           /* (row, N) */
           __global const float *w, __global const float *b,          /* (N) */
           __global float *y, ulong y_offset, int ldy)                /* (row, N) */
{
  __local float scratch[GROUP];
  const size_t row = get_group_id (0);
  lanes_t acc = 0.0f;
  float sum = 0.0f;
  int i;

  x += x_offset + row * ldx;
  y += y_offset + row * ldy;
  for (i = LANES * LID; i + LANES <= N; i += LANES * GROUP)
    acc += load_lanes (x + i);
  for (i = N / LANES * LANES + LID; i < N; i += GROUP)
    sum += x[i];
  const float mean = group_sum (sum + sum_lanes (acc), scratch) / N;

  acc = 0.0f;
  sum = 0.0f;
  for (i = LANES * LID; i + LANES <= N; i += LANES * GROUP)
    {
      const lanes_t v = load_lanes (x + i) - mean;
      acc = fma (v, v, acc);
    }
  for (i = N / LANES * LANES + LID; i < N; i += GROUP)
    sum = fma (x[i] - mean, x[i] - mean, sum);
  sum = group_sum (sum + sum_lanes (acc), scratch);

  const float scale = 1.0f / sqrt (sum / N + EPS);
  for (i = LANES * LID; i + LANES <= N; i += LANES * GROUP)
    store_lanes (shift ((load_lanes (x + i) - mean) * scale * load_lanes (w + i), load_lanes (b + i)), y + i);
  for (i = N / LANES * LANES + LID; i < N; i += GROUP)
    y[i] = shift ((x[i] - mean) * scale * w[i], b[i]);
}
