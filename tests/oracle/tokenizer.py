#!/usr/bin/env python3
"""Compares ids and speed (CPU time, one thread) with tiktoken and tokenizers on mixed text. Run by hand, never by ./check:

    python3 -m venv V && V/bin/pip install tiktoken tokenizers gguf numpy
    V/bin/python tests/oracle/tokenizer.py --build _build --mb 50 --gpt2 DIR --smollm GGUF --qwen2 GGUF --llama3 TOKENIZER.MODEL

DIR holds encoder.json and vocab.bpe; tokenizer.model is the one in llama-models 0.3.0 (PyPI). Give those you have.
"""
import argparse, base64, json, os, random, struct, subprocess, sys, tempfile, time, unicodedata
from pathlib import Path

import gguf, tiktoken, tokenizers
from tokenizers import Regex, decoders, models, normalizers, pre_tokenizers

GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
GPT4 = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}%s| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
PATTERN = {"gpt2": GPT2, "llama3": GPT4 % "{1,3}", "qwen2": GPT4 % ""}


def alphabet():
    keep = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    table, n = {b: chr(b) for b in keep}, 0
    for b in range(256):
        if b not in table:
            table[b] = chr(256 + n)
            n += 1
    return table


BYTE = alphabet()
spell = lambda raw: "".join(BYTE[b] for b in raw)


# ---- text ----------------------------------------------------------------------------------------------------------------------

SCRIPTS = {  # first and last code point, and how words are parted
    "latin": (0x61, 0x7A, " "), "latin-ext": (0xC0, 0x24F, " "), "greek": (0x391, 0x3C9, " "), "cyrillic": (0x410, 0x44F, " "),
    "hebrew": (0x591, 0x5EA, " "), "arabic": (0x621, 0x652, " "), "devanagari": (0x901, 0x970, " "), "thai": (0xE01, 0xE4E, ""),
    "jamo": (0x1100, 0x11FF, " "), "kana": (0x3041, 0x30FE, ""), "han": (0x4E00, 0x9FA5, "，"), "hangul": (0xAC00, 0xD7A3, " "),
    "emoji": (0x1F300, 0x1FAFF, "\u200d"), "math": (0x1D400, 0x1D7FF, " "), "vietnamese": (0x1EA0, 0x1EF9, " "),
}


def files(roots, suffixes, limit):
    total = 0
    for root in roots:
        for path in sorted(Path(root).rglob("*")):
            if path.suffix in suffixes and path.is_file() and total < limit:
                raw = path.read_bytes()
                total += len(raw)
                yield raw.decode("utf-8", "replace")


def script(r, n):
    first, last, gap = r.choice(list(SCRIPTS.values()))
    out = []
    while n > 0:
        k = r.choice((1, 2, 3, 5, 8, 13))
        out.append("".join(chr(r.randint(first, last)) for _ in range(k)) + gap)
        n -= k
    return "".join(out)


def log(r):
    return "".join(f"{r.randint(1970, 2030)}-{r.randint(1, 12):02}-{r.randint(1, 28):02}T{r.random() * 24:.3f} [{r.choice(('INFO', 'warn', 'E'))}]"
                   f"\t0x{r.getrandbits(48):x} {r.randint(0, 10**r.randint(1, 12))}ms {r.choice(('GET', 'put'))} /{r.getrandbits(64):x}?q={r.random()}\r\n"
                   for _ in range(20))


CLASHES = ["'s", "'S", "'ſ", "'LL", "'ll", "'Ve", "'re", "'", "’s", " ", "  ", "\t", "\n", "\r\n", "\r", "\u00a0", "\u0085", "\u2028", "\u3000", "\u200b",
           "\ufeff", "\x1c", "\x1f", "\x00", "\x7f", "a", "Z", "é", "e\u0301", "ß", "ı", "ſ", "K", "7", "٣", "½", "Ⅷ", "三", "_", "!", "#", "€", "\u0301", "\u0345\u0300",
           "\u094d", "ǅ", "ªº", "ᄒ", "ᅡ", "ᆫ", "한", "🦙", "\u200d", "🏽", "\ue000", "\U000e0100", "\U00040000", "\U0010ffff", "<|endoftext|>", "\u0f73", "\u0344", "K", "Å"]


