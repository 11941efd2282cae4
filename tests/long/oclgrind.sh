#!/usr/bin/env bash
# oclgrind.sh: the tests of all kernels again, on a simulated device that reports races, wild accesses and diverging barriers.
# SPDX-License-Identifier: LGPL-2.1-or-later
set -u
cd "${HUNCH_BUILDDIR:?}" || exit 99
if ! command -v oclgrind >/dev/null; then
  echo "1..0 # SKIP oclgrind is not installed"
  exit 0
fi
out=$(mktemp -d) || exit 99
trap 'rm -rf "$out"' EXIT
# Tests may be brief there: each work-item is interpreted, some thousand times slower than PoCL.
export HUNCH_OCLGRIND=1 HUNCH_BRIEF=3 HUNCH_CACHE_DIR=$out/cache
unset HUNCH_LONG
seen='Invalid (read|write)|data race|Uninitialized value|[Dd]ivergence|Illegal instruction|Out of memory|ERROR'
n=0
for t in $(find tests/engine/op tests/engine/kv -maxdepth 1 -name 'test-*' -perm -u+x -type f 2>/dev/null | sort); do
  n=$((n + 1))
  timeout -k 5 1500 oclgrind --data-races --max-errors 20 "$t" --tap >"$out/out" 2>"$out/err"
  rc=$?
  if [ $rc = 0 ] && ! grep -qE "$seen" "$out/err"; then
    echo "ok $n - ${t##*/}"
  else
    echo "not ok $n - ${t##*/} (exit status $rc)"
    { grep -E '^(not ok|Bail)' "$out/out"; grep -E -A 8 "$seen" "$out/err" | head -n 40; tail -n 5 "$out/err"; } | sed 's/^/# /'
  fi
done
n=$((n + 1))
# A kernel that no test runs was not checked. Counting is a run of its own, and a process for each test where that fails: Oclgrind's counter ruins its
# heap, some programs later, and is asked for nothing but the names that it has said by then. Kernels decode* go by addresses of the host's memory, which
# a simulated device has not; what they are made of runs in the other kernels. Nor has it half precision, which dot_halves is for.
export HUNCH_CACHE_DIR=$out/count # an answer of a self-test that is kept is not asked for again
ran=$(for t in tests/engine/op/test-* tests/engine/kv/test-*; do
  [ -f "$t" ] && [ -x "$t" ] || continue
  timeout -k 5 600 oclgrind --inst-counts "$t" 2>&1 ||
    for path in $("$t" -l 2>/dev/null | grep '^/'); do timeout -k 5 600 oclgrind --inst-counts "$t" -p "$path" 2>&1 || :; done
done 2>/dev/null | sed -n "s/^Instructions executed for kernel '\(.*\)':.*/\1/p" | sort -u)
there=$(sed -nE '/(__kernel|GROUP_KERNEL|WIDE_KERNEL) .*void$/{n;s/^([a-z0-9_]+) \(.*/\1/p}' "${HUNCH_SRCDIR:?}"/cl/*.cl | grep -vE '^(decode|dot_halves$)' | sort -u)
missed=$(comm -13 <(echo "$ran") <(echo "$there"))
if [ -z "$missed" ] && [ -n "$there" ]; then
  echo "ok $n - all kernels ran: $(echo $there)"
else
  echo "not ok $n - kernels that no test ran: $(echo $missed)"
fi
echo "1..$n"
