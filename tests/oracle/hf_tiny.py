#!/usr/bin/env python3
"""Makes tests/fixtures/hf/: a tiny random model of every family as transformers saves it, and what transformers computes.

A folder holds config.json and safetensors (one split in two, one in bfloat16), and expected.json: a prompt, the logits
after it in float32, and greedy ids.

Run by hand in a virtual environment with `pip install torch transformers`: tests/oracle/hf_tiny.py tests/fixtures/hf
"""
import json
import os
import sys

import torch
from transformers import (Gemma3ForCausalLM, Gemma3TextConfig, GPT2Config, GPT2LMHeadModel, LlamaConfig, LlamaForCausalLM,
                          NanoChatConfig, NanoChatForCausalLM, Qwen2Config, Qwen2ForCausalLM, Qwen3Config, Qwen3ForCausalLM)

N_VOCAB = 96
SHAPE = dict(vocab_size=N_VOCAB, max_position_embeddings=64, hidden_size=16, intermediate_size=24, num_hidden_layers=2,
             num_attention_heads=2, num_key_value_heads=1)
LLAMA3 = dict(rope_type="llama3", rope_theta=10000.0, factor=8.0, low_freq_factor=1.0, high_freq_factor=4.0,
              original_max_position_embeddings=32)
YARN = dict(rope_type="yarn", rope_theta=10000.0, factor=4.0, original_max_position_embeddings=32)

MODELS = {
    "llama": lambda: LlamaForCausalLM(LlamaConfig(rope_parameters=LLAMA3, **SHAPE)),
    "llama-yarn-parts": lambda: LlamaForCausalLM(LlamaConfig(rope_parameters=YARN, attention_bias=True, **SHAPE)),
    "qwen2": lambda: Qwen2ForCausalLM(Qwen2Config(tie_word_embeddings=True, **SHAPE)),
    "qwen2-bf16": lambda: Qwen2ForCausalLM(Qwen2Config(**SHAPE)),
    "qwen3": lambda: Qwen3ForCausalLM(Qwen3Config(head_dim=12, **SHAPE)),
    "gemma3": lambda: Gemma3ForCausalLM(Gemma3TextConfig(
        head_dim=8, sliding_window=8, query_pre_attn_scalar=11, final_logit_softcapping=4.0,
        rope_parameters={"full_attention": dict(rope_type="linear", rope_theta=1000000.0, factor=8.0),
                         "sliding_attention": dict(rope_type="default", rope_theta=10000.0)},
        **{**SHAPE, "num_hidden_layers": 7})),
    "nanochat": lambda: NanoChatForCausalLM(NanoChatConfig(**SHAPE)),
    "gpt2": lambda: GPT2LMHeadModel(GPT2Config(vocab_size=N_VOCAB, n_positions=64, n_embd=16, n_layer=2, n_head=2,
                                               bos_token_id=0, eos_token_id=0)),
}


def randomize(model):
    """Weights large enough that every part of the model shows in the logits."""
    for name, p in model.named_parameters():
        if p.dim() > 1:
            torch.nn.init.normal_(p, 0.0, 1.0 / p.shape[-1] ** 0.5)
        elif name.endswith("bias") or "gemma3" in type(model).__name__.lower():
            torch.nn.init.normal_(p, 0.0, 0.2)
        else:
            torch.nn.init.normal_(p, 1.0, 0.2)


def main(top):
    for seed, (name, make) in enumerate(MODELS.items()):
        torch.manual_seed(seed)
        model = make().eval()
        with torch.no_grad():
            randomize(model)
        if name.endswith("bf16"):
            model = model.to(torch.bfloat16)
        folder = os.path.join(top, name)
        model.save_pretrained(folder, max_shard_size="20KB" if name.endswith("parts") else "1GB")
        os.remove(os.path.join(folder, "generation_config.json"))
        model = type(model).from_pretrained(folder, dtype=torch.float32).eval()
        prompt = [(7 * i * i + 3 * i + 11) % N_VOCAB for i in range(20)]
        ids = list(prompt)
        with torch.no_grad():
            logits = model(torch.tensor([prompt])).logits[0, -1]
            for _ in range(8):
                ids.append(int(model(torch.tensor([ids])).logits[0, -1].argmax()))
        with open(os.path.join(folder, "expected.json"), "w") as f:
            json.dump({"prompt_ids": prompt, "greedy_ids": ids[len(prompt):],
                       "last_prompt_logits": [float(f"{v:.6g}") for v in logits]}, f)
            f.write("\n")


main(sys.argv[1])
