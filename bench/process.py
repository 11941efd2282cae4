# process.py: runs a program and takes its time, its first byte and its peak of memory.
# SPDX-License-Identifier: LGPL-2.1-or-later
import collections
import os
import subprocess
import tempfile
import time

Done = collections.namedtuple('Done', 'out first_byte seconds peak')


class Failed(Exception):
    """What a person can do something about."""


def run(words, env=None):
    """Runs a step of preparation, silent unless it fails."""
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, env=env)
    if done.returncode != 0:
        tail = '\n'.join(done.stdout.decode(errors='replace').splitlines()[-15:])
        raise Failed(f'{" ".join(words[:3])} failed ({done.returncode}):\n{tail}')
    return done.stdout


def timed(words, env=None):
    """out: bytes of stdout; first_byte, seconds: since the start; peak: bytes of resident memory."""
    with tempfile.TemporaryFile() as err:
        begin, first, out = time.monotonic(), None, b''
        child = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=err, stdin=subprocess.DEVNULL, env={**os.environ, **(env or {})})
        while True:
            some = os.read(child.stdout.fileno(), 65536)
            if not some:
                break
            if first is None:
                first = time.monotonic() - begin
            out += some
        child.stdout.close()
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - begin
        if child.returncode != 0:
            err.seek(0)
            tail = '\n'.join(err.read().decode(errors='replace').splitlines()[-5:])
            raise Failed(f'{" ".join(words)} failed ({child.returncode}):\n{tail}')
    return Done(out, first, seconds, usage.ru_maxrss * 1024)
