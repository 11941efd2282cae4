#!/usr/bin/env python3
"""Compares SentencePiece vocabularies, real ones and ones trained here, with PyPI sentencepiece. Run by hand, never by ./check:

    python3 -m venv V && V/bin/pip install sentencepiece protobuf tiktoken tokenizers gguf numpy
    V/bin/python tests/oracle/tokenizer_pieces.py --build _build --mb 50 MODEL...     each a GGUF file or SentencePiece's own .model
    V/bin/python tests/oracle/tokenizer_pieces.py --build _build --train              small ones of every kind, trained here
    V/bin/python tests/oracle/tokenizer_pieces.py --fixtures tests/fixtures/tokenizer what the tests hold

The PyPI package mistral-common has real .model files; gemma3-270m is in the catalogue of models.
"""
import argparse, io, json, random, sys, tempfile, time
from pathlib import Path

import gguf
import sentencepiece
from sentencepiece import sentencepiece_model_pb2 as pb

import tokenizer as oracle

NORMAL, UNKNOWN, CONTROL, USER_DEFINED, UNUSED = 1, 2, 3, 4, 5
BPE, UNIGRAM = 2, 1


def of_gguf(path):
    fields = gguf.GGUFReader(path).fields
    get = lambda k, default=None: fields["tokenizer.ggml." + k].contents() if "tokenizer.ggml." + k in fields else default
    model = pb.ModelProto()
    for text, score, kind in zip(get("tokens"), get("scores"), get("token_type")):
        model.pieces.add(piece=text.replace(" ", "▁") if kind == USER_DEFINED else text, score=score, type=kind)
    model.trainer_spec.model_type = BPE if get("model") == "llama" else UNIGRAM
    model.trainer_spec.byte_fallback = 6 in get("token_type")
    model.trainer_spec.unk_id = get("unknown_token_id")
    model.normalizer_spec.add_dummy_prefix = bool(get("add_space_prefix", True))
    model.normalizer_spec.remove_extra_whitespaces = bool(get("remove_extra_whitespaces", False))
    model.normalizer_spec.precompiled_charsmap = bytes(get("precompiled_charsmap", b""))
    return model


def write_gguf(model, path):
    w = gguf.GGUFWriter(path, "llama")
    w.add_tokenizer_model("llama" if model.trainer_spec.model_type == BPE else "t5")
    w.add_tokenizer_pre("default")
    w.add_token_list([p.piece.encode() for p in model.pieces])
    w.add_token_types([p.type for p in model.pieces])
    w.add_token_scores([p.score for p in model.pieces])
    w.add_unk_token_id(next(i for i, p in enumerate(model.pieces) if p.type == UNKNOWN))
    w.add_add_space_prefix(model.normalizer_spec.add_dummy_prefix)
    w.add_remove_extra_whitespaces(model.normalizer_spec.remove_extra_whitespaces)
    if model.normalizer_spec.precompiled_charsmap:
        w.add_precompiled_charsmap(model.normalizer_spec.precompiled_charsmap)
    w.write_header_to_file()
    w.write_kv_data_to_file()
    w.close()


# What is trained: settings of the trainer, and how many pieces are made unused afterwards.
IDENTITY = dict(normalization_rule_name="identity", remove_extra_whitespaces=False)
KINDS = {
    "bpe": (dict(model_type="bpe", byte_fallback=True, **IDENTITY), 0),
    "bpe_user": (dict(model_type="bpe", byte_fallback=True, normalization_rule_name="identity", user_defined_symbols=["▁▁", "▁▁▁", "\n", "the", "ab", "<x>", "ﬁ"]), 0),
    "bpe_unused": (dict(model_type="bpe", byte_fallback=True, split_by_whitespace=False, add_dummy_prefix=False, **IDENTITY), 150),
    "bpe_unknown": (dict(model_type="bpe", normalization_rule_name="identity", character_coverage=0.99), 0),
    "unigram": (dict(model_type="unigram", byte_fallback=True, split_by_whitespace=False, **IDENTITY), 0),
    "unigram_user": (dict(model_type="unigram", user_defined_symbols=["▁▁", "the", "\n", "<x>", "ﬁ", "is▁t"]), 100),
}


def train(lines, size, settings, n_unused, seed=1):
    out = io.BytesIO()
    settings = {"character_coverage": 0.9995, **settings}
    sentencepiece.SentencePieceTrainer.train(sentence_iterator=iter(lines), model_writer=out, vocab_size=size, hard_vocab_limit=False, minloglevel=3,
                                             max_sentence_length=10000, **settings)
    model = pb.ModelProto.FromString(out.getvalue())
    for p in random.Random(seed).sample([p for p in model.pieces if p.type == NORMAL and len(p.piece) > 1], n_unused):
        p.type = UNUSED
    return model


def lines_of(texts, most=20000):
    return [l for s in texts[::3] for l in s.split("\n") if 0 < len(l) < 2000 and "\0" not in l and max(map(ord, l)) < 0x700][:most]


def check(name, model, path, texts, build, tmp):
    processor = sentencepiece.SentencePieceProcessor(model_proto=model.SerializeToString())
    ours, loaded, took = oracle.encode(build, path, texts, tmp)
    size = sum(len(s.encode()) for s in texts)
    start = time.process_time()
    theirs = [processor.encode(s) for s in texts]
    their = time.process_time() - start
    print(f"{name}: {size / 1e6:.1f} MB, {len(model.pieces)} tokens loaded in {loaded * 1e3:.0f} ms")
    print(f"    ours: {size / took / 1e6:.1f} MB/s; sentencepiece {sentencepiece.__version__}: {size / their / 1e6:.1f} MB/s, ours is {their / took:.1f} times as fast")
    return oracle.compare("sentencepiece", texts, ours, theirs)


def fixtures(folder):
    strings = json.load(open(f"{folder}/strings.json"))
    texts = oracle.records(2, 5)
    for name, (settings, n_unused) in KINDS.items():
        model = train(lines_of(texts), 1400, settings, n_unused)
        processor = sentencepiece.SentencePieceProcessor(model_proto=model.SerializeToString())
        write_gguf(model, f"{folder}/probe_{name}.gguf")
        rows = [json.dumps({"name": s["name"], "ids": processor.encode(bytes.fromhex(s["utf8_hex"]).decode())}) for s in strings]
        Path(f"{folder}/probe_{name}.json").write_text("[\n" + ",\n".join(rows) + "\n]\n")


def main():
    p = argparse.ArgumentParser()
    p.add_argument("models", nargs="*")
    p.add_argument("--build", default="_build")
    p.add_argument("--mb", type=int, default=8)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--train", action="store_true")
    p.add_argument("--fixtures")
    args = p.parse_args()
    if args.fixtures:
        fixtures(args.fixtures)
        return 0
    texts = oracle.records(args.mb, args.seed)
    bad = 0
    with tempfile.TemporaryDirectory() as tmp:
        for path in args.models:
            if path.endswith(".gguf"):
                bad += check(Path(path).name, of_gguf(path), path, texts, args.build, tmp)
            else:
                model = pb.ModelProto.FromString(Path(path).read_bytes())
                write_gguf(model, f"{tmp}/m.gguf")
                bad += check(Path(path).name, model, f"{tmp}/m.gguf", texts, args.build, tmp)
        for name, (settings, n_unused) in KINDS.items() if args.train else ():
            model = train(lines_of(texts), 4000, settings, n_unused)
            write_gguf(model, f"{tmp}/m.gguf")
            bad += check(name, model, f"{tmp}/m.gguf", texts, args.build, tmp)
    print(f"{bad} mismatches")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
