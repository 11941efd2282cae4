# trace.py: looking inside by the command line: the table, JSON, tensors for numpy; against transformers where the model is here.
# SPDX-License-Identifier: LGPL-2.1-or-later
import json
import os
import pty
import struct
import subprocess
import zipfile

import cli
from cli import equal, hunch, ok, refuses

TINY = os.path.join(cli.FIXTURES, 'gguf', 'valid_llama.gguf')
LOADING = 'loading'
POINTS = 'embd attn_norm q k v scores attn_out attn_proj resid_mid ffn_norm ffn_keys ffn_out resid final_norm logits'.split()


def trace(*words, model=TINY, name=None, **more):
    p = hunch('trace', '-m', model, '--json', *words, **more)
    ok(p.returncode == 0, name or 'trace ' + ' '.join(words)[:60], p)
    return json.loads(p.stdout or '{}')


def npz(path):
    """What numpy.load gives, as lists of numbers with their shapes: a system need not have numpy."""
    arrays = {}
    with zipfile.ZipFile(path) as archive:
        bad = archive.testzip()
        ok(bad is None, f'{os.path.basename(path)} is a sound archive', bad)
        for name in archive.namelist():
            data = archive.read(name)
            length, = struct.unpack('<H', data[8:10])
            header = eval(data[10:10 + length], {})  # the format is a Python literal
            ok_header = data[:8] == b'\x93NUMPY\x01\0' and (10 + length) % 64 == 0 and header['descr'] in ('<f4', '>f4')
            if not ok_header or header['fortran_order']:
                ok(False, f'{name} has the header of an array', header)
            n = 1
            for size in header['shape']:
                n *= size
            arrays[name.removesuffix('.npy')] = header['shape'], struct.unpack(f'{header["descr"][0]}{n}f', data[10 + length:])
    return arrays


said = trace('Hello')
for key in 'model device exact prompt_ids pieces position target lens top next ids steps n_new n_past cache_blocks cache_bytes'.split():
    if key not in said:
        ok(False, f'the object has {key}', sorted(said))
n_layer = len(said['lens']) - 1
equal([l['layer'] for l in said['lens']], list(range(n_layer + 1)), 'a lens for each layer, from 0, the embedding')
equal((said['lens'][-1]['rank'], said['lens'][-1]['best']['id']), (1, said['target']['id']), 'the likeliest is watched unless told otherwise')
equal(said['ids'], [said['next']['id']], 'one token by default')
completed = json.loads(hunch('complete', '-m', TINY, '--json', '-n', '4', 'Hello').stdout)
four = trace('-n', '4', 'Hello')
equal(four['ids'], completed['ids'], 'the tokens that are followed are those of complete')
equal([(s['n_new'], s['n_past']) for s in four['steps']], [(1, len(said['prompt_ids']) + i) for i in range(3)], 'T_q and T_k of each')
equal(trace('--prompt-ids', ','.join(map(str, said['prompt_ids'])))['lens'], said['lens'], 'the same by ids')
equal(trace('--position', '0', 'Hello')['position'], 0, 'a place from the beginning')
equal(trace('--position=-2', 'Hello')['position'], len(said['prompt_ids']) - 2, 'a place from the end')

whole = trace('--exact', '--attribute', '--ablate', 'L0.H0,ffn.1,attn.1', '--neurons', '0', '--attention', 'L1.H0', '--attends-to', 'l', 'Hello')
ok(abs(whole['attribution']['sum'] - whole['ablation']['after']['logit']) < 1e-3, 'contributions add up', whole['attribution'])
same = trace('--exact', '--patch', 'Hello', 'Hello')['patch']
ok(all(abs(p - same['from']['p']) < 1e-5 for row in same['p'] for p in row), 'patching a text with itself changes nothing', same)


