#!/usr/bin/env python3
"""Makes doc/exactness.md from what the tests print: for each family, format and type the oracle, the largest difference, and the
test that found it. The tests that are named here must be built.

Run by hand: doc/exactness.py BUILD > doc/exactness.md
"""
import os
import re
import subprocess
import sys

TESTS = ('engine/layer/test-families', 'engine/layer/test-forward', 'engine/layer/test-types', 'engine/convert/test-convert', 'engine/convert/test-quantize',
         'engine/ref/test-ref-dequant', 'engine/op/test-op-dequant')
LINE = re.compile(r'^# exactness: (.*) \| (.*) \| (.*) \| (.*) \| (exact|default) (\S+)$', re.M)
HEAD = """# How exact Hunch is
Made by doc/exactness.py from what the tests print: do not edit. The differences are the largest of all logits, whose size is about 1, after a prompt; for decoding and storing, of all
values. Exact is `--exact`, float32 throughout; by default the cache holds halves, and activations meet quantized weights as int8. Oracles are never ours; scalar C, which stands for one here,
is itself held against PyPI's gguf, a line above; plain C in float64 computes what transformers computes (tests/engine/model/test-logits.c), its rows are shares of the largest logit.
Position 4200 stands for those past 4,096; gpt2 has none, for its positions are a table, here of 64. What takes longer, real models and texts of many megabytes, is in [exactness-runs.md](exactness-runs.md).

| family | format | type | oracle | exact | default | where |
|---|---|---|---|---|---|---|"""


def main(build):
    build = os.path.abspath(build)
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..')
    env = {**os.environ, 'G_TEST_SRCDIR': os.path.join(source, 'tests'), 'G_TEST_BUILDDIR': os.path.join(build, 'tests'),
           'HUNCH_SRCDIR': source, 'HUNCH_CACHE_DIR': os.path.join(build, 'tests', 'cache'),
           'POCL_CACHE_DIR': os.path.join(build, 'tests', 'cache', 'pocl')}
    rows = {}
    for test in TESTS:
        said = subprocess.run([os.path.join(build, 'tests', test)], cwd=build, env=env, check=True, capture_output=True, text=True)
        for family, format, kind, oracle, mode, value in LINE.findall(said.stdout):
            row = rows.setdefault((family, format, kind, oracle, f'tests/{test}.c'), {})
            row[mode] = max(float(value), row.get(mode, 0.0))
    print(HEAD)
    for key in sorted(rows, key=lambda k: (k[0] == 'any', k)):
        figures = ' | '.join(f'{rows[key][m]:.2g}' if m in rows[key] else '' for m in ('exact', 'default'))
        print(f'| {" | ".join(key[:4])} | {figures} | {key[4]} |')


main(sys.argv[1])
