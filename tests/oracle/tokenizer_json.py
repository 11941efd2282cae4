#!/usr/bin/env python3
"""Compares tokenizer.json files, made here of real vocabularies as their makers make them, with tokenizers. Run by hand, never by ./check:

    V/bin/python tests/oracle/tokenizer_json.py --build _build --mb 8 --gemma GGUF --mistral TOKENIZER.MODEL.V1 --qwen2 GGUF --llama3 TOKENIZER.MODEL --tekken TEKKEN.JSON
    V/bin/python tests/oracle/tokenizer_json.py --fixtures tests/fixtures/tokenizer      what the tests hold

The environment is that of tokenizer_pieces.py; tokenizer.model.v1 and tekken_240911.json come with the PyPI package mistral-common.
"""
import argparse, base64, json, os, sys, tempfile, time
from pathlib import Path

import tokenizers
from tokenizers import AddedToken, Regex, decoders, models, normalizers, pre_tokenizers, processors
from sentencepiece import sentencepiece_model_pb2 as pb

import tokenizer as oracle
import tokenizer_pieces as pieces

CONTRACTION = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)"
UPPER, LOWER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
SPACES = r"|\s*[\r\n]+|\s+(?!\S)|\s+"
O200K = lambda c, n: (rf"[^\r\n\p{{L}}\p{{N}}]?{UPPER}*{LOWER}+{c}|[^\r\n\p{{L}}\p{{N}}]?{UPPER}+{LOWER}*{c}|\p{{N}}{n}| ?[^\s\p{{L}}\p{{N}}]+[\r\n/]*" + SPACES)
WIDE = "[一-龥ࠀ-一가-\ud7ff]+"
PATTERNS = { # the steps of each
    "gpt-2": [oracle.GPT2], "smollm": [r"\p{N}", oracle.GPT2], "gpt-4": [oracle.GPT4 % "{1,3}"], "bailingmoe": [oracle.GPT4 % ""],
    "nanochat": [r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,2}| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+"],
    "qwen35": [CONTRACTION + r"|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*" + SPACES],
    "seed-coder": [CONTRACTION + r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1}| ?[^\s\p{L}\p{N}" + "\r\n" + r"]+|\s*[" + "\r\n" + r"]+|\s+(?!\S)|\s+"],
    "gpt-4o": [O200K(CONTRACTION + "?", "{1,3}")], "tekken": [O200K("", "")],
    "deepseek-coder": ["[\r\n]", r"\s?\p{L}+", r"\s?\p{P}+", WIDE, r"\p{N}"],
    "deepseek-v3": [r"\p{N}{1,3}", "[一-龥\u3040-ゟ゠-ヿ]+",
                    r"""[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^""" + "\r\n" + r"""\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[""" + "\r\n" + r"""]*|\s*["""
                    + "\r\n" + r"""]+|\s+(?!\S)|\s+"""],
}


def byte_level(tokens, merges, steps, nfc=False, ignore_merges=False, special=(), bos=None):
    vocab = {t: i for i, t in reversed(list(enumerate(tokens)))}
    tok = tokenizers.Tokenizer(models.BPE(vocab=vocab, merges=merges, ignore_merges=ignore_merges))
    split = lambda p: pre_tokenizers.Digits(individual_digits=True) if p == r"\p{N}" else pre_tokenizers.Split(Regex(p), "isolated")
    tok.pre_tokenizer = pre_tokenizers.Sequence([split(p) for p in steps] + [pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])
    if nfc:
        tok.normalizer = normalizers.NFC()
    tok.decoder = decoders.ByteLevel()
    tok.add_special_tokens([AddedToken(t, normalized=False) for t in special])
    if bos:
        tok.post_processor = processors.TemplateProcessing(single=f"{bos} $A", special_tokens=[(bos, tok.token_to_id(bos))])
    return tok


def merges_of_pieces(model):
    """As transformers' converters make them: best score first, within a piece by the ids of its parts."""
    ids = {p.piece: i for i, p in enumerate(model.pieces) if p.type == 1}
    merges = []
    for p in model.pieces:
        if p.type != 1:
            continue
        cuts = [(p.piece[:i], p.piece[i:]) for i in range(1, len(p.piece))]
        cuts = [(a, b) for a, b in cuts if a in ids and b in ids]
        merges += [(p.score, a, b) for a, b in sorted(cuts, key=lambda x: (ids[x[0]], ids[x[1]]))]
    merges.sort(key=lambda m: -m[0])
    return [(a, b) for _, a, b in merges]


def sentencepiece_like(model, style):
    """style: gemma (spaces replaced), llama (and one put before), first and always (Metaspace)."""
    vocab = {p.piece: i for i, p in reversed(list(enumerate(model.pieces)))}
    unk = next((p.piece for p in model.pieces if p.type == 2), model.pieces[model.trainer_spec.unk_id].piece)
    tok = tokenizers.Tokenizer(models.BPE(vocab=vocab, merges=merges_of_pieces(model), unk_token=unk, fuse_unk=True, byte_fallback=any(p.type == 6 for p in model.pieces)))
    if style in ("gemma", "llama"):
        replace = normalizers.Replace(" ", "▁")
        tok.normalizer = replace if style == "gemma" else normalizers.Sequence([normalizers.Prepend("▁"), replace])
        if style == "gemma":
            tok.pre_tokenizer = pre_tokenizers.Split(" ", "merged_with_previous")
    else:
        tok.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme=style, split=style == "always")
    tok.decoder = decoders.Sequence([decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse()] + ([decoders.Strip(" ", 1, 0)] if style != "gemma" else []))
    tok.add_special_tokens([AddedToken(p.piece, normalized=False) for p in model.pieces if p.type in (2, 3)])
    tok.add_tokens([AddedToken(p.piece, normalized=False) for p in model.pieces if p.type == 4])
    bos = next((p.piece for p in model.pieces if p.piece in ("<s>", "<bos>")), None)
    if bos:
        tok.post_processor = processors.TemplateProcessing(single=f"{bos} $A", special_tokens=[(bos, tok.token_to_id(bos))])
    return tok