def step(*commands):
    """What a terminal shows when a person types the commands."""
    master, slave = pty.openpty()
    p = subprocess.Popen([cli.HUNCH, 'trace', '-m', TINY, '--exact', '--step', 'Hello'], stdin=slave, stdout=slave, stderr=subprocess.DEVNULL,
                         env={**os.environ, 'LC_ALL': 'C.UTF-8'})
    os.close(slave)
    os.write(master, ''.join(c + '\n' for c in commands).encode())
    shown = b''
    try:
        while chunk := os.read(master, 1000):
            shown += chunk
    except OSError:
        pass
    ok(p.wait(timeout=60) == 0, 'stepping ends well', p.returncode)
    return shown.decode(errors='replace').replace('\r\n', '\n')


shown = step('help', 'step', 'next', 'break scores', 'c', 'p scores.1 1.0', 'p embd', 'c resid.0', 'w e', 'nonsense', 'c', 'quit')
ok(shown.index('embd (') < shown.index('attn_norm.0 (') < shown.index('resid.0 (') < shown.index('scores.1 ('), 'in the order of a batch', shown)
for wanted, why in (('would say', 'the lens'), ('deviation', 'statistics'), ('row 1, head 0', 'a slice'), ('lies behind', 'no way back'),
                    ("There is no command 'nonsense'", 'a wrong command goes on'), ('That was all', 'the end'), ("'e' has rank", 'another token is watched')):
    ok(wanted in shown, f'stepping: {why}', shown)
with open(os.path.join(os.environ['HUNCH_BUILDDIR'], 'config.h')) as file:
    edits = '#define HAVE_LIBEDIT 1' in file.read()
if edits:
    shown = step('print embd', 'step', '\x1b[A\x1b[A', 'prnt\x1b[D\x1b[Di', 'quit')  # arrows: two lines up, two letters back
    equal(shown.count('deviation'), 3, 'stepping: lines can be edited, and come back')
else:
    cli.skip('stepping: lines can be edited', 'built without libedit')
with cli.scratch() as folder:
    script = os.path.join(folder, 'script')
    with open(script, 'w') as file:
        file.write('# comment\nnext\nprint resid.0 0:2\nquit\nnonsense\n')
    p = hunch('trace', '-m', TINY, '--exact', '--script', script, 'Hello')
    ok(p.returncode == 0 and b'(hunch) print resid.0 0:2\nresid.0\n' in p.stdout, 'the same from a file', p)
    with open(script, 'w') as file:
        file.write('print resid.99\n')
    p = hunch('trace', '-m', TINY, '--script', script, 'Hello')
    ok(p.returncode == 1 and b'resid.99' in p.stderr, 'which ends at a command that fails', p)

p = hunch('trace', '-m', TINY, 'Hello\n\x1b[31m')
ok(p.returncode == 0 and b'\x1b' not in p.stdout and b'\\n' in p.stdout, 'the table shows no control characters', p)

refuses(hunch('trace', '-m', TINY, '--position', '99', 'x'), 1, '99', 'a place that is not there', LOADING)
refuses(hunch('trace', '-m', TINY, '--prompt-ids', '999999'), 1, '264', 'an id that is not there', LOADING)
refuses(hunch('trace', '-m', TINY, '--target', 'two words', 'x'), 1, 'two words', 'a target of several tokens', LOADING)
refuses(hunch('trace', '-m', TINY, '--layers', '3-1', 'x'), 2, '--layers', 'layers in the wrong order')
refuses(hunch('trace', '-m', TINY, '--patch', 'a longer text', 'x'), 1, 'patching', 'texts of different lengths', LOADING)
refuses(hunch('trace', '-m', TINY, '--ablate', 'L0', 'x'), 1, 'L5.H3', 'a part that is none', LOADING)
refuses(hunch('trace', '-m', TINY, '--ablate', 'L99.H0', 'x'), 1, 'heads 0 to', 'a part that the model has not', LOADING)
refuses(hunch('trace', '-m', TINY, '--attends-to', 'zebra', 'x'), 1, 'zebra', 'a word that is not there', LOADING)
refuses(hunch('trace', '-m', TINY, '--attention', 'x', 'x'), 2, '--attention', 'attention of no layer')
refuses(hunch('trace', '-m', os.path.join(cli.FIXTURES, 'gen', 'nan_logits.gguf'), 'x'), 1, 'nan_logits.gguf: the model', 'numbers that are not finite', LOADING)
refuses(hunch('trace', '-m', TINY), 2, 'no text', 'no text')

