# tune.py: hunch tune keeps what it learned for the next start, and is told of.
# SPDX-License-Identifier: LGPL-2.1-or-later
import glob
import json
import os
import tempfile

import cli
from cli import equal, hunch, ok, refuses

TINY = os.path.join(cli.FIXTURES, 'models', 'valid_llama_q8_0.gguf')

with tempfile.TemporaryDirectory() as config:
    env = {'XDG_CONFIG_HOME': config, 'HUNCH_TUNING': ''}
    tuned = lambda: [d['tuned'] for d in json.loads(hunch('devices', '--json', env=env).stdout) if d['default']]
    text = lambda *words: hunch('complete', '-m', TINY, '-n', '8', *words, 'abc', env=env).stdout
    before, exact = tuned(), text('--exact')
    p = hunch('tune', '-m', TINY, '--seconds', '10', '--json', env=env)
    said = json.loads(p.stdout or '{}')
    ok(p.returncode == 0 and said['settings'] and all(s['tokens_per_second'] >= s['tokens_per_second_before'] > 0 for s in said['settings']),
       'something is learned in ten seconds', p)
    equal(glob.glob(os.path.join(config, 'hunch', 'tuning', '*')), [said['file']], 'it is kept in one file under the configuration')
    equal((before, tuned()), ([False], [True]), 'and the device is tuned from then on')
    ok(b', tuned)' in hunch('devices', env=env).stdout, 'the same for people')
    equal(text('--exact'), exact, '--exact writes the same')

    # What is kept is used: products of float32 need no launch that makes bytes of what they multiply. 1 is 'none', and 7 'PLAIN', which every device has.
    # A GEMM, which may have been found best, has launches of its own.
    def launches():
        profile = json.loads(hunch('bench', '-m', TINY, '-p', '16', '-n', '4', '-r', '1', '--json', env=env).stdout)
        return profile['prefill']['launches_per_token']

    with open(said['file']) as f:
        lines = f.read().splitlines()
    counts = []
    for dot in 1, 7:
        values = {'dot': dot, 'gemm-min-tokens': 2 ** 32 - 1}
        with open(said['file'], 'w') as f:
            f.writelines(f'{name}={values.get(name, value)}\n' if eq else f'{l}\n' for l in lines for name, eq, value in [l.partition('=')])
        counts.append(launches())
    ok(counts[1] > counts[0], 'what is kept takes effect', counts)
    with open(said['file'], 'w') as f:
        f.write('nonsense\n')
    p = hunch('complete', '-m', TINY, '-n', '1', 'abc', env=env)
    said = [l for l in p.stderr.splitlines() if b'loading' not in l]
    equal((p.returncode, said, tuned()), (0, [], [False]), 'a damaged file is as none, without a word')

    p = hunch('tune', '-m', TINY, '--seconds', '1', env=env)
    ok(p.returncode == 0 and b'Kept in' in p.stdout, 'and is replaced', p)
    refuses(hunch('tune', '-m', TINY, '--exact'), 2, '--exact', 'nothing is tuned for --exact')
    refuses(hunch('tune', '-m', TINY, '--seconds', '0'), 2, '--seconds', 'no time at all')
    refuses(hunch('tune', '-m', TINY, '--seconds', 'many'), 2, '--seconds', 'a time that is none')

cli.end()
