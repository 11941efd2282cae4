#!/usr/bin/env bash
# run-fuzzer.sh: builds a fuzz target with libFuzzer, ASan and UBSan, and runs it for so many seconds of the processor, whatever else the machine does.
# SPDX-License-Identifier: LGPL-2.1-or-later
# usage: tests/fuzz/run-fuzzer.sh NAME SECONDS SOURCES...   NAME as in fuzz-NAME.c; SOURCES: what it needs, files or folders with all their .c files
# Wants a configured build folder (_build, or $HUNCH_BUILDDIR) for config.h, and clang with compiler-rt.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
name=$1 seconds=$2
shift 2
work=${HUNCH_BUILDDIR:-$top/_build}
out=$work/fuzz/$name
mkdir -p "$out/corpus"
files=("$top/tests/fuzz/fuzz-$name.c")
for source; do
  if [ -d "$top/$source" ]; then files+=("$top/$source"/*.c); else files+=("$top/$source"); fi
done
read -r -a flags <<<"$(pkg-config --cflags --libs glib-2.0 json-glib-1.0)"
clang -g -O1 -std=gnu11 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined -DHUNCH_FUZZ \
  -I"$work" -I"$top" "${files[@]}" "${flags[@]}" -lm -o "$out/fuzz"
seeds=()
for folder in "$top/tests/fixtures/$name" "$top/tests/fuzz/corpus/$name"; do [ -d "$folder" ] && seeds+=("$folder"); done
cd "$out"
./fuzz -rss_limit_mb=512 -timeout=60 -max_len=131072 -print_final_stats=1 corpus "${seeds[@]}" &
pid=$!
trap 'kill $pid 2>/dev/null || :' INT TERM EXIT
tick=$(getconf CLK_TCK) spent=0
while { read -r -a stat <"/proc/$pid/stat"; } 2>/dev/null; do # fields 14 and 15: of the user and of the system, in ticks
  spent=$(((stat[13] + stat[14]) / tick))
  [ "$spent" -lt "$seconds" ] || { kill -USR1 "$pid" && break; } # which ends it in order, with its figures
  sleep 1
done
status=0
wait "$pid" || status=$?
echo "stat::processor_seconds: $spent"
exit $status
