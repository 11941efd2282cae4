/* lib-dot.cl: acc + the dot product of four unsigned bytes of each lane with four signed bytes common to all lanes.
 *
 * -DDOT_VNNI: AVX512-VNNI. -DDOT_MADD: AVX512BW. -DDOT_MADD256: AVX2. These are only for the host's own CPU, after a probe
 * (engine/op/op-dot.c). -DDOT_EXT: cl_khr_integer_dot_product. -DDOT_HALF: in half precision, by dot4_half. Otherwise plain OpenCL C.
 * -DBITS=8 and -DIQ4 say that unsigned bytes may pass 127, where the pair sums of vpmaddubsw would saturate: then the high bit is
 * multiplied on its own. */

#include "lib-wide.cl"

/* These are of 16 lanes, and a work-item has one of them. */
#ifdef SPLIT
#undef DOT_VNNI
#undef DOT_MADD
#undef DOT_MADD256
#endif

#ifdef DOT_EXT
#pragma OPENCL EXTENSION cl_khr_integer_dot_product : enable
#endif

#if defined(DOT_MADD)
static inline int16
madd (uint16 u, int16 s)
{
  const int16 ones = 0x00010001;
  int16 t;

  __asm__ ("vpmaddubsw %2, %1, %0" : "=v"(t) : "v"(u), "v"(s));
  __asm__ ("vpmaddwd %1, %0, %0" : "+v"(t) : "v"(ones));
  return t;
}
#elif defined(DOT_MADD256)
static inline int8
madd_half (uint8 u, int8 s)
{
  const int8 ones = 0x00010001;
  int8 t;

  __asm__ ("vpmaddubsw %2, %1, %0" : "=x"(t) : "x"(u), "x"(s));
  __asm__ ("vpmaddwd %1, %0, %0" : "+x"(t) : "x"(ones));
  return t;
}

static inline int16
madd (uint16 u, int16 s)
{
  return (int16) (madd_half (u.lo, s.lo), madd_half (u.hi, s.hi));
}
#elif defined(DOT_EXT)
#define DOT_LANE(i) dot_4x8packed_us_int (u.s##i, (uint) s)
#endif

static inline wide_int
dot4 (wide_int acc, wide_uint u, int s)
{
#if defined(DOT_VNNI)
  const int16 v = s;

  __asm__ ("vpdpbusd %2, %1, %0" : "+v"(acc) : "v"(u), "v"(v));
  return acc;
#elif defined(DOT_MADD) || defined(DOT_MADD256)
#if BITS == 8 || IQ4
  return acc + madd (u & 0x7f7f7f7f, s) + madd (u & 0x80808080, s);
#else
  return acc + madd (u, s);
#endif
#elif defined(DOT_EXT) && defined(SPLIT)
  return acc + dot_4x8packed_us_int (u, (uint) s);
#elif defined(DOT_EXT)
  return acc + (int16) (DOT_LANE (0), DOT_LANE (1), DOT_LANE (2), DOT_LANE (3), DOT_LANE (4), DOT_LANE (5), DOT_LANE (6), DOT_LANE (7),
                        DOT_LANE (8), DOT_LANE (9), DOT_LANE (a), DOT_LANE (b), DOT_LANE (c), DOT_LANE (d), DOT_LANE (e), DOT_LANE (f));
#else
  const char4 c = as_char4 (s);

  return acc + as_wide_int (u & 255) * c.x + as_wide_int ((u >> 8) & 255) * c.y + as_wide_int ((u >> 16) & 255) * c.z
         + as_wide_int (u >> 24) * c.w;
#endif
}

#ifdef DOT_HALF
/* The same of bytes less zero and four halves: each of the four sums is rounded. */
static inline wide_half
dot4_half (wide_half acc, wide_uint u, int zero, half4 x)
{
  acc = fma (convert_wide_half (as_wide_int (u & 255) - zero), (wide_half) x.x, acc);
  acc = fma (convert_wide_half (as_wide_int ((u >> 8) & 255) - zero), (wide_half) x.y, acc);
  acc = fma (convert_wide_half (as_wide_int ((u >> 16) & 255) - zero), (wide_half) x.z, acc);
  return fma (convert_wide_half (as_wide_int (u >> 24) - zero), (wide_half) x.w, acc);
}
#endif
