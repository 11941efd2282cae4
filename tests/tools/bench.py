# bench.py: what hunch bench says of a model: the bytes and operations that its shapes give, whole pictures, and the fields that others read.
# SPDX-License-Identifier: LGPL-2.1-or-later
import json
import os
import xml.etree.ElementTree

import cli
from cli import equal, hunch, ok, refuses

TINY = os.path.join(cli.FIXTURES, 'gguf', 'valid_llama.gguf')
P, N = 16, 4
WORDS = ['bench', '-m', TINY, '-p', str(P), '-n', str(N), '-r', '1']
OLD = {'model', 'device', 'exact', 'prompt_tokens', 'generated_tokens', 'repetitions', 'prefill_tokens_per_second', 'decode_tokens_per_second',
       'load_ms', 'first_token_ms', 'peak_rss_bytes', 'weight_bytes', 'cache_bytes'}


def attention(info, positions, each):
    """What attention costs at these positions, each that of one query and one key of a head."""
    meta = info['metadata']
    layers, heads, embd = (int(meta['llama.' + k]) for k in ('block_count', 'attention.head_count', 'embedding_length'))
    return sum(each * (p + 1) * embd * layers for p in positions)


info = json.loads(hunch('info', '--json', TINY).stdout)
matrices = {t['name']: t['shape'][0] * t['shape'][1] for t in info['tensors'] if len(t['shape']) == 2}
layers = sum(n for name, n in matrices.items() if name.startswith('blk.'))
head = matrices.get('output.weight', matrices['token_embd.weight'])

for words, cache in ((['--exact'], 4), ([], 2)):
    p = hunch(*WORDS, '--json', *words)
    said = json.loads(p.stdout or '{}')
    ok(p.returncode == 0 and OLD <= set(said), f'bench --json {words}', p)
    prefill, decode = said['prefill'], said['decode']
    equal((prefill['tokens'], decode['tokens']), (P, N), 'tokens of each phase')
    equal(round(prefill['operations_per_token'] * P), 2 * (layers * P + head) + attention(info, range(P), 4), 'operations of the prefill')
    equal(round(decode['operations_per_token'] * N), 2 * (layers + head) * N + attention(info, range(P, P + N), 4), 'operations of decoding')
    # The weights once for each token; keys and values of each position; rows are filled up to groups of 16.
    kv = int(info['metadata']['llama.attention.head_count_kv']) * int(info['metadata']['llama.rope.dimension_count'])
    past = sum(2 * kv * cache * (pos + 1) * int(info['metadata']['llama.block_count']) for pos in range(P, P + N))
    least = 4 * (layers + head) * N + past
    ok(least <= decode['bytes_per_token'] * N <= 1.1 * least, 'bytes of decoding', decode, least)
    for phase in (prefill, decode):
        launches = sum(k['launches'] for k in phase['kernels'])
        ok(abs(phase['launches_per_token'] * phase['tokens'] - launches) < 0.01 * phase['tokens'], 'launches are those of the kernels', phase)
        ok(all(k['seconds'] > 0 for k in phase['kernels']), 'each took time', phase)
        ok({'attention', 'rope', 'embed'} <= {k['name'] for k in phase['kernels']}, 'the kernels of a model', phase)
    ok(said['read_bytes_per_second'] > 0 and said['peak_operations_per_second'] > 0, 'limits of the device', said)

p = hunch(*WORDS, '--json', '--no-profile')
ok(p.returncode == 0 and set(json.loads(p.stdout)) == OLD, '--no-profile', p)
with cli.scratch() as folder:
    svg = os.path.join(folder, 'a.svg')
    p = hunch(*WORDS, '--svg', svg)
    if b'without cairo' in p.stderr:
        cli.skip('a picture', 'built without cairo')
    else:
        ok(p.returncode == 0 and b'tokens/s' in p.stdout and b'roofline' in p.stdout and b'bound by' in p.stdout, 'in words', p)
        ok(len(list(xml.etree.ElementTree.parse(svg).iter())) > 50, 'and as a picture')
refuses(hunch('bench', '--no-profile', '--svg', 'x.svg'), 2, '--no-profile', 'nothing to draw')
refuses(hunch(*WORDS[:3], '-p', '60', '-n', '10'), 1, 'context', 'more tokens than the context holds', 'loading')
cli.end()
