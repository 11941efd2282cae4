/* lib-quant.cl: weights in the x16 layout, decoded 16 rows at a time, or one of them by each of 16 work-items (lib-wide.cl).
 *
 * A matrix (n rows, k columns) is cut into groups of 16 rows (the last one padded with zeros). A vector of 16 lanes is the
 * same column of the 16 rows of a group, so that products need no horizontal sums and each plane is read in order.
 *
 * Float types: element (group, k, lane). Quantized types, for each block of 32 columns (nb blocks):
 *   plane q   uint (group, nb, 2, lane), BITS 2 and 3: bits 8j+2c of word 0 hold column 4c+j, of word 1 column 16+4c+j
 *             uint (group, nb, 4, lane), BITS 4 to 6: byte j of word c holds columns 4c+j (low nibble) and 16+4c+j (high nibble);
 *             uint (group, nb, 8, lane), BITS 8: byte j of word c holds column 4c+j, plus 128
 *   plane h   BITS 3 and 5: uint (group, nb, lane): bit 8j+c is the highest bit of column 4c+j, bit 8j+4+c that of column 16+4c+j
 *             BITS 6: uint (group, nb, 2, lane): bits 8j+2c of word 0 are bits 4 and 5 of column 4c+j, of word 1 of 16+4c+j
 *   scales    SCALES_D   a: half (group, nb, lane)                              w = a (q - ZERO)
 *             SCALES_DM  a, b: half (group, nb, lane)                           w = a q + b
 *             SCALES_K   a, b: half (group, nb/8, lane); s, m: uchar (group, nb, lane)      w = a s q - b m
 *             SCALES_K16 a, b: half (group, nb/8, lane); s: uchar (group, nb, 2, lane)      w = a (s & 15) q - b (s >> 4)
 *             SCALES_S   a: half (group, nb/8, lane); s: char (group, nb, lane)             w = a s (q - ZERO)
 *             SCALES_S16 a: half (group, nb/8, lane); s: char (group, nb, 2, lane)          w = a s (q - ZERO)
 *
 * With -DIQ4 the four bits of a column are the number of q in a table.
 *
 * Built with -DBITS=2|3|4|5|6|8 and one of -DSCALES_x with -DZERO=z; or -DFLOAT_F32, -DFLOAT_F16, -DFLOAT_BF16. */
#include "lib-wide.cl"

#if defined(FLOAT_F32) || defined(FLOAT_F16) || defined(FLOAT_BF16)
#define WEIGHT_FLOAT
#endif

/* The low and the high 16 columns of a block are scaled apart. */
#define TWO_SCALES (SCALES_S16 || SCALES_K16)

#define WEIGHT_ARGS __global const uchar *w, ulong off_h, ulong off_a, ulong off_b, ulong off_s, ulong off_m

#ifdef WEIGHT_FLOAT

/* Column k of group g of a matrix with n_k columns. */
static inline wide_float
weight_column (__global const uchar *w, long g, int k, int n_k)
{
  const long i = g * n_k + k;

#if defined(FLOAT_F32)
  return load_wide (i, (__global const float *) w);
#elif defined(FLOAT_F16)
  return load_wide_half (i, (__global const half *) w);
#else
  return as_wide_float (convert_wide_uint (load_wide (i, (__global const ushort *) w)) << 16);
#endif
}

#else

/* Scale and offset of the low and the high 16 columns of a block: w = scale q + offset. */
typedef struct
{
  wide_float scale_lo, scale_hi, offset_lo, offset_hi;
} BlockScale;

static inline BlockScale
block_scale (WEIGHT_ARGS, long gb /* group * nb + block */)
{
  BlockScale r;

#if SCALES_D
  r.scale_lo = r.scale_hi = load_wide_half (gb, (__global const half *) (w + off_a));
  r.offset_lo = r.offset_hi = r.scale_lo * -(float) ZERO;
#elif SCALES_DM
  r.scale_lo = r.scale_hi = load_wide_half (gb, (__global const half *) (w + off_a));
  r.offset_lo = r.offset_hi = load_wide_half (gb, (__global const half *) (w + off_b));
#elif SCALES_K
  r.scale_lo = r.scale_hi
      = load_wide_half (gb >> 3, (__global const half *) (w + off_a)) * convert_wide_float (load_wide (gb, w + off_s));
  r.offset_lo = r.offset_hi
      = -load_wide_half (gb >> 3, (__global const half *) (w + off_b)) * convert_wide_float (load_wide (gb, w + off_m));
#elif SCALES_K16
  const wide_float d = load_wide_half (gb >> 3, (__global const half *) (w + off_a));
  const wide_float m = load_wide_half (gb >> 3, (__global const half *) (w + off_b));
  const wide_int lo = convert_wide_int (load_wide (2 * gb, w + off_s));
  const wide_int hi = convert_wide_int (load_wide (2 * gb + 1, w + off_s));

  r.scale_lo = d * convert_wide_float (lo & 15);
  r.scale_hi = d * convert_wide_float (hi & 15);
  r.offset_lo = -m * convert_wide_float (lo >> 4);
  r.offset_hi = -m * convert_wide_float (hi >> 4);
#elif SCALES_S
  r.scale_lo = r.scale_hi = load_wide_half (gb >> 3, (__global const half *) (w + off_a))
                            * convert_wide_float (load_wide (gb, (__global const char *) (w + off_s)));
  r.offset_lo = r.offset_hi = r.scale_lo * -(float) ZERO;
#else
  const wide_float d = load_wide_half (gb >> 3, (__global const half *) (w + off_a));
  __global const char *s = (__global const char *) (w + off_s);

  r.scale_lo = d * convert_wide_float (load_wide (2 * gb, s));
  r.scale_hi = d * convert_wide_float (load_wide (2 * gb + 1, s));
  r.offset_lo = r.scale_lo * -(float) ZERO;
  r.offset_hi = r.scale_hi * -(float) ZERO;
#endif
  return r;
}

