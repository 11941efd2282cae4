# real.py: real models go on as transformers does, in float32: the ids of prompts, the likeliest first tokens, the greedy ids (tests/oracle/real.py).
# SPDX-License-Identifier: LGPL-2.1-or-later
import json
import os

import cli
from cli import equal, hunch, ok

LONG = bool(os.environ.get('HUNCH_LONG'))


def complete(path, ids, n, *words):
    p = hunch('complete', '-m', path, '--json', '--prompt-ids', ','.join(map(str, ids)), '-n', str(n), *words, timeout=900)
    ok(p.returncode == 0, ' '.join(['complete', os.path.basename(path), *words]), p)
    return json.loads(p.stdout)


def worst(found, wanted):
    found = {t['id']: t['p'] for t in found}
    return max(abs(found.get(t['id'], 0) - t['p']) for t in wanted)


def check(model, path, case):
    name = f"{model['model']}, {case['name']}"
    p = hunch('tokenize', '-m', path, '--json', '--add-special', '--parse-special', '--file', '-', stdin=case['prompt'].encode())
    equal(json.loads(p.stdout)['ids'], case['prompt_ids'], name + ': the ids of the prompt')
    exact = complete(path, case['prompt_ids'], len(case['ids']), '--exact')
    equal(exact['ids'], case['ids'][:len(exact['ids'])], name + ': greedy ids')
    ok(len(exact['ids']) == len(case['ids']) or exact['finish'] == 'eos', name + ': all of them')
    off = worst(exact['top'], case['top'])
    ok(off < 2e-4, name + f': probabilities, off by {off:.2g}')
    usual = complete(path, case['prompt_ids'], 1)
    off = worst(usual['top'], case['top'])
    ok(off < 0.05, name + f': by default off by {off:.2g}')


with open(os.path.join(cli.SOURCE, 'tests', 'golden', 'real.json')) as file:
    models = json.load(file)
for model in models:
    path = os.path.join(cli.MODELS, model['file'])
    if not os.path.exists(path):
        cli.skip(model['model'], 'it is not here')
        continue
    for case in model['cases'] if LONG else model['cases'][:1]:
        check(model, path, case)
cli.end()