with cli.scratch() as folder:
    path = os.path.join(folder, 'a.npz')
    trace('--exact', '--npz', path, 'Hello')
    arrays = npz(path)
    n = len(said['prompt_ids'])
    equal(sorted({a.split('.')[0] for a in arrays}), sorted(POINTS), 'all points')
    equal(len(arrays), 3 + 12 * n_layer, 'in all layers')
    ok(arrays['scores.0'][0][0] == arrays['scores.0'][0][2] == n, 'scores are (query, head, position)', arrays['scores.0'][0])
    one = os.path.join(folder, 'b.npz')
    trace('--exact', '--npz', one, '--points', 'resid,embd', '--layers', '1', 'Hello')
    some = npz(one)
    equal(sorted(some), ['embd', 'resid.1'], 'some points of one layer')
    equal(some['resid.1'], arrays['resid.1'], 'with the same numbers')
    refuses(hunch('trace', '-m', TINY, '--npz', one, '--points', 'nothing', 'x'), 1, 'ffn_keys', 'a point that is not there', LOADING)
    refuses(hunch('trace', '-m', TINY, '--npz', one, '--layers', '99', 'x'), 1, 'layers 0 to', 'a layer that is not there', LOADING)
    refuses(hunch('trace', '-m', TINY, '--npz', os.path.join(folder, 'no', 'c.npz'), 'x'), 1, 'c.npz', 'a folder that is not there', LOADING)
    equal(sorted(os.listdir(folder)), ['a.npz', 'b.npz'], 'failures leave nothing behind')

if not os.path.exists(cli.SMOLLM):
    cli.skip('the reference', 'smollm2-135m is not here')
    cli.end()

# Ranks and probabilities by transformers in float32 on the same file.
RANKS = {0: 1497, 1: 2678, 10: 3384, 20: 2636, 24: 396, 25: 92, 26: 113, 27: 34, 28: 7, 29: 3, 30: 1}
PROBABILITIES = {25: 0.0020, 26: 0.0016, 27: 0.0330, 28: 1.0580, 29: 7.0347, 30: 77.2539}
said = trace('--exact', '--target', ' Paris', 'The capital of France is', model='smollm2-135m')
lens = said['lens']
equal({i: lens[i]['rank'] for i in RANKS}, RANKS, 'reference: ranks of " Paris"')
ok(all(abs(100 * lens[i]['p'] - p) < 0.0005 + 2e-4 * p for i, p in PROBABILITIES.items()), 'reference: probabilities',
   {i: 100 * lens[i]['p'] for i in PROBABILITIES})

# The same by hooks in torch (tests/oracle/trace.py). Sums of some hundred float32 in another order, through 30 layers whose stream is
# some hundred long.
with open(os.path.join(cli.SOURCE, 'tests', 'golden', 'trace.json')) as file:
    golden = json.load(file)


def near(found, wanted, tolerance):
    """Largest error over (1 + what is wanted), and whether it is small enough."""
    assert len(found) == len(wanted)
    worst = max(abs(f - w) / (1 + abs(w)) for f, w in zip(found, wanted))
    return worst <= tolerance, worst


with cli.scratch() as folder:
    path = os.path.join(folder, 'all.npz')
    said = trace('--exact', '--target', ' Paris', '--attribute', '--npz', path, '--points', 'embd,resid,scores',
                 '--prompt-ids', ','.join(map(str, golden['ids'])), model='smollm2-135m', name='tensors of smollm2-135m')
    arrays = npz(path)
n, n_layer, step = len(golden['ids']), len(golden['scores']), golden['step']
norms, channels, scores = [], [], []
for layer in range(n_layer + 1):
    (rows, width), values = arrays['embd' if layer == 0 else f'resid.{layer - 1}']
    stream = [values[i * width:(i + 1) * width] for i in range(rows)]
    norms += [sum(x * x for x in row) ** 0.5 for row in stream]
    channels += stream[0][::step] + stream[-1][::step]
