#!/usr/bin/env python3
"""Runs Hunch and its peers side by side and prints medians and ratios.

  bench/peers.py                     everything, 7 rounds; builds what is missing into the cache folder, once
  bench/peers.py --rows decode --models smollm2-135m --rounds 9

In each round every program has its turn on the same file, with as many threads, and the ratio of a round is of two runs that follow each
other: the machine's other load then weighs on both. A model whose file is absent is left out, and said so. The peers are llama.cpp built
from the sdist of llama-cpp-python for this CPU (AMX off; flash attention on or off, as is faster), llama.cpp of the wheel xllamacpp, and for
the kernels alone CLBlast and OpenBLAS.
"""
import argparse
import json
import os
import statistics
import sys
import tempfile

import kernels
import llama
from count import count
from hunch import FILES, TOP, Hunch, prompt_of
from process import Failed

ROWS = ['decode', 'prefill', 'first', 'memory', 'kernels']
PROMPT_TOKENS = 200


def arguments():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    cache = os.environ.get('XDG_CACHE_HOME') or os.path.expanduser('~/.cache')
    data = os.environ.get('XDG_DATA_HOME') or os.path.expanduser('~/.local/share')
    p.add_argument('--rounds', type=count, default=7, metavar='N', help='how often each has its turn (7)')
    p.add_argument('--rows', default=','.join(ROWS), help='of ' + ', '.join(ROWS))
    p.add_argument('--models', default=','.join(['smollm2-135m', 'smollm2-135m-q4_0', 'qwen2.5-coder-0.5b', 'qwen2.5-coder-1.5b']))
    p.add_argument('--model-dir', default=os.environ.get('HUNCH_MODEL_DIR') or f'{data}/hunch/models')
    p.add_argument('--build', default=f'{TOP}/_build', help='the folder where Hunch was built (_build)')
    p.add_argument('--cache', default=f'{cache}/hunch/peers', help='where peers are built and converted models lie')
    p.add_argument('--threads', type=count, default=len(os.sched_getaffinity(0)))
    p.add_argument('--device', help="Hunch's device, as hunch devices lists it")
    p.add_argument('--without', default='', help='peers to leave out: llama.cpp, xllamacpp')
    p.add_argument('--json', action='store_true', help='print one object, every round in it')
    a = p.parse_args()
    a.rows, a.models, a.without = (x.split(',') if x else [] for x in (a.rows, a.models, a.without))
    unknown = [r for r in a.rows if r not in ROWS]
    if unknown or a.rounds < 1:
        p.error(f'no such row: {unknown[0]}' if unknown else '--rounds is at least 1')
    return a


def paths(a, hunch):
    """(name, path) of the models that are there."""
    for name in a.models:
        path = os.path.join(a.model_dir, FILES.get(name.removesuffix('-q4_0'), name))
        if not os.path.exists(path):
            print(f'peers: {name} is left out: {path} is not there', file=sys.stderr)
            continue
        if name.endswith('-q4_0'):
            path, source = f'{a.cache}/{name}.gguf', path
            hunch.convert(source, 'Q4_0', path)
        yield name, path


def alternate(rounds, turns, say):
    """turns: {name: function}; the results of each, round by round. Who begins changes with the round."""
    found = {name: [] for name in turns}
    for i in range(rounds):
        order = list(turns) if i % 2 == 0 else list(turns)[::-1]
        for name in order:
            say(i + 1, name)
            found[name].append(turns[name]())
    return found


class Table:
    """Rows as they are measured; ratio is a peer's figure against Hunch's, above 1 where Hunch is better."""

    def __init__(self, quiet):
        self.quiet, self.rows = quiet, []

    def add(self, what, unit, found, more_is_better=True, scale=1.0):
        ours = found['hunch']
        row = {'what': what, 'unit': unit, 'rounds': len(ours), 'median': {}, 'ratio': {}, 'all': found}
        for name, values in found.items():
            row['median'][name] = statistics.median(values)
            if name != 'hunch':
                row['ratio'][name] = statistics.median(o / v if more_is_better else v / o for o, v in zip(ours, values))
        self.rows.append(row)
        if self.quiet:
            return
        cells = [f'{name} {row["median"][name] / scale:.4g}' + (f' ({row["ratio"][name]:.2f}x)' if name in row['ratio'] else '') for name in found]
        print(f'{what:44} {unit:9} ' + '   '.join(cells), flush=True)


def speeds(a, table, hunch, peers, name, path, say):
    peak = {}
    for what, words in (('decode', 'decode 128 after 64'), ('prefill', 'prefill 512')):
        if what in a.rows or ('memory' in a.rows and what == 'decode'):
            turns = {p.name: (lambda p=p: p.speed(path, what)) for p in [hunch, *peers]}
            for turn in turns.values():
                turn()  # cold caches, and the peer's choice of settings
            found = alternate(a.rounds, turns, lambda i, who: say(f'{name} {what}: round {i} of {a.rounds}, {who}'))
            if what in a.rows:
                table.add(f'{name} {words}', 'tokens/s', {k: [v[0] for v in vs] for k, vs in found.items()})
            for k, vs in found.items():
                peak.setdefault(k, []).extend(v[1] for v in vs)
    if 'memory' in a.rows:
        peak.pop('xllamacpp', None)  # an interpreter is in it
        table.add(f'{name} peak memory', 'MB', peak, more_is_better=False, scale=1e6)


def first_tokens(a, table, hunch, peers, name, path, say):
    with tempfile.NamedTemporaryFile('w', suffix='.txt') as f:
        f.write(prompt_of(hunch, path, PROMPT_TOKENS))
        f.flush()
        turns = {p.name: (lambda p=p: p.first_token(path, f.name)) for p in [hunch, *peers] if hasattr(p, 'first_token')}
        for turn in turns.values():
            turn()
        found = alternate(a.rounds, turns, lambda i, who: say(f'{name} first token: round {i} of {a.rounds}, {who}'))
    table.add(f'{name} start to first token, prompt {PROMPT_TOKENS}', 'ms', found, more_is_better=False, scale=1e-3)


def main():
    a = arguments()
    os.makedirs(a.cache, exist_ok=True)
    hunch = Hunch(a.build, a.threads, a.device)
    if not os.access(hunch.program, os.X_OK):
        raise Failed(f'{hunch.program} is not there: build Hunch first, with ./run --version')
    peers = [kind(a.cache, a.threads) for kind in (llama.Built, llama.Wheel) if kind.name not in a.without]
    table = Table(a.json)
    tty = sys.stderr.isatty()

    def say(what):
        if tty:
            print(f'\r\033[K{what}', end='\r', file=sys.stderr, flush=True)

    for name, path in paths(a, hunch):
        speeds(a, table, hunch, peers, name, path, say)
        if 'first' in a.rows:
            first_tokens(a, table, hunch, peers, name, path, say)
    alone = kernels.measure(a, say) if 'kernels' in a.rows else None
    if a.json:
        print(json.dumps({'threads': a.threads, 'rounds': a.rounds, 'rows': table.rows, 'kernels': alone}, indent=1))
    elif alone:
        kernels.show(alone)


if __name__ == '__main__':
    try:
        main()
    except Failed as e:
        sys.exit(f'peers: {e}')
    except KeyboardInterrupt:
        sys.exit(130)
