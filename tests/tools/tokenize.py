# tokenize.py: tokens of texts and texts of tokens, bytes as they are, and without OpenCL.
# SPDX-License-Identifier: LGPL-2.1-or-later
import json
import os

import cli
from cli import equal, hunch, ok, refuses

GPT2 = os.path.join(cli.FIXTURES, 'tokenizer', 'probe_gpt2.gguf')
ALL_BYTES = bytes(range(256)) * 2


def ids(*words, **more):
    p = hunch('tokenize', '-m', GPT2, '--json', *words, **more)
    ok(p.returncode == 0 and p.stderr == b'', 'tokenize ' + ' '.join(words), p)
    return json.loads(p.stdout)


with open(os.path.join(cli.FIXTURES, 'tokenizer', 'probe_gpt2.json')) as file:
    known = json.load(file)
with open(os.path.join(cli.FIXTURES, 'tokenizer', 'strings.json')) as file:
    strings = json.load(file)

said = ids('hello')
equal(sorted(said), ['ids', 'pieces'], 'the object has ids and pieces')
equal(''.join(said['pieces']), 'hello', 'the pieces make the text')
equal(len(said['pieces']), len(said['ids']), 'one piece for each id')
p = hunch('tokenize', '-m', GPT2, 'hello')
equal(p.stdout.decode(), ' '.join(map(str, said['ids'])) + '\n', 'without --json: the numbers')

# By the command line, a file, and standard input the same; NULs and bytes that are no UTF-8 included.
with cli.scratch() as folder:
    path = os.path.join(folder, 'a b ü')
    with open(path, 'wb') as file:
        file.write(ALL_BYTES)
    by_file = ids('--file', path)
    by_stdin = ids('--file', '-', stdin=ALL_BYTES)
equal(by_file, by_stdin, 'a file and standard input give the same')
p = hunch('detokenize', '-m', GPT2, *map(str, by_stdin['ids']))
equal(p.stdout, ALL_BYTES, 'every byte comes back')
p = hunch('detokenize', '-m', GPT2, ','.join(map(str, by_stdin['ids'])))
equal(p.stdout, ALL_BYTES, 'ids with commas')
equal(ids('--file', '-', stdin=b'')['ids'], [], 'an empty text has no tokens')
equal(ids('')['ids'], [], 'an empty word neither')
bad = os.fsdecode(b'a\xffb')
equal(ids(bad)['ids'], ids('--file', '-', stdin=b'a\xffb')['ids'], 'bytes of the command line stay as they are')
text = 'é'
equal(ids(text, env={'LC_ALL': 'C'})['ids'], ids(text)['ids'], 'in the C locale too')
equal(json.loads(hunch('detokenize', '-m', GPT2, '--json', *map(str, ids('--file', '-', stdin=b'a\0"\\\n\xff')['ids'])).stdout),
      {'text': 'a\0"\\\n\ufffd'}, 'detokenize --json escapes what it must')

refuses(hunch('detokenize', '-m', GPT2, '99999999'), 1, '99999999', 'an id that is not there')
refuses(hunch('detokenize', '-m', GPT2, '--', '-1'), 2, "'-1'", 'a negative id')
refuses(hunch('tokenize', '-m', '/dev/null', 'x'), 1, '/dev/null', 'a vocabulary out of nothing')

# The dynamic linker tells what is loaded: the loader of OpenCL is linked, and no driver may be.
p = hunch('tokenize', '-m', GPT2, 'x', env={'LD_DEBUG': 'files', 'OCL_ICD_VENDORS': '/nowhere'})
ok(p.returncode == 0 and b'pocl' not in p.stderr and b'.icd' not in p.stderr, 'no driver is loaded', p.stderr[-300:])

if os.path.exists(cli.SMOLLM):
    p = hunch('tokenize', '--json', 'The capital of France is')
    equal(json.loads(p.stdout), {'ids': [504, 3575, 282, 4649, 314], 'pieces': ['The', ' capital', ' of', ' France', ' is']}, 'the default model')
    p = hunch('tokenize', '<|im_start|>')
    ok(len(p.stdout.split()) > 1, 'names of control tokens are text', p)
    equal(hunch('tokenize', '--parse-special', '<|im_start|>').stdout, b'1\n', 'unless --parse-special is given')
    equal(hunch('detokenize', '1').stdout, b'', 'control tokens print as nothing')
    equal(hunch('detokenize', '--parse-special', '1').stdout, b'<|im_start|>', 'unless --parse-special is given')
else:
    cli.skip('tokens of the default model', 'smollm2-135m is not here')
cli.end()
