# hunch.py: Hunch beside its peers, and the models that they all read.
# SPDX-License-Identifier: LGPL-2.1-or-later
import json
import os

from process import run, timed

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FILES = {
    'smollm2-135m': 'SmolLM2-135M-Instruct.Q4_1.gguf',
    'qwen2.5-coder-0.5b': 'qwen2.5-coder-0.5b-instruct-q4_k_m.gguf',
    'qwen2.5-coder-1.5b': 'qwen2.5-coder-1.5b-instruct-q4_k_m.gguf',
}


def built(build):
    """The program of a build folder and the environment that it wants: not libtool's script around it, whose shell takes time to start."""
    program = f'{build}/tools/.libs/hunch'
    if os.access(program, os.X_OK):
        return program, {'LD_LIBRARY_PATH': f'{build}/.libs'}
    return f'{build}/tools/hunch', {}


class Hunch:
    name = 'hunch'

    def __init__(self, build, threads, device=None):
        self.program, env = built(build)
        self.device = ['-d', device] if device else []
        # PoCL's names for the number of its threads, old and new.
        self.env = {**env, 'POCL_MAX_PTHREAD_COUNT': str(threads), 'POCL_CPU_MAX_CU_COUNT': str(threads), 'LC_ALL': 'C.UTF-8'}

    def bench(self, path, what, *more):
        words = {'prefill': ['-p', '512', '-n', '2'], 'decode': ['-p', '64', '-n', '128']}[what]
        done = timed([self.program, 'bench', '--json', '-m', path, '-r', '1', '--no-profile', *self.device, *words, *more], self.env)
        return json.loads(done.out), done

    def speed(self, path, what):
        figures, done = self.bench(path, what)
        return figures[f'{what}_tokens_per_second'], done.peak

    def first_token(self, path, prompt):
        """Seconds from the start of the process to its first byte."""
        return timed([self.program, 'complete', '-m', path, *self.device, '--file', prompt, '-n', '1'], self.env).first_byte

    def convert(self, path, kind, to):
        if not os.path.exists(to):
            run([self.program, 'convert', path, to + '.part', '--type', kind], {**os.environ, **self.env})
            os.rename(to + '.part', to)

    def ids(self, path, text):
        return json.loads(run([self.program, 'tokenize', '--json', '-m', path, text], {**os.environ, **self.env}))['ids']


def prompt_of(hunch, path, n):
    """A text of n tokens."""
    words = ('the house by the sea had a garden where old trees stood and birds came in the morning to sing while the wind moved over '
             'the grass and people walked along the road to the market').split()
    text = ' '.join(words[i % len(words)] for i in range(n))
    while len(hunch.ids(path, text)) > n:
        text = text.rsplit(' ', 1)[0]
    return text
