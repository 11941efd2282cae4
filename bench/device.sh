#!/usr/bin/env bash
# device.sh: on a bare machine with an OpenCL device, within minutes: builds Hunch, tests its kernels there, tunes it, and prints one report.
#   bench/device.sh [-d DEVICE] [-b BUILD] [-j] [-o FOLDER] [-k TESTS] [-s SECONDS] [MODEL.gguf ...]
#   -d  the device: a part of its name; without it the default    -b  a build that is there already, in place of one of its own
#   -j  the report as JSON    -o  where each step's output goes    -k  some tests of kernels ("add dot") in place of all
#   -s  how long to tune (30)    Models: those given, else those of the catalogue that are here
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Needs no network and installs nothing; what is missing is named. Each step has a time limit of its own, so that one that hangs costs no other.
# Exit status: 0 when no step failed.
set -u
start=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
. build-aux/setup.sh
set +e

device='' build='' json='' out='' some='' tuning=30
while getopts d:b:jo:k:s:h word; do
  case $word in
    d) device=$OPTARG ;; b) build=$OPTARG ;; j) json=1 ;; o) out=$OPTARG ;; k) some=$OPTARG ;; s) tuning=$OPTARG ;;
    *) sed -n '2,6s/^# *//p' bench/device.sh; exit 2 ;;
  esac
done
shift $((OPTIND - 1))

