/* lib-store.cl: stores up to 16 neighbouring outputs, or adds them to what is there. */
#pragma once

static inline void
store_rows (__global float *y, float16 v, int n_left, const int add)
{
  if (n_left >= 16)
    vstore16 (add ? vload16 (0, y) + v : v, 0, y);
  else
    {
      float lanes[16];

      vstore16 (v, 0, lanes);
      for (int i = 0; i < n_left; i++)
        y[i] = add ? y[i] + lanes[i] : lanes[i];
    }
}
