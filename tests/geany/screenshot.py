#!/usr/bin/python3
# screenshot.py FILE: makes doc/images/geany.png anew; needs HUNCH_SRCDIR and HUNCH_BUILDDIR, and what the tests need.
# SPDX-License-Identifier: LGPL-2.1-or-later
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import rig as geany  # noqa: E402

TEXT = '''#include <stdio.h>

/* Greatest common divisor, after Euclid. */
static unsigned
gcd (unsigned a, unsigned b)
{
  while (b'''
ANSWER = ''' != 0)
    {
      unsigned rest = a % b;

      a = b;
      b = rest;
    }
  return a;
}'''
BELOW = '''

int
main (void)
{
  printf ("%u\\n", gcd (12, 18));
  return 0;
}
'''

geany.WIDTH, geany.HEIGHT = 720, 500
rig = geany.Rig(colour='#8a8a8a')
try:
    rig.rules((TEXT[-8:], ANSWER))
    rig.open('gcd.c', TEXT + BELOW)
    rig.key('ctrl+Home', *['Down'] * TEXT.count('\n'), 'End')
    rig.key('alt+backslash')
    geany.wait_for('an answer', lambda: rig.count('answered') >= 1)
    rig.xdotool('mousemove', geany.WIDTH - 1, geany.HEIGHT - 1)
    geany.time.sleep(6)  # what the status bar says passes
    rig.screenshot(sys.argv[1])
finally:
    rig.end()
