# process.py: what the system knows of an editor under test.
# SPDX-License-Identifier: LGPL-2.1-or-later
import os
import time


def resident(pid):
    """KiB of its memory that are there."""
    with open('/proc/%d/statm' % pid) as f:
        return int(f.read().split()[1]) * os.sysconf('SC_PAGE_SIZE') // 1024


def processor_time(pid):
    """Clock ticks that it has worked."""
    with open('/proc/%d/stat' % pid) as f:
        fields = f.read().rpartition(')')[2].split()
    return int(fields[11]) + int(fields[12])


def is_idle(pid):
    """Whether it works for less than a twentieth of a second, in one."""
    before = processor_time(pid)
    time.sleep(1)
    return processor_time(pid) - before < os.sysconf('SC_CLK_TCK') / 20