#if IQ4
/* What the nibbles of IQ4_NL and IQ4_XS stand for, plus 128, which is ZERO; bytes to bytes. */
#if defined(DOT_VNNI) || defined(DOT_MADD) || defined(DOT_MADD256)
#define IQ4_WORDS 0x3f2d1801, 0x766a5d4f, 0xa6998d81, 0xf1d9c5b5
#endif

#if defined(DOT_VNNI) || defined(DOT_MADD)
static inline uint16
iq4 (uint16 n)
{
  const uint16 table = (uint16) (IQ4_WORDS, IQ4_WORDS, IQ4_WORDS, IQ4_WORDS);
  uint16 v;

  __asm__ ("vpshufb %2, %1, %0" : "=v"(v) : "v"(table), "v"(n));
  return v;
}
#elif defined(DOT_MADD256)
static inline uint8
iq4_half (uint8 n)
{
  const uint8 table = (uint8) (IQ4_WORDS, IQ4_WORDS);
  uint8 v;

  __asm__ ("vpshufb %2, %1, %0" : "=x"(v) : "x"(table), "x"(n));
  return v;
}

static inline uint16
iq4 (uint16 n)
{
  return (uint16) (iq4_half (n.lo), iq4_half (n.hi));
}
#else
/* No device has a table of bytes for OpenCL C: four bytes at once walk down a tree of choices, a bit of the number at a time. */
#define IQ4_PAIR(zero, one) (((uint) (zero) * 0x01010101) ^ (((uint) ((zero) ^ (one)) * 0x01010101) & bit0))
#define IQ4_CHOOSE(zero, one, bit) ((zero) ^ (((zero) ^ (one)) & (bit)))

static inline wide_uint
iq4_mask (wide_uint n, int bit)
{
  return ((n >> bit) & 0x01010101) * 255;
}

static inline wide_uint
iq4 (wide_uint n)
{
  const wide_uint bit0 = iq4_mask (n, 0), bit1 = iq4_mask (n, 1), bit2 = iq4_mask (n, 2), bit3 = iq4_mask (n, 3);
  const wide_uint a = IQ4_CHOOSE (IQ4_PAIR (1, 24), IQ4_PAIR (45, 63), bit1);
  const wide_uint b = IQ4_CHOOSE (IQ4_PAIR (79, 93), IQ4_PAIR (106, 118), bit1);
  const wide_uint c = IQ4_CHOOSE (IQ4_PAIR (129, 141), IQ4_PAIR (153, 166), bit1);
  const wide_uint d = IQ4_CHOOSE (IQ4_PAIR (181, 197), IQ4_PAIR (217, 241), bit1);

  return IQ4_CHOOSE (IQ4_CHOOSE (a, b, bit2), IQ4_CHOOSE (c, d, bit2), bit3);
}
#endif
#endif

/* The 32 quants of each of 16 rows in one block, a word at a time: low and high 16 columns, bytes 4c to 4c+3 of each, unsigned. */
typedef struct
{
  wide_uint lo, hi;
} QuantWord;

static inline QuantWord
quant_word (__global const uchar *w, ulong off_h, long gb, int c)
{
  QuantWord r;

#if BITS == 8
  r.lo = load_wide (gb * 8 + c, (__global const uint *) w);
  r.hi = load_wide (gb * 8 + 4 + c, (__global const uint *) w);
#elif BITS < 4
  r.lo = (load_wide (gb * 2, (__global const uint *) w) >> (2 * c)) & 0x03030303;
  r.hi = (load_wide (gb * 2 + 1, (__global const uint *) w) >> (2 * c)) & 0x03030303;
#if BITS == 3
  const wide_uint h = load_wide (gb, (__global const uint *) (w + off_h));

  r.lo |= ((h >> c) & 0x01010101) << 2;
  r.hi |= ((h >> (c + 4)) & 0x01010101) << 2;
#endif
#else
  const wide_uint v = load_wide (gb * 4 + c, (__global const uint *) w);

  r.lo = v & 0x0f0f0f0f;
  r.hi = (v >> 4) & 0x0f0f0f0f;
#if BITS == 5
  const wide_uint h = load_wide (gb, (__global const uint *) (w + off_h));

  r.lo |= ((h >> c) & 0x01010101) << 4;
  r.hi |= ((h >> (c + 4)) & 0x01010101) << 4;
#elif BITS == 6
  r.lo |= ((load_wide (gb * 2, (__global const uint *) (w + off_h)) >> (2 * c)) & 0x03030303) << 4;
  r.hi |= ((load_wide (gb * 2 + 1, (__global const uint *) (w + off_h)) >> (2 * c)) & 0x03030303) << 4;
#endif
#if IQ4
  r.lo = iq4 (r.lo);
  r.hi = iq4 (r.hi);
#endif
#endif
  return r;
}

/* Byte j of each lane as a float. */
static inline wide_float
byte_float (wide_uint v, int j)
{
  return convert_wide_float (as_wide_int ((v >> (8 * j)) & 255));
}

#endif
