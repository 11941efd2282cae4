#!/usr/bin/env bash
# format.sh: the sources are as clang-format 14 writes them. Other versions differ, so none stands in for it.
# SPDX-License-Identifier: LGPL-2.1-or-later
set -u
cd "${HUNCH_SRCDIR:?}" || exit 99
if ! command -v clang-format-14 >/dev/null; then
  echo "1..0 # SKIP clang-format-14 is not installed"
  exit 0
fi
# Kernels are not C enough for it.
said=$(find engine libhunch plugin tokenizer tools tests -name '*.[ch]' -exec clang-format-14 --style=file --Werror --dry-run {} + 2>&1)
echo 1..1
if [ -z "$said" ]; then
  echo 'ok 1 - sources are formatted'
else
  echo 'not ok 1 - sources are formatted'
  printf '%s\n' "$said" | sed -n 's/^\([^ :]*\):\([0-9]*\):[0-9]*: error.*/# \1:\2/p' | sort -u | head -n 40
  echo '# clang-format-14 -i FILE mends it'
fi
