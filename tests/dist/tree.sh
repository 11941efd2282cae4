#!/usr/bin/env bash
# tree.sh: doc/architecture.md lists the folders that there are, and a kernel has its stem in each of its places.
# SPDX-License-Identifier: LGPL-2.1-or-later
set -u
cd "${HUNCH_SRCDIR:?}" || exit 99
export LC_ALL=C.UTF-8
n=0
check () { n=$((n + 1)); if [ -z "$2" ]; then echo "ok $n - $1"; else echo "not ok $n - $1"; printf '%s\n' "$2" | sed 's/^/# /'; fi; }

# Folders with a source or a fragment of the makefile; tests mirrors the rest, and build folders are nobody's.
there=$(find . -mindepth 2 -maxdepth 3 \( -path './.*' -o -path './_build*' -o -path './build-[!a]*' -o -path './hunch-[0-9]*' -o -path './tests/*/*' \) -prune \
          -o -type f \( -name '*.[ch]' -o -name '*.cl' -o -name local.mk -o -name '*.po' -o -path './build-aux/*.sh' \) -printf '%h\n' |
        sed 's,^\./,,' | sort -u)
listed=$(sed -n '/^## The tree/,/^A kernel has/s/^| \([a-z][a-z0-9/-]*\) | .*/\1/p' doc/architecture.md | grep -v '^folder$' | sort)
check 'every folder is in doc/architecture.md' "$(comm -13 <(echo "$listed") <(echo "$there"))"
check 'every folder of doc/architecture.md is there' "$(comm -23 <(echo "$listed") <(echo "$there"))"

missing=$(for f in cl/*.cl; do
  stem=$(basename "$f" .cl)
  case $stem in lib-*|selftest) continue ;; esac # selftest asks the device, from engine/device/selftest.c
  [ ! -e "cl/${stem%-*}.cl" ] || stem=${stem%-*} # attention-group.cl is a part of attention
  for place in engine/op/op-$stem.c engine/ref/ref-$stem.c tests/engine/op/test-op-$stem.c; do
    [ "$place" != engine/ref/ref-decode.c ] || continue # it has to give the bits of the kernels that it stands for
    [ -e "$place" ] || echo "$f: no $place"
  done
done)
check 'a kernel has its stem in its places' "$missing"
check 'a file opens with its name and has a licence' "$(for f in $(find cl engine libhunch plugin tokenizer tools -name '*.[ch]' -o -name '*.cl'); do
  head -n 1 "$f" | grep -q "^/\* ${f##*/}: " || echo "$f: its first line does not name it"
  case $f in *.cl) ;; *) head -n 12 "$f" | grep -q SPDX-License-Identifier || echo "$f: no licence" ;; esac
done)"
echo "1..$n"
