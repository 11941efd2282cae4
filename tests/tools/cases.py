# cases.py: no case from public bug reports of the kinds gguf, tok and gen is left out: each is run here by the command, or a test holds it.
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The cases lie in $HUNCH_CASES or beside the tree. A case that is here and known to nobody fails.
import hashlib
import json
import os
import struct

import cli
from cli import equal, hunch, ok, refuses

CASES = os.environ.get('HUNCH_CASES') or os.path.join(cli.SOURCE, '..', 'shared', 'cases')
GPT2 = os.path.join(CASES, '..', 'data', 'gpt2')
TOKENS = {'gpt2': GPT2, 'smollm': cli.SMOLLM, 'qwen2': os.path.join(cli.MODELS, 'qwen2.5-coder-0.5b-instruct-q4_k_m.gguf')}
LONG = bool(os.environ.get('HUNCH_LONG'))
LOADING = 'loading'

# Of files that may be refused or read, as the case has it: these are read, some with a warning that has the words.
READ = {'tensor-unknown-extra-tensor': 'unknown', 'meta-kvheads-array': None, 'meta-embd-u64': None, 'vocab-tiny-vocab-default-eos': None,
        'vocab-eos-equals-n': 'eos_token_id', 'vocab-eos-i32-negative': None, 'vocab-types-u8': None, 'vocab-scores-u8': None,
        'vocab-merge-three-parts': 'merge', 'vocab-merge-leading-space': 'merge', 'vocab-merge-unknown-left': 'merge',
        'vocab-merge-result-missing': 'merge', 'vocab-merges-missing': 'no merges', 'vocab-duplicate-token': 'are both',
        'vocab-token-not-in-byte-alphabet': None, 'vocab-token-300-bytes': None, 'vocab-pre-default': None}
# What a message must hold, where the case says so.
SAYS = {'magic-ggjt-magic': 'too old', 'magic-lower-case': 'not a GGUF file', 'version-0x1': 'version 1', 'version-0x4': 'newer', 'version-0x3000000': 'big-endian',
        'kv-duplicate-key': 'general.architecture', 'tensor-type-0x4': 'type 4', 'tensor-type-0x63': 'type 99', 'tensor-missing-attn_q': 'blk.0.attn_q.weight',
        'tensor-wrong-shape-transposed': 'expected shape [8, 12], found [12, 8]', 'meta-arch-unknown': 'llama', 'meta-arch-format-string': '%s%s%n',
        'split-part-missing': '00002-of-00002', 'split-second-first': 'first part', 'vocab-pre-unknown': 'zebra-9'}
# What cannot be seen from the command line, or needs what it does not have: the test that holds it, and words of it.
HELD = {
    'file-shrinks-after-open': ('tests/engine/model/test-gguf.c', '/gguf/shrinks'),
    'missing-byte-tokens': ('tests/tokenizer/test-encode.c', '/encode/missing-bytes'),
    'merge-vs-whole-word': ('tests/tokenizer/test-encode.c', '/encode/whole-word'),
    'shift-repeat': ('tests/engine/session/test-engine.c', '/engine/context'), # nothing is shifted: what does not fit is read anew
    'small-output-buffer': ('libhunch/hunch-tokenizer.h', 'gsize *n_ids'), # the caller gives no buffer
}


def fixture(*path):
    with open(os.path.join(cli.SOURCE, 'tests', *path)) as file:
        return json.load(file)


def written_out(data):
    """A list may be held as how often which number."""
    z = data.get('z') if isinstance(data, dict) else None
    return {**data, 'z': [z['all']] * z['n']} if isinstance(z, dict) else data


def held_as_data():
    """The cases that tests in C run from their own copies: name, data."""
    strings = {'str-' + s['name']: s for s in fixture('fixtures', 'tokenizer', 'strings.json')}
    utf8 = {s['name']: s for s in fixture('fixtures', 'tokenizer', 'cases.json')['utf8']}
    units = {c['name']: c.get('data') for f in ('session', 'sampler') for c in fixture('engine', f, 'cases.json')}
    return {**strings, **utf8, **units}


def path_of(case):
    return os.path.join(CASES, case['files'][0])


def complete(path, ids, *words):
    """The process; and what it made, None for nothing."""
    p = hunch('complete', '-m', path, '--json', '--prompt-ids', ','.join(map(str, ids)), *words)
    return p, json.loads(p.stdout) if p.returncode == 0 else None


def goes_on(said, want):
    """The ids are those, up to the end of text."""
    n = len(said['ids']) if said['finish'] == 'eos' else len(want)
    return said['ids'] == want[:n]


def reads(case, words):
    """Greedy ids where the case has them, at float32 and by default; else that it runs; and the warning."""
    data = case.get('data') or {'prompt_ids': [1, 2, 3]}
    want = data.get('greedy_ids')
    for exact in (['--exact'], []):
        p, said = complete(path_of(case), data['prompt_ids'], '-n', str(len(want or 'abc')), *exact)
        ok(said is not None and (want is None or goes_on(said, want) or (not exact and data['tolerance'] > 0.01)), ' '.join([case['name'], *exact]), p)
        if words:
            ok(words in p.stderr.decode(), case['name'] + ' says so', p)


