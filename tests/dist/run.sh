#!/usr/bin/env bash
# run.sh: ./run as a newcomer meets it, in a small tree whose build makes a hunch that only says how it was called.
# SPDX-License-Identifier: LGPL-2.1-or-later
set -u
src=${HUNCH_SRCDIR:?}
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
export LC_ALL=C.UTF-8 HOME=$tmp/home HUNCH_MODEL_DIR=$tmp/models
unset XDG_DATA_HOME XDG_CACHE_HOME
n=0
# is WHAT EXPECTED FOUND
is () {
  n=$((n + 1))
  if [ "$2" = "$3" ]; then echo "ok $n - $1"; else echo "not ok $n - $1"; printf 'expected: %s\nfound: %s\n' "$2" "$3" | sed 's/^/# /'; fi
}
has () { n=$((n + 1)); case $3 in *"$2"*) echo "ok $n - $1" ;; *) echo "not ok $n - $1"; printf 'expected somewhere: %s\nfound: %s\n' "$2" "$3" | sed 's/^/# /' ;; esac; }

# Packages are stubs, so that nothing is installed here; $tmp/missing names what is not there.
mkdir -p "$tmp/bin" "$tmp/models" "$tmp/home" "$tmp/drivers" "$tmp/a b"
: >"$tmp/missing"
: >"$tmp/drivers/some.icd"
export OCL_ICD_VENDORS=$tmp/drivers
cat >"$tmp/bin/dpkg-query" <<'STUB'
#!/bin/sh
shift 3
for p; do grep -qx "$p" "$STUB/missing" || printf 'installed:%s ' "$p"; done
STUB
cat >"$tmp/bin/apt-get" <<'STUB'
#!/bin/sh
echo "apt-get $*" >>"$STUB/apt.log"
case "$*" in *--download-only*) ;; *install*) : >"$STUB/missing" ;; esac
[ ! -e "$STUB/offline" ]
STUB
printf '#!/bin/sh\necho "${STUB_UID-0}"\n' >"$tmp/bin/id"
chmod +x "$tmp/bin/"*
export STUB=$tmp PATH=$tmp/bin:$PATH

top="$tmp/a b/hunch"
mkdir -p "$top/build-aux" "$top/cl" "$top/po" "$top/tools"
cp "$src/run" "$top/"
cp "$src/build-aux/setup.sh" "$top/build-aux/"
: >"$top/cl/x.cl"
: >"$top/configure.ac"
cat >"$top/autogen.sh" <<'STUB'
#!/bin/sh
cat >configure <<'END'
#!/bin/sh
cat >Makefile <<'MAKE'
all: ; @test ! -e "$$STUB/slow" || { : >"$$STUB/slow.begun"; tail -f "$$STUB/slow.begun"; }; test ! -e "$$STUB/broken" || { echo "x.c:1: error: broken"; exit 1; }; mkdir -p tools; cp ../hunch-stub tools/hunch
clean: ; rm -rf tools
MAKE
END
chmod +x configure
STUB
cat >"$top/hunch-stub" <<'STUB'
#!/bin/sh
if [ "$1" = pull ]; then echo "pull $2" >>"$STUB/pull.log"; : >"$HUNCH_MODEL_DIR/SmolLM2-135M-Instruct.Q4_1.gguf"; exit; fi
printf '%s|' "$@"
[ "$1" != devices ] || exit 7
STUB
chmod +x "$top/autogen.sh" "$top/hunch-stub"
cd / || exit 99
run () { "$top/run" "$@" 2>"$tmp/said"; }

: >"$tmp/broken"
out=$(run devices)
is 'a failed build is a failure' 1 $?
has 'it shows the end of the log' 'x.c:1: error: broken' "$(cat "$tmp/said")"
is 'it leaves no mark of a build' '' "$(ls "$top/_build/.built" 2>/dev/null)"
rm "$tmp/broken"

