/* lib-typed.cl: the product of lib-matmul-q8.cl for one of several weight types in a program.
 *
 * Include it once for each type, with TYPE as its number. The build options of type 2, say, are those of lib-quant.cl with T2_ before
 * their names, and its product is T2_group_times_tokens. */
#define TYPED_PASTE(number, name)  T##number##_##name
#define TYPED_EXPAND(number, name) TYPED_PASTE (number, name)
#define TYPED(name)                TYPED_EXPAND (TYPE, name)

#define BITS       TYPED (BITS)
#define ZERO       TYPED (ZERO)
#define IQ4        TYPED (IQ4)
#define SCALES_D   TYPED (SCALES_D)
#define SCALES_DM  TYPED (SCALES_DM)
#define SCALES_K   TYPED (SCALES_K)
#define SCALES_K16 TYPED (SCALES_K16)
#define SCALES_S   TYPED (SCALES_S)
#define SCALES_S16 TYPED (SCALES_S16)

#define madd               TYPED (madd)
#define madd_half          TYPED (madd_half)
#define dot4               TYPED (dot4)
#define BlockScale         TYPED (BlockScale)
#define block_scale        TYPED (block_scale)
#define iq4                TYPED (iq4)
#define iq4_half           TYPED (iq4_half)
#define iq4_mask           TYPED (iq4_mask)
#define QuantWord          TYPED (QuantWord)
#define quant_word         TYPED (quant_word)
#define byte_float         TYPED (byte_float)
#define group_times_tokens TYPED (group_times_tokens)

#include "lib-dot.cl"
#include "lib-quant.cl"
#include "lib-matmul-q8.cl"