def records(mb, seed):
    """Texts of every kind, about mb megabytes."""
    r, share = random.Random(seed), mb * 1_000_000 // 8
    taken = []

    def take(make):
        n = 0
        while n < share:
            s = make()
            taken.append(s)
            n += len(s.encode())

    here = Path(__file__).resolve().parents[2]
    stdlib = os.path.dirname(os.__file__)
    taken.extend(files([here / "doc", here, "/usr/share/doc", "/usr/share/common-licenses"], {".md", ".txt", ".rst", ""}, share))
    taken.extend(files([here, "/usr/include"], {".c", ".h", ".cl"}, share))
    taken.extend(files([stdlib], {".py"}, share))
    chars = [chr(c) for c in range(0x110000) if not 0xD800 <= c < 0xE000]
    known = [c for c in chars if unicodedata.category(c) not in ("Cn", "Co")]
    take(lambda: script(r, r.randint(50, 3000)))
    take(lambda: log(r))
    take(lambda: "".join(r.choice(CLASHES) for _ in range(r.randint(1, 400))))
    take(lambda: "".join(r.choice(known if r.random() < 0.8 else chars) + (" " if r.random() < 0.2 else "") for _ in range(r.randint(1, 400))))
    take(lambda: base64.b64encode(r.randbytes(r.randint(1, 900))).decode() * r.choice((1, 1, 1, 3)) + r.choice("ab=_ ") * r.choice((0, 0, 70, 300)))
    return taken


# ---- vocabularies --------------------------------------------------------------------------------------------------------------

def gguf_vocab(path):
    fields = gguf.GGUFReader(path).fields
    get = lambda k: fields["tokenizer.ggml." + k].contents()
    return get("tokens"), get("token_type"), [tuple(m.split(" ")) for m in get("merges")]


def hf(tokens, merges, name, kinds=None):
    vocab = {t: i for i, t in reversed(list(enumerate(tokens))) if kinds is None or kinds[i] == 1}
    tok = tokenizers.Tokenizer(models.BPE(vocab=vocab, merges=merges, ignore_merges=name == "llama3"))
    byte = lambda regex: pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=regex)
    if name == "gpt2":
        tok.pre_tokenizer = byte(True)
    elif name == "smollm":
        tok.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.Digits(individual_digits=True), byte(True)])
    else:
        tok.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.Split(Regex(PATTERN[name]), "isolated"), byte(False)])
    if name == "qwen2":
        tok.normalizer = normalizers.NFC()
    tok.decoder = decoders.ByteLevel()
    return tok


def merges_of_ranks(ranks):
    """tiktoken merges any two neighbours that are a token together; as a list of merges, each token is there once for each way to cut it."""
    merges = []
    for token in sorted(ranks, key=ranks.get):
        cuts = [(token[:i], token[i:]) for i in range(1, len(token))]
        cuts = [(a, b) for a, b in cuts if a in ranks and b in ranks]
        merges += sorted(cuts, key=lambda x: (ranks[x[0]], ranks[x[1]]))
    return [(spell(a), spell(b)) for a, b in merges]


def write_gguf(path, pre, tokens, kinds, merges):
    w = gguf.GGUFWriter(path, "llama")
    w.add_tokenizer_model("gpt2")
    w.add_tokenizer_pre(pre)
    w.add_token_list(tokens)
    w.add_token_types(kinds)
    w.add_token_merges([" ".join(m) for m in merges])
    w.write_header_to_file()
    w.write_kv_data_to_file()
    w.close()


def load(name, path, tmp):
    """Path for us, tokenizers' and tiktoken's encoders; None where there is none."""
    if name == "gpt2":
        vocab = json.load(open(f"{path}/encoder.json"))
        merges = [tuple(l.split(" ")) for l in open(f"{path}/vocab.bpe", encoding="utf-8").read().split("\n")[1:] if l]
        tokens = sorted(vocab, key=vocab.get)
        unspell = {c: b for b, c in BYTE.items()}
        ranks = {bytes(unspell[c] for c in t): i for i, t in enumerate(tokens) if t != "<|endoftext|>"}
        return path, hf(tokens, merges, name), tiktoken.Encoding(name, pat_str=PATTERN[name], mergeable_ranks=ranks, special_tokens={})
    if name == "llama3":
        ranks = {base64.b64decode(a): int(b) for a, b in (l.split() for l in open(path) if l.strip())}
        tokens = [spell(t) for t in sorted(ranks, key=ranks.get)]
        merges = merges_of_ranks(ranks)
        write_gguf(f"{tmp}/llama3.gguf", "llama-bpe", tokens, [1] * len(tokens), merges)
        return f"{tmp}/llama3.gguf", hf(tokens, merges, name), tiktoken.Encoding(name, pat_str=PATTERN[name], mergeable_ranks=ranks, special_tokens={})
    tokens, kinds, merges = gguf_vocab(path)
    tik = None
    if name == "qwen2":
        unspell = {c: b for b, c in BYTE.items()}
        ranks = {bytes(unspell[c] for c in t): i for i, t in enumerate(tokens) if kinds[i] == 1}
        tik = tiktoken.Encoding(name, pat_str=PATTERN[name], mergeable_ranks=ranks, special_tokens={})
    return path, hf(tokens, merges, name, kinds), tik


