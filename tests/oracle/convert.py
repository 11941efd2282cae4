#!/usr/bin/env python3
"""Checks what `hunch convert` writes from a GGUF file, and from the folder that transformers makes of it: PyPI's gguf reads it and, for
F16, Q8_0 and Q4_0, finds the very bytes that it would have written itself from the source's values; llama.cpp loads it, and goes on from
the prompts of tests/golden/real.json as Hunch does and as transformers does with the file's weights in float32. Where they part, by how
much transformers prefers the token that it takes to the next one.

Run by hand in a virtual environment with `pip install torch transformers gguf accelerate numpy xllamacpp`:
tests/oracle/convert.py HUNCH NAME SOURCE.gguf [TYPE...]       NAME as in real.json. Working folders are made and removed. Fails when
bytes differ, or when --exact takes a token that transformers does not take.
"""
import json
import os
import subprocess
import sys
import tempfile

import numpy as np
from gguf import GGMLQuantizationType as T, GGUFReader
from gguf.quants import dequantize, quantize
from transformers import AutoTokenizer

from peers import Llama, go_on, transformers_of

GOLDEN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "golden", "real.json")
N_GREEDY = 24


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


def by_hunch(hunch, path, ids, *words):
    said = subprocess.run([hunch, "complete", "-m", path, "--json", "-n", str(N_GREEDY), "--prompt-ids", ",".join(map(str, ids)), *words],
                          check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return json.loads(said.stdout)["ids"]


def parting(one, other):
    """Where they part, or None; the shorter may have ended with the text."""
    return next((i for i, (a, b) in enumerate(zip(one, other)) if a != b), None)


def compare_ids(hunch, path, prompts):
    model, llama = transformers_of(path), Llama(path)
    good = True
    for name, ids in prompts:
        _, want, margins = go_on(model, ids, N_GREEDY)
        made = {"--exact": by_hunch(hunch, path, ids, "--exact"), "default": by_hunch(hunch, path, ids), "llama.cpp": llama.greedy(ids, N_GREEDY)}
        said = []
        for who, got in made.items():
            k = parting(got, want)
            said.append(f"{who} as transformers, {min(len(got), len(want))} ids" if k is None else
                        f"{who} parts at {k}, where transformers has {want[k]} before {got[k]}, best by {margins[k]}")
        for who in "--exact", "default":
            k = parting(made[who], made["llama.cpp"])
            said.append(f"{who} and llama.cpp " + ("the same" if k is None else f"part at {k}"))
        print(f"  {name}: " + "; ".join(said), flush=True)
        good &= parting(made["--exact"], want) is None
    return good


def folder_of(path, folder):
    """A Hugging Face folder of the file, in float32."""
    model = transformers_of(path)
    del model.config.quantization_config  # with which it would not be saved
    plain = type(model)(model.config)
    plain.load_state_dict(model.state_dict())
    plain.save_pretrained(folder)
    AutoTokenizer.from_pretrained(os.path.dirname(path) or ".", gguf_file=os.path.basename(path)).save_pretrained(folder)
    return folder


def main(hunch, name, path, *types):
    with open(GOLDEN) as file:
        prompts = [(c["name"], c["prompt_ids"]) for m in json.load(file) if m["model"] == name for c in m["cases"]]
    good = True
    with tempfile.TemporaryDirectory() as work:
        for source in path, folder_of(path, os.path.join(work, "folder")):
            for kind in types or ("F16", "Q8_0", "Q4_0", "Q4_K"):
                target = os.path.join(work, kind + ".gguf")
                subprocess.run([hunch, "convert", "-t", kind, source, target], check=True)
                print(f"{kind} of {'the file' if source == path else 'the folder'}: {os.path.getsize(target)} bytes")
                good &= compare_bytes(path, target)
                good &= compare_ids(hunch, target, prompts if source == path else prompts[:1])
                os.remove(target)
    return not good


sys.exit(main(*sys.argv[1:]))
