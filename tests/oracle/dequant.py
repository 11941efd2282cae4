#!/usr/bin/env python3
"""Makes tests/golden/dequant.gguf: for each tensor type NAME a tensor NAME.in of random blocks, extreme scales among
them, and NAME.out, what gguf.quants.dequantize makes of it.

Run by hand in a virtual environment with `pip install gguf`: tests/oracle/dequant.py tests/golden/dequant.gguf
"""
import sys

import numpy as np
from gguf import GGML_QUANT_SIZES, GGMLQuantizationType as T, GGUFWriter
from gguf.quants import dequantize

# Byte offsets of the halves in a block: scales, minima.
HALVES = {
    T.Q4_0: [0], T.Q4_1: [0, 2], T.Q5_0: [0], T.Q5_1: [0, 2], T.Q8_0: [0], T.IQ4_NL: [0],
    T.Q2_K: [80, 82], T.Q3_K: [108], T.Q4_K: [0, 2], T.Q5_K: [0, 2], T.Q6_K: [208], T.IQ4_XS: [0],
    T.F32: [], T.F16: [0], T.BF16: [],
}
# zero, negative zero, least and greatest subnormal, least normal, one, greatest, its negative, third, infinity, NaN
EXTREMES = [0x0000, 0x8000, 0x0001, 0x03FF, 0x0400, 0x3C00, 0x7BFF, 0xFBFF, 0x3555, 0x7C00, 0x7E00]


def blocks_of(qtype, rng):
    n_weights, n_bytes = GGML_QUANT_SIZES[qtype]
    n = {1: 256, 32: 24}.get(n_weights, 13)
    blocks = rng.integers(0, 256, (n, n_bytes), dtype=np.uint8)
    for at in HALVES[qtype]:
        # Most scales as models have them, then the extremes.
        blocks[:, at:at + 2] = rng.normal(0, 0.05, n).astype(np.float16).reshape(-1, 1).view(np.uint8)
        bits = np.array(EXTREMES, dtype=np.uint16)
        if at != HALVES[qtype][0]:
            bits = np.roll(bits, 3)
        blocks[-len(bits):, at:at + 2] = bits.reshape(-1, 1).view(np.uint8)
    return blocks


def main(path):
    rng = np.random.default_rng(20240607)
    writer = GGUFWriter(path, "dequant-vectors")
    with np.errstate(all="ignore"):
        for qtype in HALVES:
            row = blocks_of(qtype, rng).reshape(1, -1)
            if qtype == T.F32:
                raw = row.view(np.float32)
            elif qtype == T.F16:
                raw = row.view(np.float16)
            else:
                raw = row
            writer.add_tensor(qtype.name + ".in", raw, raw_dtype=None if qtype in (T.F32, T.F16) else qtype)
            writer.add_tensor(qtype.name + ".out", dequantize(raw, qtype).astype(np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


main(sys.argv[1])
