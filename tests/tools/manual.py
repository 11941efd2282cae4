# manual.py: the manual page describes the commands and options that there are, and no others.
# SPDX-License-Identifier: LGPL-2.1-or-later
import os
import re
import shutil
import subprocess

import cli
from cli import equal, hunch, ok

with open(os.path.join(cli.SOURCE, 'doc', 'hunch.1')) as file:
    page = file.read()
plain = re.sub(r'\\f[BRI]|\\&', '', page).replace('\\-', '-')
sections = dict(re.findall(r'^\.SS (\S+)\n(.*?)(?=^\.S[SH] |\Z)', plain, re.S | re.M))

listed = re.findall(r'^  ([a-z]+) +\S', hunch('--help').stdout.decode().split('Commands:')[1], re.M)
described = [name for name in sections if name != 'All']
equal(sorted(described), sorted(listed), 'the commands')

ALWAYS = {'--help', '--version'}
OF_COMPLETE = set(re.findall(r'--[a-z-]+', sections['complete'])) - ALWAYS
for command in listed:
    there = set(re.findall(r'--[a-z-]+', hunch(command, '--help').stdout.decode().split('Application Options:')[-1]))
    there &= set(re.findall(r'^ +(?:-\w, )?(--[a-z-]+)', hunch(command, '--help').stdout.decode(), re.M))
    told = set(re.findall(r'--[a-z-]+', sections[command]))
    if command == 'infill':
        told = OF_COMPLETE - {'--file', '--prompt-ids', '--parse-special'} | {'--prefix-file', '--suffix-file', '--one-line'}
    told -= {'--json'} if command == 'infill' and '--json' not in there else set()
    equal(sorted(there - ALWAYS), sorted(told - ALWAYS), f'the options of {command}')

if shutil.which('man'):
    p = subprocess.run(['man', '--warnings', '-l', os.path.join(cli.SOURCE, 'doc', 'hunch.1')], capture_output=True,
                       env={**os.environ, 'LC_ALL': 'C.UTF-8', 'MANWIDTH': '80', 'MANPAGER': 'cat'})
    ok(p.returncode == 0 and p.stderr == b'', 'man has no complaint', p.stderr.decode())
else:
    cli.skip('man has no complaint', 'man is not installed')
cli.end()
