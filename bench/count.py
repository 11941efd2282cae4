# count.py: the type of an option that says how many.
# SPDX-License-Identifier: LGPL-2.1-or-later
import argparse


def count(text):
    """At least one of something."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f'{text}: 1 or more')
    return int(text)
