#!/usr/bin/env python3
"""Compares `hunch perplexity` with transformers, in float32, on the same tokens in the same windows.

Run by hand in a virtual environment with `pip install torch transformers gguf accelerate`:
tests/oracle/perplexity.py HUNCH FILE.gguf TEXT [WINDOW [STRIDE]]. Fails when --exact differs by more than 0.1 %, or the default, whose
activations are int8, by more than 0.5 %.
"""
import json
import math
import subprocess
import sys

import torch

from peers import transformers_of


def ask(*words):
    return json.loads(subprocess.run(words, check=True, stdout=subprocess.PIPE).stdout)


def main(hunch, path, text, window=1024, stride=None):
    window, stride = int(window), int(stride or window)
    ids = ask(hunch, "tokenize", "-m", path, "--add-special", "--json", "--file", text)["ids"]
    model = transformers_of(path)
    nll, n, done = 0.0, 0, 0
    for begin in range(0, len(ids), stride):
        end = min(begin + window, len(ids))
        if end - begin >= 2 and end > done:
            with torch.no_grad():
                logits = model(torch.tensor([ids[begin:end]])).logits[0]
            first = max(done, begin + 1)
            log_p = torch.log_softmax(logits[first - begin - 1:-1].double(), -1)
            nll -= log_p.gather(1, torch.tensor(ids[first:end]).unsqueeze(1)).sum().item()
            n += end - first
        done = end
        if end == len(ids):
            break
    want = math.exp(nll / n)
    print(f"transformers: perplexity {want:.6f}, {n} tokens judged")
    good = True
    for exact, most in (["--exact"], 0.001), ([], 0.005):
        got = ask(hunch, "perplexity", "-m", path, "--json", "--window", str(window), "--stride", str(stride), *exact, text)
        assert got["tokens"] == n, (got["tokens"], n)
        off = got["perplexity"] / want - 1
        print(f"hunch {' '.join(exact) or '(default)'}: {got['perplexity']:.6f}, {off * 100:+.4f} %")
        good &= abs(off) <= most
    return not good


sys.exit(main(*sys.argv[1:]))
