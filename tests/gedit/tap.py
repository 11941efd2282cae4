# tap.py: what tests say, of gedit whose suggestions are theirs or a model's.
# SPDX-License-Identifier: LGPL-2.1-or-later
import os
import sys
import traceback

try:
    from editor import Editor, missing
except ImportError as error:
    print('1..0 # SKIP ' + str(error))
    sys.exit(0)

n = 0


def ok(condition, name, said=''):
    global n
    n += 1
    print('%s %d - %s' % ('ok' if condition else 'not ok', n, name), flush=True)
    if not condition and said:
        print('\n'.join('# ' + line for line in str(said).splitlines()))


def skip(name, reason):
    global n
    n += 1
    print('ok %d - %s # SKIP %s' % (n, name, reason))


def same(found, expected, name):
    ok(found == expected, name, 'expected %r\nfound    %r' % (expected, found))


class Stubbed(Editor):
    """gedit whose suggestions are what a test says."""

    def __init__(self, answer, ms=0, **options):
        super().__init__(stub=True, **options)
        self.answer(answer, ms)


def run(cases, long_cases=()):
    """Runs functions, or those that are named as arguments, and says TAP."""
    reason = missing()
    if reason is not None:
        print('1..0 # SKIP ' + reason)
        return
    if os.environ.get('HUNCH_LONG') or len(sys.argv) > 1:
        cases = [*cases, *long_cases]
    for case in cases[:1] if os.environ.get('HUNCH_DISTCHECK') else cases:
        if len(sys.argv) > 1 and case.__name__ not in sys.argv[1:]:
            continue
        try:
            case()
        except Exception:
            ok(False, case.__name__ + ' came to its end', traceback.format_exc())
    print('1..%d' % n)
