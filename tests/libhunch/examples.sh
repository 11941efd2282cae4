#!/usr/bin/env bash
# examples.sh: the examples of doc/examples say what they should, each in its language.
# SPDX-License-Identifier: LGPL-2.1-or-later
set -u
cd "${HUNCH_BUILDDIR:?}" || exit 99
export GI_TYPELIB_PATH=$PWD${GI_TYPELIB_PATH:+:$GI_TYPELIB_PATH} LD_LIBRARY_PATH=$PWD/.libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
models=${HUNCH_MODEL_DIR:-${XDG_DATA_HOME:-$HOME/.local/share}/hunch/models}
n=0

# example INTERPRETER FILE WHY-NOT-CHECK...
example () {
  local interpreter=$1 file=$2 said
  shift 2
  n=$((n + 1))
  if [ ! -e Hunch-1.0.typelib ]; then echo "ok $n # SKIP $file: built without introspection"; return; fi
  if ! command -v "$interpreter" >/dev/null || ! "$@" >/dev/null 2>&1; then echo "ok $n # SKIP $file: $interpreter with its GObject bindings is not installed"; return; fi
  if [ ! -e "$models/SmolLM2-135M-Instruct.Q4_1.gguf" ]; then echo "ok $n # SKIP $file: the model smollm2-135m is not here"; return; fi
  said=$("$interpreter" "$HUNCH_SRCDIR/doc/examples/$file" 2>"$n.err")
  if [ "$said" = ' Paris' ]; then echo "ok $n - $file"; else echo "not ok $n - $file said '$said'"; sed 's/^/# /' "$n.err"; fi
  rm -f "$n.err"
}

# The example that looks inside, with its plot.
plot () {
  local said picture=$modules/plot.png
  n=$((n + 1))
  if [ ! -e Hunch-1.0.typelib ]; then echo "ok $n # SKIP trace.py's plot: built without introspection"; return; fi
  if ! /usr/bin/python3 -c 'import gi, matplotlib' >/dev/null 2>&1; then echo "ok $n # SKIP trace.py's plot: python3-gi or python3-matplotlib is not installed"; return; fi
  if [ ! -e "$models/SmolLM2-135M-Instruct.Q4_1.gguf" ]; then echo "ok $n # SKIP trace.py's plot: the model smollm2-135m is not here"; return; fi
  said=$(MPLBACKEND=agg MPLCONFIGDIR=$modules timeout 300 /usr/bin/python3 "$HUNCH_SRCDIR/doc/examples/trace.py" "$picture" 2>"$n.err")
  if [ "$said" = ' Paris' ] && [ "$(head -c 8 "$picture" | od -An -tx1)" = ' 89 50 4e 47 0d 0a 1a 0a' ] && [ "$(wc -c <"$picture")" -gt 10000 ]; then
    echo "ok $n - trace.py plots"
  else
    echo "not ok $n - trace.py plots; it said '$said'"; sed 's/^/# /' "$n.err"
  fi
  rm -f "$n.err" "$picture"
}

# host INTERPRETER FILE WHY-NOT-CHECK...: a host in a script, with a completer that answers by rules, and with the model.
modules=$(mktemp -d) || exit 99
trap 'rm -rf "$modules"' EXIT
cp .libs/hunch.so "$modules/"
host () {
  local interpreter=$1 file=$2 said expected
  shift 2
  for with in rules model; do
    n=$((n + 1))
    if [ ! -e Hunch-1.0.typelib ]; then echo "ok $n # SKIP $file: built without introspection"; continue; fi
    if ! command -v "$interpreter" >/dev/null || ! "$@" >/dev/null 2>&1; then echo "ok $n # SKIP $file: $interpreter with its GObject bindings is not installed"; continue; fi
    expected='The capital of France is Paris'
    rm -f "$modules/answers.so"
    if [ $with = rules ]; then
      cp tests/plugin/.libs/stub-module.so "$modules/answers.so" # of modules that provide actions the first by name counts
      printf ' is\t a question, always\n' >"$modules/rules"
      expected='The capital of France is a'
    elif [ ! -e "$models/SmolLM2-135M-Instruct.Q4_1.gguf" ]; then
      echo "ok $n # SKIP $file: the model smollm2-135m is not here"
      continue
    fi
    said=$(GSETTINGS_BACKEND=memory HUNCH_MODULE_PATH=$modules HUNCH_STUB_RULES=$modules/rules timeout 300 "$interpreter" "$HUNCH_SRCDIR/doc/examples/$file" 2>"$n.err")
    if [ "$said" = "$expected" ]; then echo "ok $n - $file with $with"; else echo "not ok $n - $file with $with said '$said'"; sed 's/^/# /' "$n.err"; fi
    rm -f "$n.err"
  done
}

lua=
for try in lua5.1 lua5.3 lua5.2 luajit lua; do
  if command -v $try >/dev/null && $try -e 'require "lgi"' 2>/dev/null; then lua=$try; break; fi
done
example /usr/bin/python3 complete.py /usr/bin/python3 -c 'import gi'
example /usr/bin/python3 trace.py /usr/bin/python3 -c 'import gi'
plot
example /usr/bin/python3 explain.py /usr/bin/python3 -c 'import gi'
example gjs complete.js gjs --version
example "${lua:-lua}" complete.lua "${lua:-lua}" -e 'require "lgi"'
host gjs host.js gjs --version
host "${lua:-lua}" host.lua "${lua:-lua}" -e 'require "lgi"'
echo "1..$n"