# What is named is named from where the caller is.
from_start () { case $1 in /* | '') echo "$1" ;; *) echo "$start/$1" ;; esac; }
build=$(from_start "$build") out=$(from_start "$out") models=()
for m; do models+=("$(from_start "$m")"); done
[ -n "$out" ] || out=$(mktemp -d) || exit 1
mkdir -p "$out" || exit 1

# What has to be here, each with the Debian package that brings it.
missing=()
need () { "${@:2}" >/dev/null 2>&1 || missing+=("$1"); }
for program in gcc make autoconf automake pkg-config; do need $program command -v $program; done
need libtool command -v libtoolize
need autopoint command -v autopoint
need libglib2.0-dev pkg-config --exists glib-2.0 gio-2.0
need libjson-glib-dev pkg-config --exists json-glib-1.0
need libarchive-dev pkg-config --exists libarchive
need ocl-icd-opencl-dev pkg-config --exists OpenCL
[ ${#missing[@]} = 0 ] || [ -n "$build" ] || die "missing here: ${missing[*]}; as root, with a network: apt-get install ${missing[*]}"

# A machine with NVIDIA's driver but without its .icd file, as containers are.
if ! compgen -G "${OCL_ICD_VENDORS:-/etc/OpenCL/vendors}/*.icd" >/dev/null; then
  library=$(ldconfig -p | sed -nE 's,.*=> (.*libnvidia-opencl\.so\.1)$,\1,p' | head -n 1)
  [ -n "$library" ] || die "no OpenCL driver is here: no .icd file, and no libnvidia-opencl.so.1"
  mkdir -p "$out/vendors" && echo "$library" >"$out/vendors/nvidia.icd"
  export OCL_ICD_VENDORS=$out/vendors
fi

# names, states ("passed", "failed", "time is over"), seconds and notes of the steps.
names=() states=() seconds=() notes=() failed=0

note () { # state since name note
  names+=("$3") states+=("$1") seconds+=($((SECONDS - $2))) notes+=("${4-}")
  [ "$1" = passed ] || failed=1
  say "$3: $1 in $((SECONDS - $2)) s ${4:+($4)}"
}

# limited SECONDS NAME COMMAND...: its output is $out/NAME.txt, and what it says $out/NAME.log; its last line is the note of a failure.
limited () {
  local limit=$1 name=$2 begin=$SECONDS rc
  shift 2
  timeout -k 5 "$limit" "$@" >"$out/$name.txt" 2>"$out/$name.log" </dev/null
  rc=$?
  case $rc in
    0) note passed $begin "$name" ;;
    124 | 137) note 'time is over' $begin "$name" "$limit s" ;;
    *) note failed $begin "$name" "$(cat "$out/$name.txt" "$out/$name.log" | tr -cd '[:print:]\n' | grep -v ': loading' | tail -n 1)" ;;
  esac
  return $rc
}

own_build () {
  local options=(--disable-nls --disable-introspection --without-geany --without-gedit)
  pkg-config --exists clblast || options+=(--without-clblast)
  begin_build
  (build_in _build/device "${options[@]}") && make -C _build/device -j"$hunch_jobs" $tests
}

# All programs of kernel tests side by side, as many as there are processors: each has its own limit.
kernels () {
  local begin=$SECONDS t wrong=() running=0
  for t in $tests; do
    timeout -k 5 300 "$build/$t" --tap >"$out/${t##*/}.tap" 2>&1 && echo passed >>"$out/${t##*/}.tap" &
    running=$((running + 1))
    [ $running -lt "$hunch_jobs" ] || { wait -n; running=$((running - 1)); }
  done
  wait
  for t in $tests; do
    [ "$(tail -n 1 "$out/${t##*/}.tap")" = passed ] || wrong+=("${t##*/test-op-}")
  done
  if [ ${#wrong[@]} = 0 ]; then note passed $begin kernels "$(wc -w <<<"$tests") programs"; else note failed $begin kernels "${wrong[*]}"; fi
}

# The greedy ids after 'The capital of France is' by a reference in float32; and those that default accuracy must agree with.
reference () { # model
  case ${1##*/} in
    SmolLM2-135M-Instruct.Q4_1.gguf) echo 7042,30,198,198,504,2988,314,42,216,34,32,33,40,29,32,33,29,34,34,216,33,34,42,33,34,42,37,35,30,2 ;;
    qwen2.5-coder-0.5b-instruct-q4_k_m.gguf) echo 12095,13,12095,374,7407,304,279,10200,30282,949,315,9625,13,576,6722,315 ;;
  esac
}

answer () { # name model n option
  local begin=$SECONDS ids want
  limited 120 "$1" "$hunch" complete "${on[@]}" $4 -m "$2" -n "$3" --json 'The capital of France is' || return
  want=$(reference "$2" | cut -d, -f1-"$3")
  [ -n "$want" ] || return
  ids=$(tr -d ' \n' <"$out/$1.txt" | sed -E 's/.*[^_]"?ids":\[([0-9,]*)\].*/\1/')
  [ "$ids" = "$want" ] || note failed $begin "$1: the reference" "$ids in place of $want"
}

[ -n "$some" ] || some=$(cd tests/engine/op && for f in test-op-*.c; do f=${f#test-op-}; echo "${f%.c}"; done)
tests=$(for t in $some; do echo "tests/engine/op/test-op-$t"; done)
if [ -z "$build" ]; then
  begin=$SECONDS
  own_build >"$out/build.txt" 2>"$out/build.log" || { cat "$out/build.log" >&2; exit 1; }
  note passed $begin build
  build=_build/device
fi
build=$(cd "$build" && pwd) || exit 1
hunch=$build/tools/hunch
on=() form=()
[ -z "$json" ] || form=(--json)
[ -z "$device" ] || { on=(-d "$device"); export HUNCH_TEST_DEVICE=$device; }
export HUNCH_CACHE_DIR=${HUNCH_CACHE_DIR-$out/cache} XDG_CONFIG_HOME=$out/config G_TEST_SRCDIR=$PWD/tests HUNCH_SRCDIR=$PWD HUNCH_BUILDDIR=$build
[ -z "${POCL_CACHE_DIR-}" ] || mkdir -p "$POCL_CACHE_DIR"

limited 30 devices "$hunch" devices --json || die "there is no device: $(cat "$out/devices.log")"
folder=${HUNCH_MODEL_DIR:-${XDG_DATA_HOME:-$HOME/.local/share}/hunch/models}
[ ${#models[@]} -gt 0 ] || for f in SmolLM2-135M-Instruct.Q4_1 qwen2.5-coder-0.5b-instruct-q4_k_m qwen2.5-coder-1.5b-instruct-q4_k_m; do
  [ ! -e "$folder/$f.gguf" ] || models+=("$folder/$f.gguf")
done
limited 120 self-test "$hunch" devices --self-test --json
kernels
[ ${#models[@]} -gt 0 ] || say "no model is here: bring one, or with a network run '$hunch pull smollm2-135m'"
for m in "${models[@]}"; do
  name=$(basename "$m" .gguf)
  answer "default.$name" "$m" 1 ''
  answer "exact.$name" "$m" 16 --exact
  limited 90 "before.$name" "$hunch" bench "${on[@]}" -m "$m" -r 3 --no-profile "${form[@]}"
  limited $((tuning + 60)) "tune.$name" "$hunch" tune "${on[@]}" -m "$m" --seconds "$tuning" "${form[@]}"
  limited 90 "bench.$name" "$hunch" bench "${on[@]}" -m "$m" -r 3 "${form[@]}"
done

quoted () { printf '"%s"' "$(tr -d '\000-\037' <<<"$1" | sed 's/[\\"]/\\&/g')"; }
whole () { if [ -s "$out/$1.txt" ]; then cat "$out/$1.txt"; else echo null; fi; }

report_json () {
  local i m name between=''
  printf '{"devices": %s, "steps": [' "$(whole devices)"
  for i in "${!names[@]}"; do
    printf '%s\n{"name": %s, "state": %s, "seconds": %d, "note": %s}' "$between" "$(quoted "${names[i]}")" "$(quoted "${states[i]}")" "${seconds[i]}" "$(quoted "${notes[i]}")"
    between=,
  done
  printf '],\n"models": ['
  between=''
  for m in "${models[@]}"; do
    name=$(basename "$m" .gguf)
    printf '%s\n{"before": %s,\n"tune": %s,\n"bench": %s}' "$between" "$(whole "before.$name")" "$(whole "tune.$name")" "$(whole "bench.$name")"
    between=,
  done
  printf ']}\n'
}

report_text () {
  local i m name part
  "$hunch" devices
  for i in "${!names[@]}"; do printf '%-60s %4d s  %s%s\n' "${names[i]}" "${seconds[i]}" "${states[i]}" "${notes[i]:+: ${notes[i]}}"; done
  for m in "${models[@]}"; do
    name=$(basename "$m" .gguf)
    for part in before tune bench; do
      printf '\n%s: %s\n' "$name" $part
      cat "$out/$part.$name.txt"
    done
  done
}

if [ -n "$json" ]; then report_json; else report_text; fi
say "what each step said: $out"
exit $failed
