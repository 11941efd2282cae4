#!/usr/bin/env python3
"""Makes what tests/tools/real.py compares real models with: for some prompts the ids, the likeliest first tokens, and how a model goes on
greedily, by how much at each step, as transformers has it in float32. (The prompt with infill has its tokens by name.)

Run by hand in a virtual environment with `pip install torch transformers gguf accelerate sentencepiece`; prints one object:
tests/oracle/real.py HUNCH NAME FILE.gguf > NAME.json      then all of them go into tests/golden/real.json
"""
import json
import os
import subprocess
import sys

import torch

from peers import go_on, transformers_of

PROMPTS = {"capital": "The capital of France is", "fib": "def fibonacci(n):\n    ", "list": "Ingredients for bread: flour, water,"}
N_GREEDY = 24


def main(hunch, name, path):
    model = transformers_of(path)
    cases = []
    for what, prompt in PROMPTS.items():
        said = subprocess.run([hunch, "tokenize", "-m", path, "--add-special", "--json", "--file", "-"], input=prompt.encode(), check=True, stdout=subprocess.PIPE)
        ids = json.loads(said.stdout)["ids"]
        first, made, margins = go_on(model, ids, N_GREEDY)
        p = torch.topk(torch.softmax(first, -1), 5)
        cases.append({"name": what, "prompt": prompt, "prompt_ids": ids, "top": [{"id": int(i), "p": round(float(q), 6)} for q, i in zip(p.values, p.indices)],
                      "ids": made, "margins": margins})
    print(json.dumps({"model": name, "file": os.path.basename(path), "cases": cases}))


main(*sys.argv[1:])
