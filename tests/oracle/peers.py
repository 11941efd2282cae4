"""peers.py: what the oracles share that ask transformers and llama.cpp about a GGUF file. Each is imported only where it is asked:
`pip install torch transformers gguf accelerate` and `pip install xllamacpp`.
"""
import json
import os


def transformers_of(path):
    """The model in float32, its weights dequantized by PyPI's gguf."""
    import torch
    from transformers import AutoModelForCausalLM
    return AutoModelForCausalLM.from_pretrained(os.path.dirname(path) or ".", gguf_file=os.path.basename(path), dtype=torch.float32).eval()


def go_on(model, ids, n):
    """By transformers: the first logits, n greedy ids, and best minus second logit at each of them."""
    import torch
    first, made, margins, cache, new = None, [], [], None, ids
    with torch.no_grad():
        while len(made) < n:
            out = model(torch.tensor([new]), past_key_values=cache, use_cache=True)
            logits, cache = out.logits[0, -1].double(), out.past_key_values
            first = logits if first is None else first
            two = torch.topk(logits, 2)
            new = [int(two.indices[0])]
            made += new
            margins.append(round(float(two.values[0] - two.values[1]), 4))
    return first, made, margins


class Llama:
    """llama.cpp with its default settings, on the processor; each prompt is read anew."""

    def __init__(self, path):
        import xllamacpp
        params = xllamacpp.CommonParams()
        params.model.path = path
        params.n_ctx, params.n_parallel, params.cpuparams.n_threads, params.warmup, params.cache_prompt = 512, 1, 2, False, False
        self.server = xllamacpp.Server(params)

    def _ask(self, ids, n, n_likely):
        said = self.server.handle_completions({"prompt": ids, "max_tokens": n, "temperature": 0, "logprobs": n_likely})
        if not isinstance(said, dict):
            said = json.loads(said)
        if "choices" not in said:
            raise RuntimeError(f"llama.cpp: {said}")
        return said["choices"][0]["logprobs"]["content"]

    def greedy(self, ids, n):
        return [c["id"] for c in self._ask(ids, n, 1)]

    def log_probs(self, ids, n_vocab):
        """Of every token that may follow, by its id. The probabilities' sum is off by about 0.0002."""
        likely = self._ask(ids, 1, n_vocab)[0]["top_logprobs"]
        out = [None] * n_vocab
        for token in likely:
            out[token["id"]] = token["logprob"]
        assert None not in out, f"{len(likely)} of {n_vocab} tokens"
        return out
