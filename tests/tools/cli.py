# cli.py: runs hunch and speaks TAP, for the tests of the command line.
# SPDX-License-Identifier: LGPL-2.1-or-later
import os
import subprocess
import sys
import tempfile

SOURCE = os.environ['HUNCH_SRCDIR']
HUNCH = os.path.join(os.environ['HUNCH_BUILDDIR'], 'tools', 'hunch')
FIXTURES = os.path.join(SOURCE, 'tests', 'fixtures')
MODELS = os.environ.get('HUNCH_MODEL_DIR') or os.path.join(
    os.environ.get('XDG_DATA_HOME') or os.path.expanduser('~/.local/share'), 'hunch', 'models')
SMOLLM = os.path.join(MODELS, 'SmolLM2-135M-Instruct.Q4_1.gguf')

_n = _failed = 0


def hunch(*args, stdin=b'', env=None, timeout=300, **more):
    """The finished process; its streams are bytes."""
    return subprocess.run([HUNCH, *args], input=stdin, capture_output=True, timeout=timeout,
                          env={**os.environ, 'LC_ALL': 'C.UTF-8', **(env or {})}, **more)


def ok(true, name, *said):
    """One line of TAP; what was said shows a failure."""
    global _n, _failed
    _n += 1
    print(f'{"ok" if true else "not ok"} {_n} - {name}')
    if not true:
        _failed += 1
        for thing in said:
            print('# ' + str(thing).replace('\n', '\n# ')[:2000])
    sys.stdout.flush()


def equal(found, wanted, name):
    ok(found == wanted, name, f'found  {found!r}', f'wanted {wanted!r}')


def skip(name, why):
    global _n
    _n += 1
    print(f'ok {_n} - {name} # SKIP {why}')


def refuses(process, status, words, name, on_the_way=None):
    """Exit status, nothing on stdout, one line on stderr that has the words; before it none but lines that begin with on_the_way."""
    lines = [l for l in process.stderr.decode().splitlines() if 'setlocale: LC_ALL' not in l] # of the shell that libtool wraps a program in
    lines = [l for l in lines[:-1] if on_the_way is None or not l.startswith('hunch: ' + on_the_way)] + lines[-1:]
    ok(process.returncode == status and process.stdout == b'' and len(lines) == 1
       and lines[0].startswith('hunch: ') and words in lines[0], name,
       f'status {process.returncode}, wanted {status}', process.stdout, process.stderr.decode())


def scratch():
    return tempfile.TemporaryDirectory(prefix='hunch-test-')


def end():
    print(f'1..{_n}')
    sys.exit(_failed > 0)
