#!/usr/bin/env python3
"""Checks what `hunch convert` writes: PyPI's gguf reads it and, for F16, Q8_0 and Q4_0, finds the very bytes that it would have
written itself from the source's values; llama.cpp loads it and goes on with the same greedy ids as hunch --exact.

Run by hand in a virtual environment with `pip install gguf numpy xllamacpp`:
tests/oracle/convert.py HUNCH SOURCE.gguf [PROMPT]. A working folder is made and removed.
"""
import json
import os
import subprocess
import sys
import tempfile

import numpy as np
import xllamacpp
from gguf import GGMLQuantizationType as T, GGUFReader
from gguf.quants import dequantize, quantize

N_GREEDY = 16


def values(tensor):
    return dequantize(np.ascontiguousarray(tensor.data), tensor.tensor_type).astype(np.float32)


def compare_bytes(source, target):
    there = {t.name: t for t in GGUFReader(source).tensors}
    exact = differ = 0
    worst = 0.0
    for t in GGUFReader(target).tensors:
        want = values(there[t.name])
        if t.tensor_type == T.Q4_K:  # gguf has no quantizer for it
            got = values(t)
            worst = max(worst, float(np.sqrt(np.mean((got - want) ** 2) / np.mean(want ** 2))))
        elif t.tensor_type == there[t.name].tensor_type or t.tensor_type == T.F32:
            exact += 1
            differ += not np.array_equal(values(t), want)
        else:
            exact += 1
            differ += not np.array_equal(np.asarray(t.data).view(np.uint8).ravel(), quantize(want, t.tensor_type).view(np.uint8).ravel())
    print(f"  gguf: {exact} tensors, {differ} differ" + (f"; Q4_K off by {worst * 100:.2f} % at most" if worst else ""))
    return differ == 0 and worst < 0.12


def by_llama(path, prompt_ids):
    params = xllamacpp.CommonParams()
    params.model.path = path
    params.n_ctx, params.n_parallel, params.cpuparams.n_threads, params.warmup = 512, 1, 2, False
    server = xllamacpp.Server(params)
    said = server.handle_completions({"prompt": prompt_ids, "max_tokens": N_GREEDY, "temperature": 0, "logprobs": 1})
    if not isinstance(said, dict):
        said = json.loads(said)
    return [c["id"] for c in said["choices"][0]["logprobs"]["content"]]


def main(hunch, source, prompt="The capital of France is"):
    good = True
    with tempfile.TemporaryDirectory() as folder:
        for name in "F16", "Q8_0", "Q4_0", "Q4_K":
            target = os.path.join(folder, name + ".gguf")
            subprocess.run([hunch, "convert", "-t", name, source, target], check=True)
            print(f"{name}: {os.path.getsize(target)} bytes")
            good &= os.path.isdir(source) or compare_bytes(source, target)
            said = json.loads(subprocess.run([hunch, "complete", "-m", target, "--exact", "--json", "-n", str(N_GREEDY), prompt],
                                             check=True, stdout=subprocess.PIPE).stdout)
            llama = by_llama(target, said["prompt_ids"])
            same = said["ids"][:len(llama)] == llama
            print(f"  llama.cpp: {'the same ids' if same else 'other ids'} {llama}" + ("" if same else f", hunch {said['ids']}"))
            good &= same
            os.remove(target)
    return not good


sys.exit(main(*sys.argv[1:]))
