#!/usr/bin/env python3
"""Makes tests/golden/rope.txt: the angles of RoPE that transformers computes for linear, YaRN and llama3 scaling.

A line: kind, theta, dimensions, trained positions, factor, original positions (0: not given), attention factor of YaRN
beside its own (1), beta_fast, beta_slow, factor on cos and sin, then the angles. llama3 lines have its divisors' angles.

Run by hand in a virtual environment with `pip install torch transformers`: tests/oracle/rope.py > tests/golden/rope.txt
"""
import torch
from transformers import LlamaConfig
from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS

torch.set_default_dtype(torch.float64)  # keep what Python computes

CASES = [
    ("linear", 10000.0, 64, 2048, dict(factor=4.0)),
    ("linear", 500000.0, 128, 8192, dict(factor=2.5)),
    ("yarn", 10000.0, 64, 2048, dict(factor=4.0)),
    ("yarn", 10000.0, 128, 65536, dict(factor=16.0, original_max_position_embeddings=4096)),
    ("yarn", 1000000.0, 128, 131072, dict(factor=4.0, original_max_position_embeddings=32768)),
    ("yarn", 1000000.0, 64, 32768, dict(factor=8.0, original_max_position_embeddings=4096, beta_fast=16.0, beta_slow=2.0)),
    ("yarn", 10000.0, 32, 1024, dict(factor=1.0, original_max_position_embeddings=1024)),
    ("llama3", 500000.0, 64, 131072, dict(factor=32.0, low_freq_factor=1.0, high_freq_factor=4.0,
                                          original_max_position_embeddings=8192)),
    ("llama3", 500000.0, 128, 131072, dict(factor=8.0, low_freq_factor=1.0, high_freq_factor=4.0,
                                           original_max_position_embeddings=8192)),
]

for kind, theta, dim, n_ctx, extra in CASES:
    parameters = dict(rope_type=kind, rope_theta=theta, **extra)
    config = LlamaConfig(hidden_size=dim * 2, num_attention_heads=2, max_position_embeddings=n_ctx,
                         rope_parameters=parameters)
    inv_freq, mscale = ROPE_INIT_FUNCTIONS[kind](config, torch.device("cpu"))
    head = [kind, theta, dim, n_ctx, extra["factor"], extra.get("original_max_position_embeddings", 0), 1,
            extra.get("beta_fast", 32.0), extra.get("beta_slow", 1.0), float(mscale)]
    if kind == "llama3":
        head[7], head[8] = extra["high_freq_factor"], extra["low_freq_factor"]
    print(*head, *[f"{float(f):.9g}" for f in inv_freq])
