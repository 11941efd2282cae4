#!/usr/bin/env python3
"""How long Hunch takes to start: the first time on a machine, without any cache of kernels, and after that.

  bench/start.py [--rounds N] [--model MODEL] [--build DIR] [--json]

Prints when the first progress was shown and when " Paris" was there, from the start of the process; the second start is a median. Each run of the whole begins with an empty
cache folder of its own, so nothing of yours is lost.
"""
import argparse
import json
import os
import pty
import select
import statistics
import subprocess
import sys
import tempfile
import time

from count import count
from hunch import TOP, built

GOALS = {'first_progress': 0.2, 'first_completion': 15.0, 'second_completion': 0.6}


def start(program, model, env):
    """Seconds to the first progress (None: nothing was shown) and to the first text; stderr is a terminal, as it is for a person."""
    master, slave = pty.openpty()
    begin = time.monotonic()
    child = subprocess.Popen([program, 'complete', '-m', model, '-n', '1', 'The capital of France is'], stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=slave, env=env)
    os.close(slave)
    progress, text, done, said = None, b'', None, b''
    watched = [master, child.stdout.fileno()]
    while watched:
        for fd in select.select(watched, [], [])[0]:
            try:
                some = os.read(fd, 65536)
            except OSError:  # a terminal whose other end is closed
                some = b''
            now = time.monotonic() - begin
            if not some:
                watched.remove(fd)
            elif fd == master:
                progress, said = progress if progress is not None else now, said + some
            else:
                done, text = done if done is not None else now, text + some
    os.close(master)
    child.stdout.close()
    if child.wait() != 0 or text != b' Paris':
        sys.exit(f'start: {program} said {text!r} and {said.decode(errors="replace")!r}')
    return progress, done


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('--rounds', type=count, default=7, help='second starts (7)')
    p.add_argument('--model', default='smollm2-135m')
    p.add_argument('--build', default=f'{TOP}/_build')
    p.add_argument('--json', action='store_true')
    a = p.parse_args()
    with tempfile.TemporaryDirectory() as cache:
        env = {k: v for k, v in os.environ.items() if k not in ('POCL_CACHE_DIR', 'HUNCH_CACHE_DIR')}
        program, more = built(os.path.abspath(a.build))
        env.update(HUNCH_CACHE_DIR=cache, LC_ALL='C.UTF-8', **more)
        progress, first = start(program, a.model, env)
        second = [start(program, a.model, env)[1] for _ in range(a.rounds)]
    figures = {'first_progress': progress, 'first_completion': first, 'second_completion': statistics.median(second)}
    if a.json:
        print(json.dumps({**figures, 'rounds': a.rounds}))
        return
    for name, seconds in figures.items():
        print(f'{name.replace("_", " "):20} {"nothing was shown" if seconds is None else f"{seconds:8.3f} s"}   goal {GOALS[name]} s')


if __name__ == '__main__':
    main()
