#!/usr/bin/python3
# trace-shots.py: makes the pictures of the page of hunch trace: trace-shots.py FOLDER; HUNCH_BUILDDIR is the environment of a test.
# SPDX-License-Identifier: LGPL-2.1-or-later
# Chromium draws the page without a window, once for each colour scheme; the default model lies in the folder of models.
import os
import subprocess
import sys
import tempfile

HUNCH = os.path.join(os.environ.get('HUNCH_BUILDDIR', '_build'), 'tools', 'hunch')
SCHEMES = {'trace-light.png': '1', 'trace-dark.png': '0'}  # as Blink numbers them


def main(folder):
    with tempfile.TemporaryDirectory(prefix='hunch-shots-') as scratch:
        page = os.path.join(scratch, 'page.html')
        subprocess.run([HUNCH, 'trace', '--exact', '--target', ' Paris', '--html', page, 'The capital of France is'], check=True, stdout=subprocess.DEVNULL)
        for name, scheme in SCHEMES.items():
            subprocess.run(['chromium', '--headless=new', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', f'--user-data-dir={scratch}/profile',
                            f'--blink-settings=preferredColorScheme={scheme}', '--window-size=1280,1580', '--virtual-time-budget=2000',
                            '--screenshot=' + os.path.join(os.path.abspath(folder), name), 'file://' + page], check=True, stderr=subprocess.DEVNULL)


main(sys.argv[1])
