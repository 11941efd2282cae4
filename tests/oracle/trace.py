#!/usr/bin/env python3
"""Makes tests/golden/trace.json and tests/golden/trace-tiny.json: what passes through models, by hooks in torch, in float32.

trace-tiny.json: the models of tests/fixtures/hf, whole: the residual stream before and after each layer, and all attention.
trace.json: SmolLM2-135M: for each layer a norm and some channels of the stream at two positions, the last row of each head's
attention, what each head and feed-forward adds to the logit of ' Paris', the same without some parts, and activation patching.

Run by hand in a virtual environment with `pip install torch transformers accelerate gguf`:
tests/oracle/trace.py FOLDER-WITH-THE-GGUF tests/fixtures/hf tests/golden
"""
import json
import os
import sys

import torch
from transformers import AutoModelForCausalLM

TINY = ["llama", "qwen2", "qwen3", "gpt2", "nanochat", "gemma3"]
FRANCE = [504, 3575, 282, 4649, 314]  # "The capital of France is"
PARIS = 7042
STEP = 48  # every so many channels


def blocks(model):
    inner = model.transformer if hasattr(model, "transformer") else model.model
    return inner.h if hasattr(inner, "h") else inner.layers


def first(output):
    return output[0] if isinstance(output, tuple) else output


def streams(model, ids):
    """The residual stream before layer 0 and after each layer, (n_layer + 1, n, n_embd), and what the model returns."""
    seen, hooks = [], []
    hooks.append(blocks(model)[0].register_forward_pre_hook(lambda m, args, kwargs: seen.append(first(args)[0].clone()), with_kwargs=True))
    for block in blocks(model):
        hooks.append(block.register_forward_hook(lambda m, args, output: seen.append(first(output)[0].clone())))
    with torch.no_grad():
        out = model(torch.tensor([ids]), output_attentions=True, use_cache=False)
    for hook in hooks:
        hook.remove()
    return torch.stack([s.reshape(len(ids), -1) for s in seen]), out


def numbers(tensor):
    return [float(f"{x:.7g}") for x in tensor.flatten().tolist()]


def tiny(folder):
    model = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32, attn_implementation="eager").eval()
    ids = [(i * 37 + 11) % model.config.vocab_size for i in range(12)]
    seen, out = streams(model, ids)
    return {"model": os.path.basename(folder), "ids": ids, "resid": [numbers(s) for s in seen],
            "scores": [numbers(a[0].transpose(0, 1)) for a in out.attentions]}


def hooked(model, hooks, ids=FRANCE):
    """Logits after the last token, with hooks in place."""
    with torch.no_grad():
        logits = model(torch.tensor([ids]), use_cache=False).logits[0, -1]
    for hook in hooks:
        hook.remove()
    return logits


def judged(logits):
    return {"p": float(logits.double().softmax(-1)[PARIS]), "logit": float(logits[PARIS])}


def attribution(model, ids):
    """Each head's and each feed-forward's part of the logit: through its columns of wo, final norm at its scale, row of the head."""
    heads, ffns, hooks = [], [], []
    for layer in model.model.layers:
        hooks.append(layer.self_attn.o_proj.register_forward_pre_hook(lambda m, args: heads.append((args[0][0, -1].clone(), m.weight))))
        hooks.append(layer.mlp.register_forward_hook(lambda m, args, output: ffns.append(output[0, -1].clone())))
    seen, out = streams(model, ids)
    for hook in hooks:
        hook.remove()
    last = seen[-1][-1].double()
    scale = (last.pow(2).mean() + model.config.rms_norm_eps).rsqrt()
    toward = model.lm_head.weight[PARIS].double() * model.model.norm.weight.double() * scale
    parts = {"embedding": float(toward @ seen[0][-1].double())}
    dim = model.config.hidden_size // model.config.num_attention_heads
    for l, ((x, w), ffn) in enumerate(zip(heads, ffns)):
        for h in range(model.config.num_attention_heads):
            columns = slice(h * dim, (h + 1) * dim)
            parts[f"L{l}.H{h}"] = float(toward @ (w[:, columns].double() @ x[columns].double()))
        parts[f"ffn.{l}"] = float(toward @ ffn.double())
    assert abs(sum(parts.values()) - float(out.logits[0, -1, PARIS])) < 1e-3
    return {name: float(f"{value:.7g}") for name, value in parts.items()}


def ablations(model):
    layers = model.model.layers

    def no_head(layer, head):
        def hook(m, args):
            x = args[0].clone()
            x[..., head * 64:(head + 1) * 64] = 0
            return (x,)
        return layers[layer].self_attn.o_proj.register_forward_pre_hook(hook)

    def nothing(module):
        return module.register_forward_hook(lambda m, args, output: output * 0)

    return {"L5.H3,ffn.7": judged(hooked(model, [no_head(5, 3), nothing(layers[7].mlp)])),
            "attn.25": judged(hooked(model, [nothing(layers[25].self_attn.o_proj)])),
            "L28.H0": judged(hooked(model, [no_head(28, 0)]))}


def patching(model, ids, other):
    """Probability and logit with the stream of the other prompt at each (layer, position); layer 0 is the embedding."""
    _, plain = streams(model, ids)
    source, there = streams(model, other)

    def patched(layer, position):
        def into(hidden):
            hidden = hidden.clone()
            hidden[0, position] = source[layer][position]
            return hidden
        if layer == 0:
            hook = blocks(model)[0].register_forward_pre_hook(lambda m, args: (into(args[0]), *args[1:]))
        else:
            def after(m, args, output):
                return (into(output[0]), *output[1:]) if isinstance(output, tuple) else into(output)
            hook = blocks(model)[layer - 1].register_forward_hook(after)
        return judged(hooked(model, [hook], ids))

    cells = [[patched(l, p) for p in range(len(ids))] for l in range(len(source))]
    return {"from": judged(plain.logits[0, -1]), "to": judged(there.logits[0, -1]),
            "p": [[float(f"{c['p']:.7g}") for c in row] for row in cells],
            "logit": [[float(f"{c['logit']:.7g}") for c in row] for row in cells]}


def smollm(folder):
    from gguf import GGUFReader
    name = "SmolLM2-135M-Instruct.Q4_1.gguf"
    model = AutoModelForCausalLM.from_pretrained(folder, gguf_file=name, dtype=torch.float32, attn_implementation="eager").eval()
    tokens = GGUFReader(os.path.join(folder, name)).get_field("tokenizer.ggml.tokens")
    italy = next(i for i, d in enumerate(tokens.data) if bytes(tokens.parts[d]).decode() == "\u0120Italy")
    other = FRANCE[:3] + [italy] + FRANCE[4:]
    seen, out = streams(model, FRANCE)
    return {"ids": FRANCE, "target": PARIS, "step": STEP,
            "norms": [numbers(s.norm(dim=-1)) for s in seen],
            "channels": [[numbers(s[0, ::STEP]), numbers(s[-1, ::STEP])] for s in seen],
            "scores": [numbers(a[0, :, -1]) for a in out.attentions],
            "attribution": attribution(model, FRANCE), "ablations": ablations(model),
            "patch": {"ids": other, **patching(model, other, FRANCE)}}


def write(path, value):
    with open(path, "w") as file:
        json.dump(value, file, separators=(",", ":"))
        file.write("\n")


def main(models, fixtures, golden):
    torch.set_num_threads(1)
    write(os.path.join(golden, "trace-tiny.json"), [tiny(os.path.join(fixtures, name)) for name in TINY])
    write(os.path.join(golden, "trace.json"), smollm(models))


main(*sys.argv[1:])
