#!/usr/bin/python3
# model.py: Geany with the default model, and that rounds of suggestions leave nothing behind.
# SPDX-License-Identifier: LGPL-2.1-or-later
import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from rig import Rig, holds, run, wait_for  # noqa: E402
from process import resident  # noqa: E402

MODEL = os.path.join(os.environ.get('HUNCH_MODEL_DIR') or os.path.expanduser('~/.local/share/hunch/models'), 'SmolLM2-135M-Instruct.Q4_1.gguf')
LOADING = 300  # seconds, in which a model is loaded and kernels are built


def with_a_model(rig):
    '''smollm2 says what the capital of France is, and Tab writes it'''
    own = Rig(stub=False, settings=["model='%s'" % MODEL])
    try:
        own.open('france.txt', 'The capital of France is')
        own.key('alt+backslash')
        wait_for('a suggestion', own.ghost, LOADING)
        time.sleep(2)  # the rest of it
        holds(not own.is_modified())
        own.key('Tab')
        wait_for('what is accepted', own.is_modified)
        text = own.save('france.txt')
        holds(text.startswith('The capital of France is Paris'), text)
        holds(own.quit() == 0, 'ends as it should')
    finally:
        own.end()


def without_growth(rig):
    '''100 rounds of suggestions, and of documents with one, without growth'''
    rig.rules(('abc', 'one two\nthree'))
    rig.open('rounds.txt', 'abc')

    def one_round():
        rig.key('alt+backslash')
        wait_for('a suggestion', rig.ghost)
        rig.key('ctrl+Right', 'Escape', 'ctrl+z')
        wait_for('it taken back', lambda: not rig.is_modified())
        rig.key('ctrl+n')
        wait_for('a new document', lambda: 'untitled' in rig.title())
        rig.type('abc')
        wait_for('a suggestion', rig.ghost)
        rig.key('Tab')
        rig.close()
    for _ in range(30):
        one_round()
    before = resident(rig.geany.pid)
    for _ in range(100):
        one_round()
    after = resident(rig.geany.pid)
    holds(after < before * 1.05 + 2000, '%d KiB, then %d KiB' % (before, after))
    print('# %d KiB, then %d KiB' % (before, after))


if __name__ == '__main__':
    if not os.path.exists(MODEL):
        print('1..0 # SKIP ' + MODEL + ' is not there')
    else:
        sys.exit(run([with_a_model] + ([without_growth] if 'HUNCH_LONG' in os.environ else [])))
