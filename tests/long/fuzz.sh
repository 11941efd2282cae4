#!/usr/bin/env bash
# fuzz.sh: each fuzz target with libFuzzer under the address and undefined-behaviour sanitizers, for HUNCH_FUZZ_SECONDS (a minute).
# SPDX-License-Identifier: LGPL-2.1-or-later
set -u
top=${HUNCH_SRCDIR:?}
seconds=${HUNCH_FUZZ_SECONDS:-60}
probe=$(mktemp -d) || exit 99
trap 'rm -rf "$probe"' EXIT
echo 'int LLVMFuzzerTestOneInput (const unsigned char *d, unsigned long n) { return n && *d == 257; }' >"$probe/p.c"
if ! clang -fsanitize=fuzzer,address,undefined "$probe/p.c" -o "$probe/p" 2>/dev/null; then
  echo "1..0 # SKIP no clang with libFuzzer: clang and libclang-rt-dev bring it"
  exit 0
fi
n=0
# NAME SOURCES...: as run-fuzzer.sh takes them
fuzz () {
  local name=$1 log=$probe/$1.log
  n=$((n + 1))
  if bash "$top/tests/fuzz/run-fuzzer.sh" "$name" "$seconds" "${@:2}" >"$log" 2>&1; then
    echo "ok $n - $name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs"
  else
    echo "not ok $n - $name"
    grep -aE -A 12 'ERROR|runtime error|CRITICAL|SUMMARY|error:' "$log" | head -n 40 | sed 's/^/# /'
  fi
}
fuzz gguf engine/base engine/model
fuzz safetensors engine/base engine/model
fuzz vocab engine/base engine/model tokenizer engine/session/session-vocab.c
fuzz hf engine/base tokenizer
fuzz encode engine/base tokenizer
echo "1..$n"
