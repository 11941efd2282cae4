#!/usr/bin/env bash
# no-sys.sh: a chroot or container without /sys, in which PoCL alone would abort, has a device with memory all the same.
# SPDX-License-Identifier: LGPL-2.1-or-later
set -u
cd "${HUNCH_BUILDDIR:?}" || exit 99
# In a name space of its own, so that only this process misses /sys.
inside () { unshare --mount ${user:+--map-root-user} sh -c 'mount -t tmpfs none /sys && [ ! -e /sys/devices ] && exec "$@"' sh "$@"; }
user=
[ "$(id -u)" = 0 ] || user=yes
if ! inside true 2>/dev/null; then
  echo '1..0 # SKIP mount name spaces are not allowed here'
  exit 0
fi
echo 1..1
said=$(inside tests/engine/device/test-device-list --tap -p /device/list/caps 2>&1)
if [ $? = 0 ]; then
  echo 'ok 1 - devices without /sys'
else
  echo 'not ok 1 - devices without /sys'
  printf '%s\n' "$said" | sed 's/^/# /'
fi
