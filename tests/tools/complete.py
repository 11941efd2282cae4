# complete.py: completions by the command line: the shape of what is printed, prompts of every kind, stopping, Ctrl-C.
# SPDX-License-Identifier: LGPL-2.1-or-later
import json
import os
import pty
import signal
import subprocess
import time

import cli
from cli import equal, hunch, ok, refuses

TINY = os.path.join(cli.FIXTURES, 'gguf', 'valid_llama.gguf')
LOADING = 'loading'


def complete(*words, model=TINY, **more):
    p = hunch('complete', '-m', model, '--json', *words, **more)
    ok(p.returncode == 0, 'complete ' + ' '.join(words)[:60], p)
    return json.loads(p.stdout)


said = complete('-n', '4', 'Hello')
equal(sorted(said), ['device', 'finish', 'ids', 'model', 'prompt_ids', 'text', 'timings', 'top'], 'what the object has')
equal(sorted(said['timings']), ['cached_n', 'first_token_ms', 'load_ms', 'predicted_ms', 'predicted_n', 'prompt_ms', 'prompt_n'],
      'what timings has')
ok(len(said['top']) == 5 and all(sorted(t) == ['id', 'p', 'text'] for t in said['top']), 'five likely tokens', said['top'])
ok(all(a['p'] >= b['p'] for a, b in zip(said['top'], said['top'][1:])), 'best first', said['top'])
equal(said['ids'][0], said['top'][0]['id'], 'greedy takes the likeliest')
equal((len(said['ids']), said['finish'], said['timings']['predicted_n']), (4, 'length', 4), 'as many tokens as asked for')
equal(said['timings']['prompt_n'], len(said['prompt_ids']), 'prompt_n counts the prompt')

by_ids = complete('-n', '4', '--prompt-ids', ','.join(map(str, said['prompt_ids'])))
equal((by_ids['prompt_ids'], by_ids['ids']), (said['prompt_ids'], said['ids']), 'the same by ids')
by_stdin = complete('-n', '4', '--file', '-', stdin=b'Hello')
equal(by_stdin['ids'], said['ids'], 'the same by standard input')
equal(complete('-n', '0', 'Hello')['ids'], [], '-n 0 makes nothing')
one = complete('-n', '12', '--temperature', '1.5', '--seed', '7', 'Hello')
equal(complete('-n', '12', '--temperature', '1.5', '--seed', '7', 'Hello')['ids'], one['ids'], 'the same seed gives the same tokens')
why = complete('-n', '12', '--temperature', '1.5', '--seed', '7', '--explain', 'Hello')
equal(([t['id'] for t in why['tokens']], why['ids']), (one['ids'], one['ids']), '--explain: of each token that came')
equal(why['tokens'][0]['likely'], why['top'], 'what could have come in the place of the first is what top has')
ok(all(len(t['likely']) == 5 and t['p'] <= t['likely'][0]['p'] for t in why['tokens']), 'none is likelier than the likeliest', why['tokens'])
inside = [(t['p'], l['p']) for t in why['tokens'] for l in t['likely'] if l['id'] == t['id']]
ok(inside and all(abs(a - b) < 2e-6 for a, b in inside), 'and has the same probability there', inside)
p = hunch('complete', '-m', TINY, '-n', '3', '--explain', 'Hello')
ok(p.returncode == 0 and len(p.stdout.splitlines()) == 3 and p.stdout.count(b'%') >= 12, 'a line for each token', p)
binary = complete('-n', '2', '--file', '-', stdin=b'a\0b\xff')
ok(len(binary['prompt_ids']) >= 4, 'a prompt of any bytes', binary)

p = hunch('-m', TINY, '-n', '4', 'Hello')
equal(p.stdout.decode(errors='replace'), said['text'], 'a bare text is completed; without --json the text alone')
stop = said['text'][1:3]
if stop.strip():
    cut = complete('-n', '4', '--stop', stop, 'Hello')
    equal((cut['text'], cut['finish']), (said['text'].split(stop)[0], 'stop'), 'a stop string ends it and is left out')