def check(name, tok, texts, build, tmp, flags=3):
    path = f"{tmp}/tokenizer.json"
    tok.save(path, pretty=False)
    ours, loaded, took = oracle.encode(build, path, texts, tmp, 1, flags)
    size = sum(len(s.encode()) for s in texts)
    start = time.process_time()
    theirs = [tok.encode(s, add_special_tokens=bool(flags & 1)).ids for s in texts]
    their = time.process_time() - start
    print(f"{name}: {size / 1e6:.1f} MB, {os.path.getsize(path) / 1e6:.1f} MB of JSON loaded in {loaded * 1e3:.0f} ms")
    print(f"    ours: {size / took / 1e6:.1f} MB/s; tokenizers {tokenizers.__version__}: {size / their / 1e6:.1f} MB/s, ours is {their / took:.1f} times as fast")
    return oracle.compare("tokenizers", texts, ours, theirs)


def trained(texts, steps, nfc=False, ignore_merges=False):
    """A small byte-level vocabulary, trained on whole lines without any pre-tokenizer, so that its merges cross every border."""
    from tokenizers import trainers
    tok = tokenizers.Tokenizer(models.BPE())
    tok.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.Split(Regex(r".{1,12}|\n"), "isolated"), pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])
    tok.train_from_iterator(texts, trainers.BpeTrainer(vocab_size=2500, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False))
    data = json.loads(tok.to_str())["model"]
    return byte_level(sorted(data["vocab"], key=data["vocab"].get), [tuple(m) if isinstance(m, list) else tuple(m.split(" ")) for m in data["merges"]], steps, nfc, ignore_merges, special=["<|endoftext|>", "<|a|>"],
                      bos="<|a|>")


def fixtures(folder):
    """Small files of both kinds, with the ids of strings.json."""
    strings = json.load(open(f"{folder}/strings.json"))
    texts = oracle.records(2, 5)
    made = {"json_bytes": trained(texts[::20], PATTERNS["gpt-4o"], nfc=True)}
    for style in ("llama", "first"):
        model = pieces.train(pieces.lines_of(texts), 1000, dict(model_type="bpe", byte_fallback=True, user_defined_symbols=["\n\n", "[x]"], **pieces.IDENTITY), 0)
        made[f"json_{style}"] = sentencepiece_like(model, style)
    for name, tok in made.items():
        tok.save(f"{folder}/probe_{name}.tokenizer.json", pretty=False)
        rows = [json.dumps({"name": s["name"], "ids": tok.encode(bytes.fromhex(s["utf8_hex"]).decode(), add_special_tokens=False).ids}) for s in strings]
        Path(f"{folder}/probe_{name}.json").write_text("[\n" + ",\n".join(rows) + "\n]\n")


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--build", default="_build")
    p.add_argument("--mb", type=int, default=4)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--fixtures")
    p.add_argument("--patterns", nargs="*", help="these patterns, or every one, with small vocabularies trained here")
    for name in ("gemma", "mistral", "qwen2", "llama3", "tekken"):
        p.add_argument("--" + name)
    args = p.parse_args()
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    if args.fixtures:
        fixtures(args.fixtures)
        return 0
    texts = oracle.records(args.mb, args.seed)
    bad = 0
    with tempfile.TemporaryDirectory() as tmp:
        run = lambda name, tok, flags=3: check(name, tok, texts, args.build, tmp, flags)
        if args.gemma:
            bad += run("gemma", sentencepiece_like(pieces.of_gguf(args.gemma), "gemma"))
        for style in ("llama", "first", "always") if args.mistral else ():
            bad += run("mistral, " + style, sentencepiece_like(pb.ModelProto.FromString(Path(args.mistral).read_bytes()), style))
        if args.qwen2:
            tokens, kinds, merges = oracle.gguf_vocab(args.qwen2)
            bad += run("qwen2", byte_level([t for t, k in zip(tokens, kinds) if k == 1], merges, PATTERNS["bailingmoe"], nfc=True, special=[t for t, k in zip(tokens, kinds) if k == 3]))
        if args.llama3:
            ranks = {base64.b64decode(a): int(b) for a, b in (l.split() for l in open(args.llama3) if l.strip())}
            tokens = [oracle.spell(t) for t in sorted(ranks, key=ranks.get)]
            bad += run("llama3", byte_level(tokens, oracle.merges_of_ranks(ranks), PATTERNS["gpt-4"], ignore_merges=True, special=["<|begin_of_text|>", "<|endoftext|>"], bos="<|begin_of_text|>"))
        if args.tekken:
            data = json.load(open(args.tekken))
            n = data["config"]["default_vocab_size"] - data["config"]["default_num_special_tokens"]
            ranks = {base64.b64decode(t["token_bytes"]): t["rank"] for t in data["vocab"][:n]}
            tokens = [oracle.spell(t) for t in sorted(ranks, key=ranks.get)]
            bad += run("tekken", byte_level(tokens, oracle.merges_of_ranks(ranks), PATTERNS["tekken"], ignore_merges=True))
        for name in () if args.patterns is None else args.patterns or PATTERNS:
            bad += run("pattern " + name, trained(texts[::20], PATTERNS[name], nfc=name == "qwen35", ignore_merges=name == "tekken"))
    print(f"{bad} mismatches")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
