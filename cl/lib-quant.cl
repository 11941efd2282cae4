/* lib-quant.cl: weights in the x16 layout, decoded 16 rows at a time.
 *
 * A matrix (n rows, k columns) is cut into groups of 16 rows (the last one padded with zeros). A vector of 16 lanes is the
 * same column of the 16 rows of a group, so that products need no horizontal sums and each plane is read in order.
 *
 * Float types: element (group, k, lane). Quantized types, for each block of 32 columns (nb blocks):
 *   plane q   uint (group, nb, 4, lane), BITS 4 to 6: byte j of word c holds columns 4c+j (low nibble) and 16+4c+j (high nibble);
 *             uint (group, nb, 8, lane), BITS 8: byte j of word c holds column 4c+j, plus 128
 *   plane h   BITS 5: uint (group, nb, lane): bit 8j+c is bit 4 of column 4c+j, bit 8j+4+c that of column 16+4c+j
 *             BITS 6: uint (group, nb, 2, lane): bits 8j+2c of word 0 are bits 4 and 5 of column 4c+j, of word 1 of 16+4c+j
 *   scales    SCALES_D   a: half (group, nb, lane)                              w = a (q - ZERO)
 *             SCALES_DM  a, b: half (group, nb, lane)                           w = a q + b
 *             SCALES_K   a, b: half (group, nb/8, lane); s, m: uchar (group, nb, lane)      w = a s q - b m
 *             SCALES_S16 a: half (group, nb/8, lane); s: char (group, nb, 2, lane)          w = a s (q - ZERO)
 *
 * Built with -DBITS=4|5|6|8 and one of -DSCALES_x with -DZERO=z; or -DFLOAT_F32, -DFLOAT_F16, -DFLOAT_BF16. */

#if defined(FLOAT_F32) || defined(FLOAT_F16) || defined(FLOAT_BF16)
#define WEIGHT_FLOAT
#endif

#define WEIGHT_ARGS __global const uchar *w, ulong off_h, ulong off_a, ulong off_b, ulong off_s, ulong off_m

#ifdef WEIGHT_FLOAT

/* Column k of group g of a matrix with n_k columns. */
static inline float16
weight_column (__global const uchar *w, long g, int k, int n_k)
{
  const long i = g * n_k + k;

#if defined(FLOAT_F32)
  return vload16 (i, (__global const float *) w);
#elif defined(FLOAT_F16)
  return vload_half16 (i, (__global const half *) w);
#else
  return as_float16 (convert_uint16 (vload16 (i, (__global const ushort *) w)) << 16);
#endif
}

#else

/* Scale and offset of the low and the high 16 columns of a block: w = scale q + offset. */
typedef struct
{
  float16 scale_lo, scale_hi, offset_lo, offset_hi;
} BlockScale;

static inline BlockScale
block_scale (WEIGHT_ARGS, long gb /* group * nb + block */)
{
  BlockScale r;

#if defined(SCALES_D)
  r.scale_lo = r.scale_hi = vload_half16 (gb, (__global const half *) (w + off_a));
  r.offset_lo = r.offset_hi = r.scale_lo * -(float) ZERO;
#elif defined(SCALES_DM)
  r.scale_lo = r.scale_hi = vload_half16 (gb, (__global const half *) (w + off_a));
  r.offset_lo = r.offset_hi = vload_half16 (gb, (__global const half *) (w + off_b));
#elif defined(SCALES_K)
  r.scale_lo = r.scale_hi
      = vload_half16 (gb >> 3, (__global const half *) (w + off_a)) * convert_float16 (vload16 (gb, w + off_s));
  r.offset_lo = r.offset_hi
      = -vload_half16 (gb >> 3, (__global const half *) (w + off_b)) * convert_float16 (vload16 (gb, w + off_m));
#else
  const float16 d = vload_half16 (gb >> 3, (__global const half *) (w + off_a));
  __global const char *s = (__global const char *) (w + off_s);

  r.scale_lo = d * convert_float16 (vload16 (2 * gb, s));
  r.scale_hi = d * convert_float16 (vload16 (2 * gb + 1, s));
  r.offset_lo = r.scale_lo * -(float) ZERO;
  r.offset_hi = r.scale_hi * -(float) ZERO;
#endif
  return r;
}

/* The 32 quants of each of 16 rows in one block, a word at a time: low and high 16 columns, bytes 4c to 4c+3 of each, unsigned. */
typedef struct
{
  uint16 lo, hi;
} QuantWord;

static inline QuantWord
quant_word (__global const uchar *w, ulong off_h, long gb, int c)
{
  QuantWord r;

#if BITS == 8
  r.lo = vload16 (gb * 8 + c, (__global const uint *) w);
  r.hi = vload16 (gb * 8 + 4 + c, (__global const uint *) w);
#else
  const uint16 v = vload16 (gb * 4 + c, (__global const uint *) w);

  r.lo = v & 0x0f0f0f0f;
  r.hi = (v >> 4) & 0x0f0f0f0f;
#if BITS == 5
  const uint16 h = vload16 (gb, (__global const uint *) (w + off_h));

  r.lo |= ((h >> c) & 0x01010101) << 4;
  r.hi |= ((h >> (c + 4)) & 0x01010101) << 4;
#elif BITS == 6
  r.lo |= ((vload16 (gb * 2, (__global const uint *) (w + off_h)) >> (2 * c)) & 0x03030303) << 4;
  r.hi |= ((vload16 (gb * 2 + 1, (__global const uint *) (w + off_h)) >> (2 * c)) & 0x03030303) << 4;
#endif
#endif
  return r;
}

/* Byte j of each lane as a float. */
static inline float16
byte_float (uint16 v, int j)
{
  return convert_float16 (as_int16 ((v >> (8 * j)) & 255));
}

#endif
