#!/usr/bin/env python3
"""Makes tests/golden/long.json: what transformers computes, in float32, with the tiny models of tests/fixtures/hf after a
prompt of more than 4,096 tokens: the logits, and greedy ids. gpt2 is left out: its positions are a table of 64.

Run by hand in a virtual environment with `pip install torch transformers`: tests/oracle/hf_long.py tests
"""
import json
import os
import sys

import torch
from transformers import AutoModelForCausalLM

N_PROMPT, N_GREEDY, N_VOCAB = 4200, 4, 96


def main(tests):
    prompt = [(7 * i * i + 3 * i + 11) % N_VOCAB for i in range(N_PROMPT)]
    out = {"n_prompt": N_PROMPT, "families": {}}
    top = os.path.join(tests, "fixtures", "hf")
    for family in sorted(os.listdir(top)):
        if family == "gpt2":
            continue
        model = AutoModelForCausalLM.from_pretrained(os.path.join(top, family), dtype=torch.float32,
                                                     attn_implementation="eager").eval()
        ids = torch.tensor([prompt])
        with torch.no_grad():
            for step in range(N_GREEDY):
                row = model(ids, use_cache=False).logits[0, -1]
                if step == 0:
                    logits = [float(f"{v:.7g}") for v in row]
                ids = torch.cat([ids, row.argmax().reshape(1, 1)], 1)
        out["families"][family] = {"logits": logits, "greedy_ids": ids[0, N_PROMPT:].tolist()}
    with open(os.path.join(tests, "golden", "long.json"), "w") as f:
        json.dump(out, f)
        f.write("\n")


main(sys.argv[1])