refuses(hunch('complete', '-m', TINY, '--prompt-ids', '999999'), 1, '264', 'an id that is not there', LOADING)
refuses(hunch('complete', '-m', os.path.join(cli.FIXTURES, 'gen', 'nan_logits.gguf'), 'x'), 1, 'nan_logits.gguf: the model', 'numbers that are not finite', LOADING)
refuses(hunch('complete', '-m', TINY, '-d', 'no-such-device', 'x'), 1, 'no-such-device', 'a device that is not there', LOADING)
refuses(hunch('complete', '-m', TINY, '-c', '8', '--file', '-', stdin=b'a long text ' * 20), 1, 'context', 'a prompt larger than the context', LOADING)
with cli.scratch() as folder:
    half = os.path.join(folder, 'half.gguf')
    with open(TINY, 'rb') as whole, open(half, 'wb') as file:
        file.write(whole.read()[:20000])
    refuses(hunch('complete', '-m', half, 'x'), 1, 'half.gguf', 'half a file', LOADING)
    for name in ('prefix', 'suffix'):
        with open(os.path.join(folder, name), 'w') as file:
            file.write(name)
    p = hunch('infill', '-m', TINY, '-n', '2', '--json', '--prefix-file', os.path.join(folder, 'prefix'), '--suffix-file', os.path.join(folder, 'suffix'))
    ok(p.returncode == 0 and b'filling in' in p.stderr, 'infill with a model that cannot continues, and says so', p)
    equal(json.loads(p.stdout)['ids'], complete('-n', '2', 'prefix')['ids'], 'as complete does')

if not os.path.exists(cli.SMOLLM):
    for name in ('the first reference', 'Ctrl-C', 'a terminal', 'bench'):
        cli.skip(name, 'smollm2-135m is not here')
    cli.end()

said = complete('--exact', '-n', '24', 'The capital of France is', model='smollm2-135m')
equal(said['prompt_ids'], [504, 3575, 282, 4649, 314], 'reference: the prompt')
equal((said['top'][0]['id'], said['top'][0]['text']), (7042, ' Paris'), 'reference: the likeliest token')
ok(abs(said['top'][0]['p'] - 0.7725) < 0.0005, 'reference: its probability', said['top'])
equal(said['ids'], [7042, 30, 198, 198, 504, 2988, 314, 42, 216, 34, 32, 33, 40, 29, 32, 33, 29, 34, 34, 216, 33, 34, 42, 33],
      'reference: 24 tokens as transformers has them')
begin = time.monotonic()
said = complete('-n', '1', 'The capital of France is', model='smollm2-135m')
usual = time.monotonic() - begin # of loading and a token, on this machine as busy as it is
ok(said['ids'] == [7042] and abs(said['top'][0]['p'] - 0.7725) < 0.01, 'without --exact the same within a hundredth', said['top'])

# Ctrl-C: what there is, as one whole object, and then death by the signal.
p = subprocess.Popen([cli.HUNCH, 'complete', '--json', '-n', '4000', 'Once upon a time'], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
time.sleep(2 + 2 * usual)
p.send_signal(signal.SIGINT)
out, err = p.communicate(timeout=60)
ok(p.returncode == -signal.SIGINT, 'Ctrl-C ends it', p.returncode, err)
said = json.loads(out or '{"finish": null}')
ok(said['finish'] == 'cancelled' and len(said['ids']) < 4000, 'and what there is is printed whole', out)

# On a terminal text comes as it is made, and ends with a line break.
master, slave = pty.openpty()
p = subprocess.Popen([cli.HUNCH, 'complete', '-n', '12', 'The capital of France is'], stdout=slave, stderr=subprocess.DEVNULL)
os.close(slave)
chunks = []
try:
    while chunk := os.read(master, 1000):
        chunks.append(chunk)
except OSError:
    pass
p.wait(timeout=60)
ok(len(chunks) > 3, 'a terminal sees it come', chunks)
ok(b''.join(chunks).startswith(b' Paris') and chunks[-1].endswith(b'\n'), 'all of it', chunks)

p = hunch('bench', '--json', '-p', '32', '-n', '8', '-r', '2')
wanted = {'prefill_tokens_per_second', 'decode_tokens_per_second', 'load_ms', 'first_token_ms', 'peak_rss_bytes'}
said = json.loads(p.stdout or '{}')
ok(p.returncode == 0 and wanted <= set(said) and all(said[k] > 0 for k in wanted), 'bench --json', p)
p = hunch('bench', '-p', '32', '-n', '8', '-r', '1')
ok(p.returncode == 0 and b'tokens/s' in p.stdout, 'bench', p)
cli.end()
