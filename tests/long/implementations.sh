#!/usr/bin/env bash
# implementations.sh: the tests of all kernels, and ' Paris' from the default model, on every OpenCL that is here, as they come and as a GPU would take them.
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# PoCL; Intel's runtime for CPUs, where HUNCH_INTEL_OPENCL names the lib folder of a virtual environment that has intel-opencl-rt and
# intel-cmplr-lib-rt; rusticl on llvmpipe, where Debian's mesa-opencl-icd is installed. HACKING.md says how to get them. HUNCH_IMPLEMENTATIONS
# names those to try ("pocl intel rusticl"). The last lines are a table: device, variant, programs of kernel tests passed, Paris or not.
set -u
cd "${HUNCH_BUILDDIR:?}" || exit 99
out=$(mktemp -d) || exit 99
trap 'rm -rf "$out"' EXIT
model=${HUNCH_MODEL_DIR:-${XDG_DATA_HOME:-$HOME/.local/share}/hunch/models}/SmolLM2-135M-Instruct.Q4_1.gguf
system=${OCL_ICD_VENDORS:-/etc/OpenCL/vendors}
caches=${HUNCH_CACHE_DIR:?}
unset HUNCH_LONG
n=0

result () { # what reason-it-failed
  n=$((n + 1))
  if [ -z "$2" ]; then echo "ok $n - $1"; else echo "not ok $n - $1"; echo "# $2"; fi
}

# A folder with one driver, and its libraries where it brings its own: not its libOpenCL, which is a loader.
# driver NAME; 1 where it is not here
driver () {
  mkdir -p "$out/$1/vendors" "$out/$1/lib"
  case $1 in
    pocl) cp "$system"/pocl*.icd "$out/$1/vendors" 2>/dev/null ;;
    rusticl) cp "$system"/rusticl*.icd "$out/$1/vendors" 2>/dev/null ;;
    intel)
      [ -e "${HUNCH_INTEL_OPENCL-}/libintelocl.so" ] || return 1
      for f in "$HUNCH_INTEL_OPENCL"/*; do
        case ${f##*/} in libOpenCL*) ;; *) ln -s "$f" "$out/$1/lib/" ;; esac
      done
      echo "$out/$1/lib/libintelocl.so" >"$out/$1/vendors/intel.icd"
      ;;
  esac
}

# on NAME VARIANT COMMAND...: with that driver alone. A GPU takes products of bytes by its own instructions, of halves, or neither, long batches
# through a GEMM, and gives a row to several work-items, of weights, of a norm, of attention, whose sums its sub-groups make where it has them.
on () {
  local name=$1 variant=$2 more=()
  shift 2
  case $variant in
    portable) more=(HUNCH_DOT=PLAIN) ;;
    gpu) more=(HUNCH_DOT=none HUNCH_GEMM_MIN_TOKENS=4 HUNCH_SUB_GROUPS=0) ;;
    gpu-dot) more=(HUNCH_DOT=PLAIN HUNCH_GEMM_MIN_TOKENS=64 HUNCH_SUB_GROUPS=0) ;;
    gpu-ext) more=(HUNCH_DOT=EXT HUNCH_GEMM_MIN_TOKENS=64) ;;
    gpu-half) more=(HUNCH_DOT=HALF HUNCH_GEMM_MIN_TOKENS=64) ;;
  esac
  case $variant in gpu*) more+=(HUNCH_SPLIT=8 HUNCH_GROUP=64) ;; esac
  [ "$name" != rusticl ] || more+=(HUNCH_BRIEF=10) # llvmpipe takes half a minute for a kernel of attention
  [ "$name" != intel ] || more+=(LD_LIBRARY_PATH="$out/intel/lib")
  env OCL_ICD_VENDORS="$out/$name/vendors" RUSTICL_ENABLE=swrast HUNCH_CACHE_DIR="$caches/$name" POCL_CACHE_DIR="$caches/$name/pocl" "${more[@]}" "$@"
}

kernels () { # name: sets passed and all
  local t rc
  passed=0 all=0
  for t in $(find tests/engine/op tests/engine/kv -maxdepth 1 -name 'test-*' -perm -u+x -type f | sort); do
    all=$((all + 1))
    on "$1" default timeout -k 5 1800 "$t" --tap >"$out/said" 2>&1
    rc=$?
    if [ $rc = 0 ] && ! grep -q '^not ok' "$out/said"; then passed=$((passed + 1)); rc=; fi
    result "$1: ${t##*/}" "${rc:+exit status $rc: $(grep -aE '^(not ok|Bail out)' "$out/said" | head -n 1)}"
  done
}

# has NAME WHAT: whether its device does
has () {
  on "$1" default tools/hunch devices --json 2>/dev/null | grep -q "\"$2\": true"
}

# paris NAME VARIANT: sets answer
paris () {
  answer=$(on "$1" "$2" timeout -k 5 1800 tools/hunch complete -m "$model" -n 1 'The capital of France is' 2>"$out/said")
  [ "$answer" != ' Paris' ] || answer=Paris
  result "$1, $2: Paris" "$([ "$answer" = Paris ] || echo "'$answer' $(tail -n 1 "$out/said")")"
}

for name in ${HUNCH_IMPLEMENTATIONS:-pocl intel rusticl}; do
  mkdir -p "$caches/$name/pocl"
  if ! driver "$name"; then
    n=$((n + 1))
    echo "ok $n - $name # SKIP it is not installed; HACKING.md says how to get it"
    printf '%-34s %-9s %s\n' "$name" - 'not here' >>"$out/table"
    continue
  fi
  device=$(on "$name" default tools/hunch devices 2>/dev/null | sed -nE '1s/^ *[0-9]+. //p' | cut -c1-34)
  kernels "$name"
  variants=(default portable gpu gpu-dot)
  has "$name" int_dot && variants+=(gpu-ext)
  has "$name" fp16 && variants+=(gpu-half)
  for variant in "${variants[@]}"; do
    answer='no model'
    [ ! -e "$model" ] || paris "$name" "$variant"
    printf '%-34s %-9s %-12s %s\n' "${device:-$name}" $variant "$passed of $all" "$answer" >>"$out/table"
  done
done
echo "1..$n"
printf '# %-34s %-9s %-12s %s\n' device variant kernels answer
sed 's/^/# /' "$out/table"
