# info.py: what hunch info says of a model: family, size, types, memory, and whether it runs, or why not.
# SPDX-License-Identifier: LGPL-2.1-or-later
import json
import os

import cli
from cli import equal, hunch, ok, refuses


def info(*path):
    p = hunch('info', '--json', os.path.join(cli.FIXTURES, *path))
    ok(p.returncode == 0, 'info of ' + os.path.join(*path), p)
    return json.loads(p.stdout)


said = info('gguf', 'valid_llama_q8_0.gguf')
equal(sorted(said), ['cache_bytes', 'context', 'device', 'family', 'metadata', 'name', 'problem', 'runs', 'size_bytes', 'tensors', 'types',
                     'vocabulary', 'warnings', 'weight_bytes'], 'what the object has')
equal((said['family'], said['context'], said['vocabulary']), ('llama', 64, 264), 'the model')
equal(said['types'], {t['type']: sum(u['type'] == t['type'] for u in said['tensors']) for t in said['tensors']}, 'types are counted')
equal(said['weight_bytes'], sum(t['bytes'] for t in said['tensors']), 'weights are its tensors')
meta = {k: int(said['metadata']['llama.' + k]) for k in ('block_count', 'attention.head_count', 'attention.head_count_kv', 'embedding_length')}
head = meta['embedding_length'] // meta['attention.head_count']
equal(said['cache_bytes'], 64 * meta['block_count'] * 2 * meta['attention.head_count_kv'] * head * 2, 'the cache of its context, in halves')
equal((said['runs'], said['problem']), (True, None), 'it runs')

equal(said['warnings'], [], 'and has nothing odd')
with cli.scratch() as folder:
    odd = os.path.join(folder, 'odd.gguf')
    with open(os.path.join(cli.FIXTURES, 'gguf', 'valid_llama.gguf'), 'rb') as whole, open(odd, 'wb') as file:
        file.write(whole.read().replace(b'tokenizer.ggml.pre', b'tokenizer.ggml.rep', 1))
    said = info(odd)
    ok(said['runs'] and len(said['warnings']) == 1 and 'tokenizer.ggml.pre' in said['warnings'][0], 'no pre-tokenizer is named: one warning', said['warnings'])
    for command in ('tokenize', 'complete'):
        p = hunch(command, '-m', odd, 'Hello')
        lines = [l for l in p.stderr.splitlines() if b'tokenizer.ggml.pre' in l]
        ok(p.returncode == 0 and len(lines) == 1 and lines[0].startswith(b'hunch: odd.gguf: '), command + ' says it, once', p)

said = info('hf', 'gemma3')
equal((said['family'], said['types']), ('gemma3', {'F32': len(said['tensors'])}), 'a folder')
ok(not said['runs'] and 'vocabulary' in said['problem'], 'a folder without a vocabulary does not run', said['problem'])

# A family that nobody knows: the keys and tensors are shown all the same.
with cli.scratch() as folder:
    with open(os.path.join(cli.FIXTURES, 'gguf', 'valid_llama.gguf'), 'rb') as file:
        data = file.read()
    other = os.path.join(folder, 'other.gguf')
    with open(other, 'wb') as file:
        file.write(data.replace(b'\x05\0\0\0\0\0\0\0llama', b'\x05\0\0\0\0\0\0\0lemma', 1))
    said = json.loads(hunch('info', '--json', other).stdout)
    ok(not said['runs'] and 'lemma' in said['problem'] and said['family'] is None, 'an unknown family', said['problem'])
    equal((said['metadata']['general.architecture'], len(said['tensors'])), ('lemma', 21), 'which is shown all the same')
    p = hunch('info', other)
    ok(p.returncode == 0 and b'cannot run' in p.stdout and b'lemma' in p.stdout, 'without --json', p)
    refuses(hunch('info', folder), 1, 'config.json', 'a folder without a model')

p = hunch('info', os.path.join(cli.FIXTURES, 'gguf', 'valid_llama.gguf'), env={'OCL_ICD_VENDORS': os.path.join(cli.FIXTURES, 'hf')})
ok(p.returncode == 0 and b'cannot run' in p.stdout, 'without a device', p)
cli.end()
