# perplexity.py: the perplexity of a text is the one that transformers finds in the same windows (tests/oracle/perplexity.py).
# SPDX-License-Identifier: LGPL-2.1-or-later
import json
import os

import cli
from cli import equal, hunch, ok, refuses

TINY = os.path.join(cli.FIXTURES, 'gguf', 'valid_llama.gguf')
LOADING = 'loading'
TEXT = b'The quick brown fox jumps over the lazy dog, and the dog does not mind: it sleeps.\n'


def measure(*words, model=TINY, text=TEXT):
    p = hunch('perplexity', '-m', model, '--json', *words, '-', stdin=text)
    ok(p.returncode == 0, 'perplexity ' + ' '.join(words), p)
    return json.loads(p.stdout)


def near(found, wanted, most, name):
    ok(abs(found / wanted - 1) <= most, name, found, wanted)


said = measure('--exact', '--window', '32')
equal(sorted(said), ['bits_per_byte', 'device', 'exact', 'model', 'nll', 'perplexity', 'stride', 'text_bytes', 'text_tokens', 'tokens',
                     'window', 'windows'], 'what the object has')
near(said['perplexity'], 22473.408781, 1e-5, 'as transformers: consecutive windows')
equal((said['tokens'], said['text_tokens'], said['windows'], said['stride']), (71, 74, 3, 32), 'the first token of a window is not judged')
said = measure('--exact', '--window', '32', '--stride', '8')
near(said['perplexity'], 25351.229988, 1e-5, 'as transformers: windows that overlap')
equal(said['tokens'], 73, 'every token but the first is judged, once')
near(measure('--window', '32')['perplexity'], 22473.408781, 1e-3, 'the default is near')
equal(measure()['window'], 64, 'the window is at most the context')

p = hunch('perplexity', '-m', TINY, '-', stdin=TEXT)
ok(p.returncode == 0 and b'perplexity' in p.stdout, 'without --json', p)
refuses(hunch('perplexity', '-m', TINY, '--window', '65', '-', stdin=TEXT), 1, '64', 'a window larger than the context', LOADING)
refuses(hunch('perplexity', '-m', TINY, '-', stdin=b'!'), 1, 'too short', 'one token', LOADING)
refuses(hunch('perplexity', '-m', TINY, '/nowhere/at-all'), 1, 'at-all', 'a text that is not there')
refuses(hunch('perplexity', '-m', os.path.join(cli.FIXTURES, 'gen', 'nan_logits.gguf'), '-', stdin=TEXT), 1, 'nan_logits.gguf: the model', 'numbers that are not finite',
        LOADING)
refuses(hunch('perplexity', '-m', TINY), 2, 'file', 'no text')
refuses(hunch('perplexity', '-m', TINY, '--window', '8', '--stride', '9', '-'), 2, 'stride', 'a stride above the window')
cli.end()
