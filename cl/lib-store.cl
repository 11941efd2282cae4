/* lib-store.cl: stores up to 16 neighbouring outputs, or adds them to what is there. */
#pragma once

#ifdef SPLIT
/* One of the 16, by the first of the work-items that share its row. */
static inline void
store_rows (__global float *y, float v, int n_left, const int add)
{
  if (FIRST_BLOCK == 0 && LANE < n_left)
    y[LANE] = add ? y[LANE] + v : v;
}
#else
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
#endif
