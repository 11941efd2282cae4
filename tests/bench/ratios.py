# ratios.py: what bench/peers.py makes of figures: medians, ratios that say who is better, turns in changing order.
# SPDX-License-Identifier: LGPL-2.1-or-later
import contextlib
import io
import os
import sys

sys.path[:0] = [os.path.join(os.environ['HUNCH_SRCDIR'], d) for d in ('bench', 'tests/tools')]
from cli import end, equal, ok  # noqa: E402
from peers import Table, alternate  # noqa: E402

order = []
turns = {name: (lambda name=name: order.append(name) or len(order)) for name in ('hunch', 'a', 'b')}
found = alternate(3, turns, lambda i, who: None)
equal(order, ['hunch', 'a', 'b', 'b', 'a', 'hunch', 'hunch', 'a', 'b'], 'who begins changes')
equal(found, {'hunch': [1, 6, 7], 'a': [2, 5, 8], 'b': [3, 4, 9]}, 'each gets its own results')

out = io.StringIO()
with contextlib.redirect_stdout(out):
    table = Table(quiet=False)
    table.add('speed', 'tokens/s', {'hunch': [100, 200, 10], 'a': [50, 100, 10]})
    table.add('time', 'ms', {'hunch': [0.1, 0.3, 0.2], 'a': [0.4, 0.3, 0.6]}, more_is_better=False, scale=1e-3)
speed, time = table.rows
equal(speed['median'], {'hunch': 100, 'a': 50}, 'medians')
equal(speed['ratio'], {'a': 2}, 'the ratio is the median of the ratios of the rounds')
ok(abs(time['ratio']['a'] - 3) < 1e-9, 'of times the smaller is the better', time)
ok('hunch 200' in out.getvalue() and 'a 400 (3.00x)' in out.getvalue(), 'a line for people', out.getvalue())
end()