for layer in range(n_layer):
    shape, values = arrays[f'scores.{layer}']
    scores += values[(n - 1) * shape[1] * n:]
wanted = [x for row in golden['norms'] for x in row]
ok(near(norms, wanted, 1e-4)[0], 'hidden states of every layer: norms', near(norms, wanted, 1e-4))
wanted = [x for layer in golden['channels'] for row in layer for x in row]
ok(near(channels, wanted, 1e-3)[0], 'hidden states of every layer: channels', near(channels, wanted, 1e-3))
wanted = [x for layer in golden['scores'] for x in layer]
ok(near(scores, wanted, 1e-4)[0], 'attention of every head', near(scores, wanted, 1e-4))
parts = {part['name']: part['logit'] for part in said['attribution']['parts']}
equal(sorted(parts), sorted(golden['attribution']), 'attribution: the parts')
ok(near([parts[k] for k in golden['attribution']], list(golden['attribution'].values()), 1e-3)[0], 'attribution: what each adds',
   near([parts[k] for k in golden['attribution']], list(golden['attribution'].values()), 1e-3))
ok(abs(sum(parts.values()) - said['lens'][-1]['logit']) < 1e-3, 'attribution adds up to the logit', sum(parts.values()), said['lens'][-1])

for without, wanted in golden['ablations'].items():
    said = trace('--exact', '--target', ' Paris', '--ablate', without, '--attribute', 'The capital of France is', model='smollm2-135m')
    after = said['ablation']['after']
    ok(abs(after['p'] - wanted['p']) < 1e-4 and abs(after['logit'] - wanted['logit']) < 1e-3, f'without {without}', after, wanted)
    equal(said['ablation']['before']['rank'], 1, 'and before')
    ok(abs(said['attribution']['sum'] - after['logit']) < 1e-3, 'attribution adds up there too', said['attribution']['sum'])
said = trace('--exact', '--target', ' Paris', '--patch', 'The capital of France is', 'The capital of Italy is', model='smollm2-135m')['patch']
wanted = golden['patch']
for key, tolerance in (('p', 1e-4), ('logit', 1e-3)):
    pairs = [(f, w) for a, b in zip(said[key], wanted[key]) for f, w in zip(a, b)]
    worst = max(abs(f - w) for f, w in pairs)
    ok(len(pairs) == 31 * 5 and worst < tolerance, f'patching: {key} of each place and layer', worst)
ok(abs(said['from']['p'] - wanted['from']['p']) < 1e-4 and abs(said['to']['p'] - wanted['to']['p']) < 1e-4, 'and of both texts', said['from'], said['to'])

# What a long prompt costs stays bounded, and a head is found that looks where it should.
said = trace('--attends-to', ' France', '--attention', '23.4', '--neurons', '28', 'The capital of France is', model='smollm2-135m')
equal([(h['layer'], h['head']) for h in said['attends_to']['heads'][:1]], [(23, 4)], 'the head that looks at France most')
ok(said['attention']['map'][4][3] > 0.8 and [len(row) for row in said['attention']['map']] == [1, 2, 3, 4, 5], 'its map', said['attention'])
ok(len(said['neurons']['keys']) == 10 and all(len(k['pushes']) == 5 for k in said['neurons']['keys']), 'ten keys, five tokens each')
long = trace('--attention', '3.0', '-n', '0', '--file', '-', stdin=b'word ' * 1990, model='smollm2-135m', name='a prompt of 2,000 tokens')
ok(len(long['attention']['map']) >= 1990 and abs(sum(long['attention']['map'][-1]) - 1) < 1e-3, 'and its attention', len(long['prompt_ids']))

said = trace('--target', ' Paris', 'The capital of France is', model='smollm2-135m')
ok(said['lens'][30]['rank'] == 1 and abs(said['lens'][30]['p'] - 0.7725) < 0.02, 'without --exact nearly the same', said['lens'][30])
cli.end()
