# device.py: what bench/device.sh reports of a device, and that a step that fails costs no other.
# SPDX-License-Identifier: LGPL-2.1-or-later
import json
import os
import subprocess
import sys

sys.path[:0] = [os.path.join(os.environ['HUNCH_SRCDIR'], 'tests', 'tools')]
from cli import end, equal, FIXTURES, ok, scratch, SOURCE  # noqa: E402

TINY = os.path.join(FIXTURES, 'models', 'valid_llama.gguf')
BUILD = os.environ['HUNCH_BUILDDIR']
# A hunch that has a device and two models, and cannot measure the second.
STAND_IN = '''#!/bin/sh
case "$*" in
  devices*) echo '[]' ;;
  *bench*second*) echo 'hunch: "no" good' >&2; exit 1 ;;
  *) echo '{"ids": [1, 2]}' ;;
esac
'''


def device(*words):
    with scratch() as out:
        p = subprocess.run(['bash', os.path.join(SOURCE, 'bench', 'device.sh'), '-j', '-o', out, *words], capture_output=True, timeout=600)
        return p, json.loads(p.stdout or 'null')


# The tiny model's context is too small for what is measured, which is a failed step like another.
p, said = device('-b', BUILD, '-k', 'none-such', '-s', '1', TINY)
steps = {s['name'].split('.')[0]: (s['state'], s['note']) for s in said['steps']}
equal(steps['kernels'], ('failed', 'none-such'), 'a test that is not there is no passed one')
ok(all('context' in steps.pop(s)[1] for s in ('before', 'bench')) and p.returncode == 1, 'what cannot be measured says why', p)
ok({s for s, (state, note) in steps.items() if state == 'passed'} == {'devices', 'self-test', 'default', 'exact', 'tune'}, 'the other steps pass', p)
ok(said['devices'] and said['models'][0]['tune']['settings'] and said['models'][0]['bench'] is None, 'what was found is in the report', said)

with scratch() as build:
    os.makedirs(os.path.join(build, 'tools'))
    for name, text in (('tools/hunch', STAND_IN), ('tests/engine/op/test-op-add', '#!/bin/sh\n')):
        os.makedirs(os.path.dirname(os.path.join(build, name)), exist_ok=True)
        with open(os.path.join(build, name), 'w') as f:
            f.write(text)
        os.chmod(os.path.join(build, name), 0o755)
    p, said = device('-b', build, '-k', 'add', 'first.gguf', 'second.gguf')
    steps = {s['name']: (s['state'], s['note']) for s in said['steps']}
    equal((p.returncode, steps['before.second'], steps['bench.first'][0], steps['tune.second'][0]),
          (1, ('failed', 'hunch: "no" good'), 'passed', 'passed'), 'a step that fails says why, and the next one comes')
    equal((said['models'][0]['bench'], said['models'][1]['bench']), ({'ids': [1, 2]}, None), 'and has no figures')
    p, said = device('-b', build, '-k', 'add', 'SmolLM2-135M-Instruct.Q4_1.gguf')
    wrong = [s for s in said['steps'] if s['name'].startswith('exact') and s['state'] == 'failed']
    ok(p.returncode == 1 and len(wrong) == 1 and '7042' in wrong[0]['note'], 'ids that are not those of the reference are told', said['steps'])

end()
