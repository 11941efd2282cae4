#!/usr/bin/env python3
"""taps.py: what looking inside costs: ratios of time and memory, against a build that has no points to look at.

taps.py MODEL [--rounds N] [--prompt N] [--tokens N] [--states none,stream,all] [--json]

In each round runs, in turns, the forward pass with its points compiled out (the state before there were any), with none set, with the
residual stream of each layer read, and with every point read. A ratio is the median of the rounds' ratios; a program tells its quickest turn
of many. Each time is told by the clock and by the processors that the program used, which is right on a busy machine too where the device is
the processor. Memory is the peak of what is resident. HUNCH_BUILDDIR is the build, _build by itself; the two programs are built there first.
"""
# SPDX-License-Identifier: LGPL-2.1-or-later
import argparse
import json
import os
import statistics
import sys

sys.dont_write_bytecode = True
from count import count
from process import Failed, run, timed

BUILD = os.environ.get('HUNCH_BUILDDIR', '_build')
STATES = {'untapped': ('bench-untapped', 'none'), 'none': ('bench-taps', 'none'), 'stream': ('bench-taps', 'stream'), 'all': ('bench-taps', 'all')}
COLUMNS = {'prefill_ms': 'reading', 'prefill_cpu_ms': 'processor', 'decode_ms': 'writing', 'decode_cpu_ms': 'processor', 'peak_rss_bytes': 'memory'}
NAMES = {'none': 'no tap set', 'stream': 'the stream of each layer read', 'all': 'every point read'}


def figures(state, options):
    program, taps = STATES[state]
    done = timed([os.path.join(BUILD, 'bench', program), options.model, taps, str(options.prompt), str(options.tokens)])
    return {**json.loads(done.out), 'peak_rss_bytes': done.peak}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('model', help='a file')
    parser.add_argument('--rounds', type=count, default=5)
    parser.add_argument('--prompt', type=count, default=128, help='tokens that are read at once')
    parser.add_argument('--tokens', type=count, default=16, help='tokens that come one by one')
    parser.add_argument('--states', default='none,stream,all', help='what is compared: none,stream,all')
    parser.add_argument('--json', action='store_true')
    options = parser.parse_args()
    run(['make', '-s', '-C', BUILD, 'bench/bench-taps', 'bench/bench-untapped'])
    states, rounds = ['untapped', *options.states.split(',')], []
    for i in range(options.rounds):
        order = states[i % 2::2] + states[1 - i % 2::2]  # what runs first in a round is not always the same
        rounds.append({state: figures(state, options) for state in order})
    ratios = {state: {key: statistics.median(r[state][key] / r['untapped'][key] for r in rounds) for key in COLUMNS} for state in states[1:]}
    if options.json:
        print(json.dumps({'ratios': ratios, 'rounds': rounds}))
        return
    print(f'{"against no points at all":32}', *(f'{name:>12}' for name in COLUMNS.values()))
    for state, ratio in ratios.items():
        print(f'{NAMES[state]:32}', *(f'{ratio[key]:12.3f}' for key in COLUMNS))


try:
    main()
except Failed as e:
    sys.exit(f'taps.py: {e}')
