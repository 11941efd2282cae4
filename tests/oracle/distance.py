#!/usr/bin/env python3
"""Measures how far Hunch and llama.cpp, both by default, are from transformers in float32: log-probabilities of the whole vocabulary after
each token of the prompts of tests/golden/real.json and of how transformers goes on. The same tokens are read anew for each position.

Run by hand in a virtual environment with `pip install torch transformers gguf accelerate xllamacpp`:
tests/oracle/distance.py HUNCH NAME FILE.gguf      NAME as in real.json. Fails when Hunch's mean divergence is larger than llama.cpp's.
"""
import json
import os
import subprocess
import sys
import tempfile

import numpy as np
import torch

from peers import Llama, transformers_of

GOLDEN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "golden", "real.json")


def by_transformers(model, ids):
    with torch.no_grad():
        return torch.log_softmax(model(torch.tensor([ids])).logits[0].double(), -1).numpy()


def normalized(logits):
    """Log-probabilities of logits, or of log-probabilities that were summed up in float32."""
    logits = np.asarray(logits, dtype=np.float64)
    return logits - logits.max() - np.log(np.exp(logits - logits.max()).sum())


def by_hunch(hunch, path, ids):
    with tempfile.TemporaryDirectory() as folder:
        target = os.path.join(folder, "logits.npz")
        subprocess.run([hunch, "trace", "-m", path, "--prompt-ids", ",".join(map(str, ids)), "--points=logits", "--npz", target],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return normalized(np.load(target)["logits"][-1])


class Distance:
    def __init__(self):
        self.divergences, self.means, self.largest, self.chances, self.same = [], [], [], [], 0

    def add(self, want, got):
        off = np.abs(got - want)
        self.divergences.append(float((np.exp(want) * (want - got)).sum()))
        self.means.append(float(off.mean()))
        self.largest.append(float(off.max()))
        self.chances.append(float(np.abs(np.exp(got) - np.exp(want)).max()))
        self.same += int(got.argmax() == want.argmax())

    def row(self):
        return (f"{np.mean(self.divergences):.2g} | {max(self.divergences):.2g} | {np.mean(self.means):.2g} | {max(self.largest):.2g} | "
                f"{max(self.chances):.2g} | {self.same} of {len(self.means)}")


def main(hunch, name, path):
    with open(GOLDEN) as file:
        cases = next(m["cases"] for m in json.load(file) if m["model"] == name)
    model, llama = transformers_of(path), Llama(path)
    found = {who: Distance() for who in ("Hunch", "llama.cpp")}
    for case in cases:
        ids = case["prompt_ids"] + case["ids"][:-1]
        for i, want in enumerate(by_transformers(model, ids)):
            read = ids[:i + 1]
            found["Hunch"].add(want, by_hunch(hunch, path, read))
            found["llama.cpp"].add(want, normalized(llama.log_probs(read, len(want))))
        print(f"{case['name']}: {len(ids)} positions", file=sys.stderr, flush=True)
    for who, distance in found.items():
        print(f"| {name} | {who} | {distance.row()} |")
    return np.mean(found["Hunch"].divergences) > np.mean(found["llama.cpp"].divergences)


sys.exit(main(*sys.argv[1:]))