def compare(what, texts, ours, theirs):
    n_ids = bad = 0
    for s, a, b in zip(texts, ours, theirs):
        n_ids += len(b)
        if a != b:
            bad += 1
            if bad <= 3:
                i = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
                print(f"    {what}: differs at id {i}: ours {a[i:i + 8]}, theirs {b[i:i + 8]}; text {s[:60]!r}… of {len(s)}")
    print(f"    {what}: {n_ids} ids, {bad} of {len(texts)} texts differ")
    return bad


def encode(build, vocabulary, texts, tmp, times=1, flags=0):
    """Our ids of each text, and seconds to load and to encode."""
    with open(f"{tmp}/in", "wb") as f:
        for b in (s.encode() for s in texts):
            f.write(struct.pack("<I", len(b)) + b)
    said = subprocess.run([f"{build}/tests/tokenizer/encode-file", vocabulary, f"{tmp}/in", f"{tmp}/out", str(times), str(flags)], check=True, capture_output=True, text=True).stdout
    loaded, took = map(float, said.split())
    out, at, ours = open(f"{tmp}/out", "rb").read(), 0, []
    while at < len(out):
        n, = struct.unpack_from("<I", out, at)
        ours.append(list(struct.unpack_from(f"<{n}i", out, at + 4)))
        at += 4 + 4 * n
    return ours, loaded, took


def timed(encode, texts):
    """Ids of each text, and seconds of the processor for all of them."""
    start = time.process_time()
    ids = [encode(s) for s in texts]
    return ids, time.process_time() - start


def check_word(build, where, tmp):
    """A single word of 10 MB: twice the time of its half."""
    r = random.Random(3)
    word = "".join(r.choices("etaoinshrdlucm", k=10_000_000))
    took = [encode(build, where, [word[:n]], tmp, 1)[2] for n in (len(word) // 2, len(word))]
    print(f"    a word of 10 MB: {took[1]:.2f} s, {took[1] / took[0]:.2f} times its half")


def check(name, path, texts, build, tmp, word):
    where, by_hf, by_tik = load(name, path, tmp)
    size = sum(len(s.encode()) for s in texts)
    peers = [("tokenizers", tokenizers.__version__, lambda s: by_hf.encode(s, add_special_tokens=False).ids, texts)]
    if by_tik:
        normal = [unicodedata.normalize("NFC", s) for s in texts] if name == "qwen2" else texts
        peers.append(("tiktoken", tiktoken.__version__, by_tik.encode_ordinary, normal))
    bad = 0
    ours, loaded, took = encode(build, where, texts, tmp, 1)
    print(f"{name}: {size / 1e6:.1f} MB, loaded in {loaded * 1e3:.0f} ms")
    for peer, version, encoder, given in peers:
        theirs, their = timed(encoder, given)
        took = min(took, encode(build, where, texts, tmp, 1)[2]) # in turns, so that what else the machine does meets both
        print(f"    ours: {size / took / 1e6:.1f} MB/s; {peer} {version}: {size / their / 1e6:.1f} MB/s, ours is {their / took:.1f} times as fast")
        bad += compare(peer, texts, ours, theirs)
    if word:
        check_word(build, where, tmp)
    return bad


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--build", default="_build")
    p.add_argument("--mb", type=int, default=8)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--word", action="store_true", help="a single word of 10 MB too")
    p.add_argument("--only", help="of the texts, those with this in them")
    for name in ("gpt2", "smollm", "llama3", "qwen2"):
        p.add_argument("--" + name)
    args = p.parse_args()
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    os.environ["RAYON_NUM_THREADS"] = "1"
    texts = [s for s in records(args.mb, args.seed) if not args.only or args.only in s]
    bad = 0
    with tempfile.TemporaryDirectory() as tmp:
        for name in ("gpt2", "smollm", "llama3", "qwen2"):
            if getattr(args, name):
                bad += check(name, getattr(args, name), texts, args.build, tmp, args.word)
    print(f"{bad} mismatches")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
