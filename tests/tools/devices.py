# devices.py: the list of devices, and the question that each is asked.
# SPDX-License-Identifier: LGPL-2.1-or-later
import json
import os

import cli
from cli import equal, hunch, ok

SHIM = os.path.join(os.environ['HUNCH_BUILDDIR'], 'tests', 'fixtures', 'opencl', '.libs', 'libcl-shim.so')
TWO = {'POCL_DEVICES': 'pthread basic'}

p = hunch('devices', '--json', env=TWO)
devices = json.loads(p.stdout)
equal([d['index'] for d in devices], list(range(len(devices))), 'indices count up')
ok(len(devices) >= 2 and sum(d['default'] for d in devices) == 1, 'both devices are there, and one is the default', devices)
ok(not any('self_test' in d for d in devices), 'nothing is asked unasked')

# One device here: PoCL's second kind of device can lock itself up when two threads enqueue to it.
p = hunch('devices', '--self-test', '--json')
verdicts = [d['self_test'] for d in json.loads(p.stdout)]
equal((p.returncode, [v['passed'] for v in verdicts], [v['error'] for v in verdicts]), (0, [True] * len(verdicts), [None] * len(verdicts)),
      'each device gives the right answer')
ok(all(0 < v['largest_difference'] < 0.05 for v in verdicts), 'and says how near it is', verdicts)
ok(hunch('devices', '--self-test').stdout.count(b'self-test passed') == 1, 'the same for people')

# A device whose results cannot be trusted says so, and the status says it to scripts.
p = hunch('devices', '--self-test', '--json', env={'LD_PRELOAD': SHIM, 'HUNCH_SHIM': 'corrupt'})
verdict = json.loads(p.stdout)[0]['self_test']
ok(p.returncode == 1 and not verdict['passed'] and 'wrong' in verdict['error'], 'a device that computes wrongly is found out', p, verdict)
# One failure is tried again; the process ends well, though it has just opened and closed a driver twice.
p = hunch('devices', '--self-test', env={'LD_PRELOAD': SHIM, 'HUNCH_SHIM': 'clEnqueueNDRangeKernel:9:-5'})
ok(p.returncode == 0 and b'self-test passed' in p.stdout, 'a failure that does not last is none', p)
p = hunch('devices', '--self-test', env={'LD_PRELOAD': SHIM, 'HUNCH_SHIM': 'clCreateContext:1:-6'})
ok(p.returncode == 1 and b'FAILED' in p.stdout and b'clCreateContext' in p.stdout, 'one that lasts is told', p)

cli.end()
