/* ffn-act.cl: the activation of a feed-forward, a group for each CHUNK elements of a row. (Shazeer, 2020)
 * Options: GROUP, N, CHUNK, BIAS (added to up), and KIND: one of the four below. */
#include "lib-group.cl"

#define SWIGLU    0
#define GEGLU     1
#define GELU_TANH 2
#define RELU2     3

#if KIND == SWIGLU
static inline lanes_t
silu (lanes_t x)
{
  return x / (1.0f + exp (-x));
}
#elif KIND != RELU2
/* x * Phi (x) in its tanh form; 1 + tanh (u) = 2 / (1 + exp (-2u)). (Hendrycks & Gimpel, 2016) */
static inline lanes_t
gelu_tanh (lanes_t x)
{
  const lanes_t u = 0.7978845608f * (x + 0.044715f * x * x * x); /* sqrt (2 / pi) */

  return x / (1.0f + exp (-2.0f * u));
}
#endif

static inline lanes_t
act (lanes_t gate, lanes_t up)
{
#if KIND == SWIGLU
  return silu (gate) * up;
#elif KIND == GEGLU
  return gelu_tanh (gate) * up;
#elif KIND == GELU_TANH
  return gelu_tanh (up);
#else
  return up < 0.0f ? 0.0f : up * up; /* this way round NaN stays NaN */
#endif
}

#if KIND == SWIGLU || KIND == GEGLU
#define gated(load) (load)
#else
#define gated(load) 0.0f
#endif
#if BIAS
#define shifted(v, load) ((v) + (load))
#else
#define shifted(v, load) (v)
#endif

GROUP_KERNEL void
ffn_act (__global const float *gate, ulong gate_offset, int ldgate, /* (row, N), not read without a gate */
         __global const float *up, ulong up_offset, int ldup,       /* (row, N) */
         __global const float *bias,                                /* (N) */
         __global float *y, ulong y_offset, int ldy)                /* (row, N) */
{
  const size_t row = get_group_id (1);
  const int begin = get_group_id (0) * CHUNK, end = min (begin + CHUNK, N);
  int i;

  gate += gate_offset + row * ldgate;
  up += up_offset + row * ldup;
  y += y_offset + row * ldy;
  for (i = begin + LANES * LID; i + LANES <= end; i += LANES * GROUP)
    store_lanes (act (gated (load_lanes (gate + i)), shifted (load_lanes (up + i), load_lanes (bias + i))), y + i);
  for (i = end / LANES * LANES + LID; i < end; i += GROUP)
    y[i] = first_lane (act ((lanes_t) (gated (gate[i])), (lanes_t) (shifted (up[i], bias[i]))));
}
