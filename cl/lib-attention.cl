/* lib-attention.cl: what the attention kernels agree on: who sees what, and the record of a partial result.
 * Options: N_HEAD, HEAD_DIM, SOFTCAP (0: none). */
#pragma once

/* First position that a token sees; window 0 is all. */
static inline int
first_visible (int position, int window)
{
  return window > 0 ? max (0, position - window + 1) : 0;
}

#ifdef SOFTCAP
#define capped(score) (SOFTCAP * tanh ((score) / SOFTCAP))
#else
#define capped(score) (score)
#endif

/* A part of a row's attention, over some of its positions: largest score m, l = sum of exp (score - m), o = sum of exp (score - m) V.
 * Parts: (token, N_HEAD, split, PART): m, l, o. */
#define PART (2 + HEAD_DIM)

static inline ulong
part_offset (size_t token, int head, int split, int n_splits)
{
  return ((token * N_HEAD + head) * n_splits + split) * PART;
}