out=$(run 'The capital of France is')
is 'a bare text arrives' 'The capital of France is|' "$out"
is 'the default model is fetched' 'pull smollm2-135m' "$(cat "$tmp/pull.log" 2>/dev/null)"
has 'the steps are named' 'building in _build' "$(cat "$tmp/said")"
is 'no package was asked for' '' "$(cat "$tmp/apt.log" 2>/dev/null)"

out=$(run complete --json -- 'a  b')
is 'arguments arrive as they are' 'complete|--json|--|a  b|' "$out"
is 'a second start says nothing' '' "$(cat "$tmp/said")"
run devices >/dev/null
is 'the exit status is hunch'"'"'s' 7 $?
rm "$tmp/models"/*
: >"$tmp/pull.log"
run complete -m some.gguf x >/dev/null; run complete --model=some.gguf x >/dev/null; run devices >/dev/null; run --help >/dev/null
is 'no model is fetched where it is not needed' '' "$(cat "$tmp/pull.log")"

sleep 0.01
touch "$top/cl/x.cl"
run devices >/dev/null
has 'a newer source is built' 'building in _build' "$(cat "$tmp/said")"
run devices >/dev/null
is 'once' '' "$(cat "$tmp/said")"
touch "$top/autogen.sh"
run devices >/dev/null
has 'a newer autogen.sh is run again' 'making the configure script' "$(cat "$tmp/said")"
mv "$top" "$tmp/moved"
top=$tmp/moved
run devices >/dev/null
has 'a moved tree is configured anew' 'configuring' "$(cat "$tmp/said")"

# The quickest of some: what else the machine does is not ours.
took=
for i in 1 2 3 4 5 6 7; do
  begin=$(date +%s%N)
  run devices >/dev/null
  ms=$((($(date +%s%N) - begin) / 1000000))
  [ -n "$took" ] && [ "$took" -lt "$ms" ] || took=$ms
done
is "a later start adds under 200 ms (it took $took)" yes "$([ $took -lt 200 ] && echo yes || echo "$took ms")"

echo libjson-glib-dev >"$tmp/missing"
rm "$top/_build/.packages"
run devices >/dev/null
has 'a missing package is fetched, then installed' 'install --no-install-recommends --download-only libjson-glib-dev' "$(cat "$tmp/apt.log")"
is 'and is there' '' "$(cat "$tmp/missing")"
echo libjson-glib-dev >"$tmp/missing"
rm "$top/_build/.packages"
: >"$tmp/offline"
run devices >/dev/null
is 'offline it fails' 1 $?
has 'naming the package' 'libjson-glib-dev' "$(tail -n 1 "$tmp/said")"
rm "$tmp/offline" "$tmp/drivers/some.icd"
echo pocl-opencl-icd >"$tmp/missing"
run devices >/dev/null
has 'PoCL is installed where there is no driver' 'pocl-opencl-icd' "$(tail -n 1 "$tmp/apt.log")"

printf '#!/bin/sh\necho "sudo $*" >>"$STUB/sudo.log"\n[ "$1" = -v ] || { shift; exec "$@"; }\n' >"$tmp/bin/sudo"
chmod +x "$tmp/bin/sudo"
echo libtool >"$tmp/missing"
rm "$top/_build/.packages"
STUB_UID=1000 run devices >/dev/null
has 'who is not root installs with sudo' 'sudo -- env DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get' "$(cat "$tmp/sudo.log")"

# Ctrl-C reaches the whole process group of a terminal, where it is not ignored, as it is by what runs in the background.
touch "$top/cl/x.cl"
: >"$tmp/slow"
set -m
env --default-signal=INT "$top/run" devices >"$tmp/out" 2>"$tmp/said" &
set +m
for i in $(seq 100); do [ ! -e "$tmp/slow.begun" ] || break; sleep 0.1; done
kill -INT -- -$!
wait $! 2>/dev/null
is 'Ctrl-C ends it' 130 $?
is 'and what it ran' '' "$(pgrep -f "$tmp/slow.begun")"
rm "$tmp/slow"
is 'the next start builds' 'devices|' "$(run devices)"
has 'and says so' 'building in _build: done' "$(cat "$tmp/said")"
echo "1..$n"
