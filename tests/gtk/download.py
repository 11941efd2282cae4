#!/usr/bin/python3
# download.py: runs test-prefs on a screen of its own, beside a registry of packages that is ours.
# SPDX-License-Identifier: LGPL-2.1-or-later
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.dont_write_bytecode = True
from registry import Registry  # noqa: E402
from screen import start_screen  # noqa: E402

PROGRAM = os.path.join(os.environ.get('HUNCH_BUILDDIR', '.'), 'tests', 'gtk', 'test-prefs')


def missing():
    if not os.path.exists(PROGRAM):
        return 'built without GTK'
    for program in 'Xvfb', 'xdotool':
        if shutil.which(program) is None:
            return program + ' is not installed'
    return None


def main():
    reason = missing()
    if reason is not None:
        print('1..0 # SKIP ' + reason)
        return 0
    server, display = start_screen('800x600')
    try:
        with tempfile.TemporaryDirectory(prefix='hunch-test-') as folder:
            registry = Registry(folder)
            env = dict(os.environ, LC_ALL='C.UTF-8', DISPLAY=display, GDK_BACKEND='x11', NO_AT_BRIDGE='1', GSETTINGS_BACKEND='memory',
                       HOME=folder, HUNCH_TEST_REGISTRY=registry.bin, **registry.env)
            for name in 'WAYLAND_DISPLAY', 'DBUS_SESSION_BUS_ADDRESS', 'LANGUAGE':
                env.pop(name, None)
            return subprocess.run([PROGRAM, '--tap'], env=env).returncode
    finally:
        server.terminate()
        server.wait()


sys.exit(main())
