# screen.py: a screen that nobody sees, for the tests of editors.
# SPDX-License-Identifier: LGPL-2.1-or-later
import os
import subprocess


def start_screen(size, options=(), log=subprocess.DEVNULL):
    """Starts Xvfb, 'WIDTHxHEIGHT'; gives its process and the value of DISPLAY. Someone else may start a screen of the same number at the same time, so
    that it is tried before it is believed."""
    for _ in range(5):
        read, write = os.pipe()
        server = subprocess.Popen(['Xvfb', '-displayfd', str(write), '-screen', '0', size + 'x24', '-nolisten', 'tcp', '-noreset', *options],
                                  pass_fds=[write], stdout=log, stderr=log)
        os.close(write)
        with os.fdopen(read) as f:
            display = ':' + f.readline().strip()
        tried = subprocess.run(['xdotool', 'getdisplaygeometry'], env=dict(os.environ, DISPLAY=display), capture_output=True)
        if server.poll() is None and tried.returncode == 0:
            return server, display
        server.terminate()
        server.wait()
    raise RuntimeError('no screen')
