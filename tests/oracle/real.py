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
from transformers import AutoModelForCausalLM

PROMPTS = {"capital": "The capital of France is", "fib": "def fibonacci(n):\n    ", "list": "Ingredients for bread: flour, water,"}
N_GREEDY = 24


def go_on(model, ids):
    """The first logits, the greedy ids, and best minus second logit at each step."""
    first, made, margins, cache, new = None, [], [], None, ids
    with torch.no_grad():
        while len(made) < N_GREEDY:
            out = model(torch.tensor([new]), past_key_values=cache, use_cache=True)
            logits, cache = out.logits[0, -1].double(), out.past_key_values
            first = logits if first is None else first
            two = torch.topk(logits, 2)
            new = [int(two.indices[0])]
            made += new
            margins.append(round(float(two.values[0] - two.values[1]), 4))
    return first, made, margins


def main(hunch, name, path):
    model = AutoModelForCausalLM.from_pretrained(os.path.dirname(path) or ".", gguf_file=os.path.basename(path), dtype=torch.float32).eval()
    cases = []
    for what, prompt in PROMPTS.items():
        said = subprocess.run([hunch, "tokenize", "-m", path, "--add-special", "--json", "--file", "-"], input=prompt.encode(), check=True, stdout=subprocess.PIPE)
        ids = json.loads(said.stdout)["ids"]
        first, made, margins = go_on(model, ids)
        p = torch.topk(torch.softmax(first, -1), 5)
        cases.append({"name": what, "prompt": prompt, "prompt_ids": ids, "top": [{"id": int(i), "p": round(float(q), 6)} for q, i in zip(p.values, p.indices)],
                      "ids": made, "margins": margins})
    print(json.dumps({"model": name, "file": os.path.basename(path), "cases": cases}))


main(*sys.argv[1:])