def file_case(case):
    path = path_of(case) if 'files' in case else CASES
    if 'greedy_ids' in (case.get('data') or {}) or case['name'] in READ:
        reads(case, READ.get(case['name']))
    else:
        refuses(hunch('complete', '-m', path, 'x'), 1, SAYS.get(case['name'], os.path.basename(path)), case['name'], LOADING)
        p = hunch('info', path)
        ok(p.returncode == 1 or b'cannot run' in p.stdout, case['name'] + ': info says why', p)
    if case['name'].startswith('vocab-'):
        p = hunch('tokenize', '-m', path, '--file', '-', stdin=b'Hello the\n')
        ok(p.returncode in (0, 1) and (p.returncode == 0 or not p.stdout), case['name'] + ': tokenize', p)


def ids_of(vocabulary, *words, **more):
    p = hunch('tokenize', '-m', vocabulary, '--json', *words, **more)
    return json.loads(p.stdout)['ids'] if p.returncode == 0 else p


def each_vocabulary(case, names):
    for name in names:
        if os.path.exists(TOKENS[name]):
            yield name, TOKENS[name]
        else:
            cli.skip(f"{case['name']} by {name}", 'its vocabulary is not here')


def long_case(case):
    for name, vocabulary in each_vocabulary(case, ('gpt2', 'smollm')):
        ids = ids_of(vocabulary, '--file', path_of(case))
        want = case['data'][name]
        equal((len(ids), hashlib.sha256(struct.pack(f'<{len(ids)}I', *ids)).hexdigest()), (want['n'], want['sha256']), f"{case['name']} by {name}")


def invalid_case(case):
    for name, vocabulary in each_vocabulary(case, ('gpt2',)):
        ids = ids_of(vocabulary, '--file', path_of(case))
        p = hunch('detokenize', '-m', vocabulary, *map(str, ids))
        equal(p.stdout, bytes.fromhex(case['data']['hex']), case['name'] + ' comes back byte for byte')


def special_case(case):
    for name, vocabulary in each_vocabulary(case, ('gpt2', 'smollm', 'qwen2')):
        for text, want in case['data'][name].items():
            equal(ids_of(vocabulary, '--parse-special', text), [want], f'{text} by {name}, when it counts')
            ok(len(ids_of(vocabulary, text)) > 1, f'{text} by {name}, as a text')


def with_bos(name, add):
    """A vocabulary that adds its beginning of text, or not, or does not say; its id, name and path."""
    with open(os.path.join(CASES, 'gguf', 'valid_qwen2_tied.gguf'), 'rb') as file:
        data = file.read()
    key = b'tokenizer.ggml.add_bos_token' + struct.pack('<I', 7)
    assert key + b'\0' in data
    if add is None:
        data = data.replace(key, key.replace(b'add_bos', b'bad_sos'))
    elif add:
        data = data.replace(key + b'\0', key + b'\1')
    with open(name, 'wb') as file:
        file.write(data)
    info = json.loads(hunch('info', '--json', name).stdout)['metadata']
    return int(info['tokenizer.ggml.bos_token_id'])


def bos_cases(case):
    with cli.scratch() as folder:
        path = os.path.join(folder, 'bos.gguf')
        for add in (True, False, None):
            bos = with_bos(path, add)
            plain = ids_of(path, 'x')
            equal(ids_of(path, '--add-special', 'x'), [bos] * bool(add) + plain, f"{case['name']}: add_bos_token {add}")
            name = hunch('detokenize', '-m', path, '--parse-special', str(bos)).stdout.decode()
            equal(ids_of(path, '--add-special', '--parse-special', name + 'x'), [bos] + plain, f"{case['name']}: once, add_bos_token {add}")


def two_gigabytes(case):
    if not LONG:
        return cli.skip(case['name'], 'takes minutes: ./check --long')
    with cli.scratch() as folder:
        path = os.path.join(folder, 'sparse')
        with open(path, 'wb') as file:
            file.truncate(2**31 + 16)
        p = hunch('tokenize', '-m', os.path.join(CASES, 'tok', 'probe_gpt2.gguf'), '--file', path, timeout=3000)
        ok(p.returncode == 0 or p.stderr.startswith(b'hunch: '), case['name'], p.stderr[-300:])


def probe_case(case):
    for name in case['files']:
        with open(os.path.join(CASES, name), 'rb') as theirs, open(os.path.join(cli.FIXTURES, 'tokenizer', os.path.basename(name)), 'rb') as ours:
            ok(theirs.read() == ours.read(), f"{case['name']}: {name} is what tests/tokenizer/test-encode.c reads")


def text_case(case):
    for beginning, run in (('long-', long_case), ('invalid-', invalid_case), ('special-parse', special_case), ('add-bos', bos_cases),
                           ('two-gigabyte', two_gigabytes), ('probe-', probe_case)):
        if case['name'].startswith(beginning):
            return run(case)
    return ok(False, case['name'] + ': no test runs it')


def main():
    with open(os.path.join(CASES, 'index.json')) as file:
        cases = [c for c in json.load(file) if c['kind'] in ('gguf', 'tok', 'gen')]
    data = held_as_data()
    for case in cases:
        if case['name'] in data:
            want = case.get('data')
            have = written_out(data[case['name']])
            ok(want is None or all(have[k] == v for k, v in want.items()) if isinstance(want, dict) else have == want, case['name'] + ': a test in C has the same')
        elif case['name'] in HELD:
            path, words = HELD[case['name']]
            with open(os.path.join(cli.SOURCE, path)) as file:
                ok(words in file.read(), f"{case['name']}: {path} holds it")
        else:
            (text_case if case['kind'] == 'tok' else file_case)(case)


if os.path.exists(os.path.join(CASES, 'index.json')):
    main()
else:
    cli.skip('cases from public bug reports', 'they are not here: set HUNCH_CASES')
cli.end()
