#!/usr/bin/env python3
"""Makes tests/golden/quantize.gguf: F32.in, rows of random values, zeros and ties among them, and for F16, Q8_0 and Q4_0 what
gguf.quants.quantize makes of it.

Run by hand in a virtual environment with `pip install gguf`: tests/oracle/quantize.py tests/golden/quantize.gguf
"""
import sys

import numpy as np
from gguf import GGMLQuantizationType as T, GGUFWriter
from gguf.quants import quantize


def main(path):
    rng = np.random.default_rng(20240608)
    x = (rng.normal(0, 1, (12, 256)) * 10.0 ** rng.uniform(-4, 1, (12, 1))).astype(np.float32)
    x[0, :32] = 0
    x[1, :32] = rng.choice([-0.5, 0.5], 32)  # the farthest from zero is not unique
    x[2, :64] = np.round(x[2, :64] * 8) / 8
    x[3] = np.abs(x[3])
    writer = GGUFWriter(path, "quantize-vectors")
    writer.add_tensor("F32.in", x)
    for qtype in (T.F16, T.Q8_0, T.Q4_0):
        q = quantize(x, qtype)
        writer.add_tensor(qtype.name + ".out", q, raw_dtype=None if qtype == T.F16 else qtype)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


main(sys.argv[1])
