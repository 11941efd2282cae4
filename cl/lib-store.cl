/* lib-store.cl: stores up to 16 neighbouring outputs; with -DADD, adds them to what is there. */

static inline void
store_rows (__global float *y, float16 v, int n_left)
{
  if (n_left >= 16)
    {
#ifdef ADD
      v += vload16 (0, y);
#endif
      vstore16 (v, 0, y);
    }
  else
    {
      float lanes[16];

      vstore16 (v, 0, lanes);
      for (int i = 0; i < n_left; i++)
#ifdef ADD
        y[i] += lanes[i];
#else
        y[i] = lanes[i];
#endif
    }
}
