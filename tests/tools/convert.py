# convert.py: hunch convert writes models that run, whole or not at all.
# SPDX-License-Identifier: LGPL-2.1-or-later
import json
import os

import cli
from cli import equal, hunch, ok, refuses

TINY = os.path.join(cli.FIXTURES, 'gguf', 'valid_llama.gguf')


def complete(model):
    return json.loads(hunch('complete', '-m', model, '--json', '--exact', '-n', '8', 'Hello').stdout)['ids']


with cli.scratch() as folder:
    target = os.path.join(folder, 'out.gguf')
    p = hunch('convert', '--type', 'f32', TINY, target)
    ok(p.returncode == 0 and p.stdout == b'', 'convert to F32', p)
    equal(complete(target), complete(TINY), 'the same greedy ids')
    said = json.loads(hunch('info', '--json', target).stdout)
    equal((said['family'], said['runs'], set(said['types'])), ('llama', True, {'F32'}), 'what info says of it')
    with open(target, 'rb') as file:
        before = file.read()
    refuses(hunch('convert', '-t', 'F16', TINY, target), 1, '--force', 'what is there is not overwritten')
    with open(target, 'rb') as file:
        ok(file.read() == before, 'and is as it was')
    p = hunch('convert', '-t', 'F16', '--force', TINY, target)
    ok(p.returncode == 0 and os.path.getsize(target) < len(before), 'with --force it is', p)
    os.umask(umask := os.umask(0))
    equal(os.stat(target).st_mode & 0o777, 0o666 & ~umask, 'with the usual permissions')
    equal(os.listdir(folder), ['out.gguf'], 'nothing else is left')
    refuses(hunch('convert', '-t', 'Q5_1', TINY, os.path.join(folder, 'x')), 1, 'Q5_1', 'a type that cannot be written')
    refuses(hunch('convert', TINY, os.path.join(folder, 'no', 'x')), 1, 'no/x', 'a folder that is not there')
    refuses(hunch('convert', os.path.join(cli.SOURCE, 'COPYING'), os.path.join(folder, 'x')), 1, 'COPYING', 'what is no model')
    refuses(hunch('convert', TINY), 2, 'names', 'one name')
    equal(os.listdir(folder), ['out.gguf'], 'failures leave nothing')
cli.end()
