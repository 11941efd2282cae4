#!/usr/bin/python3
# gedit-shots.py: makes the pictures of gedit: gedit-shots.py FOLDER [NAME]; HUNCH_SRCDIR and HUNCH_BUILDDIR are the environment of a test.
# SPDX-License-Identifier: LGPL-2.1-or-later
# In the picture of the README a model writes (the default one, in the folder of models); in the others, which are there to look
# at, the module of the tests.
import os
import sys
import time

sys.path.insert(0, os.path.join(os.environ.get('HUNCH_SRCDIR', '.'), 'tests', 'gedit'))
sys.dont_write_bytecode = True
from editor import Editor

C = '''#include <stdio.h>

/* The greatest common divisor of two numbers. */
static unsigned
gcd (unsigned a, unsigned b)
{

}

int
main (void)
{
  printf ("%u\\n", gcd (12, 18));
  return 0;
}
'''
GCD = '  while (b != 0)\n    {\n      unsigned rest = a % b;\n\n      a = b;\n      b = rest;\n    }\n  return a;'
MEAN = '''def mean(numbers):
    """The mean of some numbers."""
    total = 0
    for number'''
LONG = 'Once upon a time there was a fox who lived at the edge of a wide forest, and every evening he'
FOX = (' went down to the river to look at the moon in the water, which he took for a very large cheese that somebody had '
       'lost.\nOne evening the moon did not come.')
EDITOR = "[org/gnome/gedit/preferences/editor]\nscheme='%s'\nwrap-mode='%s'\ndisplay-line-numbers=true\nhighlight-current-line=true\n"

# name: text, file, cursor, answer, colour scheme, wrap mode
SHOTS = {
    'gedit': (MEAN, 'mean.py', None, None, 'tango', 'none'),
    'long': (C, 'gcd.c', (7, 1), GCD, 'tango', 'none'),
    'dark': (C, 'gcd.c', (7, 1), GCD, 'oblivion', 'none'),
    'middle': (C, 'gcd.c', (13, 26), '30, gcd (', 'tango', 'none'),
    'wrapped': (LONG + '\nThe next paragraph.\n', 'fox.txt', (1, len(LONG) + 1), FOX, 'tango', 'word'),
    'last': ('Dear all,\n\n', 'letter.txt', None, 'thank you for coming.\nUntil next year!', 'tango', 'word'),
    'scrolled': ('line\n' * 60 + 'x\n' * 20, 'lines.txt', (70, 2), 'one\ntwo\nthree\nfour', 'tango', 'none'),
    'rtl': ('שלום עולם\nשורה שנייה\n', 'hebrew.txt', (1, 10), ' ומה שלומך\nאני בסדר', 'tango', 'word'),
}


MODEL = """[org/hunch/Hunch]
time-limit-ms=uint32 20000
prompt-time-limit-ms=uint32 20000
max-tokens=uint32 16
"""


def shoot(folder, name):
    text, file, cursor, answer, scheme, wrap = SHOTS[name]
    settings = (EDITOR % (scheme, wrap)).split('\n', 1)[1]
    with Editor(stub=bool(answer), settings=settings if answer else settings + MODEL) as e:
        if answer:
            e.answer(answer)
        e.open(text, file, cursor)
        e.act('hunch-complete')
        if not e.shown(60):
            print(name + ': nothing was shown: ' + str(e.actions().get('hunch-status')), file=sys.stderr)
        time.sleep(3)
        e.shoot(os.path.join(os.path.abspath(folder), name + '.png'))


for name in sys.argv[2:] or ['gedit']:
    shoot(sys.argv[1], name)
