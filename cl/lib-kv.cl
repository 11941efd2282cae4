/* lib-kv.cl: where the paged cache keeps an element; the layout is that of engine/kv/kv.h.
 * Options: HEAD_DIM, N_HEAD_KV, KV_FLOAT (float instead of half). */
#pragma once

#define KV_BLOCK 16
#define V_DIM    ((HEAD_DIM + 15) / 16 * 16) /* channels of V with their padding */

#if KV_FLOAT
typedef float kv_t;
#define load_kv(p, i)     ((p)[i])
#define load_kv16(p)      vload16 (0, p)
#define store_kv(v, p, i) ((p)[i] = (v))
#define store_kv16(v, p)  vstore16 (v, 0, p)
#else
typedef half kv_t;
#define load_kv(p, i)     vload_half (i, p)
#define load_kv16(p)      vload_half16 (0, p)
#define store_kv(v, p, i) vstore_half_rte (v, i, p)
#define store_kv16(v, p)  vstore_half16_rte (v, 0, p)
#endif

/* K of a block and head: (HEAD_DIM, KV_BLOCK). Offsets are of 64 bits: a pool may pass 2^31 elements. */
static inline ulong
k_offset (int block, int head)
{
  return ((ulong) block * N_HEAD_KV + head) * (HEAD_DIM * KV_BLOCK);
}

/* V of a block and head: (KV_BLOCK, V_DIM) */
static inline ulong
v_offset (int block, int head)
{
  return ((ulong) block * N_HEAD_KV + head) * (KV_BLOCK * V_DIM);
}
