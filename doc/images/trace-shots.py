#!/usr/bin/python3
# trace-shots.py: makes the pictures of the page of hunch trace: trace-shots.py FOLDER; HUNCH_BUILDDIR is the environment of a test.
# SPDX-License-Identifier: LGPL-2.1-or-later
# Chromium draws the page without a window, once for each colour scheme; the default model lies in the folder of models.
# It leaves the lower edge of a tall page blank, so it draws more than is kept: as far as the card of attention.
import os
import subprocess
import sys
import tempfile

import gi
gi.require_version('GdkPixbuf', '2.0')
from gi.repository import GdkPixbuf  # noqa: E402

HUNCH = os.path.join(os.environ.get('HUNCH_BUILDDIR', '_build'), 'tools', 'hunch')
WIDTH, HEIGHT, DRAWN = 1280, 1592, 2400
SCHEMES = {'trace-light.png': '1', 'trace-dark.png': '0'}  # as Blink numbers them


def main(folder):
    with tempfile.TemporaryDirectory(prefix='hunch-shots-') as scratch:
        page = os.path.join(scratch, 'page.html')
        subprocess.run([HUNCH, 'trace', '--exact', '--target', ' Paris', '--html', page, 'The capital of France is'], check=True, stdout=subprocess.DEVNULL)
        for name, scheme in SCHEMES.items():
            subprocess.run(['chromium', '--headless=new', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', f'--user-data-dir={scratch}/profile',
                            f'--blink-settings=preferredColorScheme={scheme}', f'--window-size={WIDTH},{DRAWN}', '--virtual-time-budget=2000',
                            '--screenshot=' + os.path.join(scratch, name), 'file://' + page], check=True, stderr=subprocess.DEVNULL)
            drawn = GdkPixbuf.Pixbuf.new_from_file(os.path.join(scratch, name))
            drawn.new_subpixbuf(0, 0, WIDTH, HEIGHT).savev(os.path.join(folder, name), 'png', ['compression'], ['9'])


main(sys.argv[1])
