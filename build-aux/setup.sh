# setup.sh: what ./run and ./check share: packages, the build, the steps that a person sees. Sourced by bash, in the top folder.
# SPDX-License-Identifier: LGPL-2.1-or-later
# Everything said here goes to stderr: stdout belongs to what is run.

unset MAKEFLAGS MAKELEVEL CDPATH
hunch_jobs=$(nproc 2>/dev/null || echo 2)
hunch_name=${0##*/}

# What building and running need, beside an OpenCL driver.
hunch_packages=(gcc libc6-dev make autoconf automake libtool autopoint gettext pkg-config libglib2.0-dev libjson-glib-dev libarchive-dev
                ocl-icd-opencl-dev libclblast-dev libpango1.0-dev libedit-dev gobject-introspection libgirepository1.0-dev ca-certificates python3-pip)

say () { printf '%s: %s\n' "$hunch_name" "$*" >&2; }
die () { say "$*"; exit 1; }

# One step: says what it does and how long it took; what the command prints is kept in a log and shown only if it fails.
# step WHAT LOG COMMAND...
step () {
  local what=$1 log=_build/$2.log begin=$SECONDS rc=0 ticker=
  shift 2
  : >"$log"
  if [ -t 2 ]; then
    tick "$what" "$log" & ticker=$!
  else
    say "$what ..."
  fi
  trap 'interrupted' INT TERM HUP
  "$@" >"$log" 2>&1 </dev/null || rc=$?
  if [ -n "$ticker" ]; then
    kill $ticker 2>/dev/null
    wait $ticker 2>/dev/null || :
    printf '\r\033[K' >&2
  fi
  trap - INT TERM HUP
  if [ $rc = 0 ]; then
    say "$what: done in $((SECONDS - begin)) s"
  else
    say "$what: failed after $((SECONDS - begin)) s; its log is $log"
    tail -n "${step_tail-25}" "$log" | sed 's/^/    /' >&2
  fi
  return $rc
}

# Sees the variables of the step that it ends.
interrupted () {
  [ -z "$ticker" ] || { kill "$ticker" 2>/dev/null || :; printf '\n' >&2; }
  say "$what: interrupted; the next start goes on from here"
  exit 130
}

# Redraws one line of a terminal each second: the step, its seconds, the last line of its log.
tick () {
  local begin=$SECONDS columns last
  columns=$(stty size <&2 2>/dev/null | cut -d' ' -f2)
  [ "${columns:-0}" -gt 20 ] || columns=80
  while kill -0 $$ 2>/dev/null; do
    last="$hunch_name: $1 ... $((SECONDS - begin)) s  $(tail -c 400 "$2" 2>/dev/null | tr '\r' '\n' | tail -n 1 | tr -cd '[:print:]')"
    printf '\r\033[K%s' "${last:0:columns-1}" >&2
    sleep 1
  done
}

# Runs a command as root.
as_root () {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -- "$@"; fi
}

# Downloading may be interrupted; unpacking is not, so that dpkg is never left half-way.
apt_download () {
  as_root env DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get -y -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 \
    install --no-install-recommends --download-only "$@"
}

apt_fetch () {
  if compgen -G '/var/lib/apt/lists/*_Packages*' >/dev/null && apt_download "$@"; then return 0; fi
  as_root env LC_ALL=C apt-get -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 update
  apt_download "$@"
}

apt_unpack () (
  trap '' INT
  [ -z "$(ls -A /var/lib/dpkg/updates 2>/dev/null)" ] || as_root dpkg --configure -a
  as_root env DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get -y -o DPkg::Lock::Timeout=300 install --no-install-recommends "$@"
)

# Prints those of the packages named that are not installed.
missing_packages () {
  local installed
  installed=" $(dpkg-query -W -f '${db:Status-Status}:${Package} ' "$@" 2>/dev/null) "
  for p; do
    case $installed in *" installed:$p "*) ;; *) printf '%s ' "$p" ;; esac
  done
}

# Installs those Debian packages of the ones named that are missing; says so where that cannot be done here.
need_packages () {
  local missing
  if ! command -v apt-get >/dev/null; then
    say "this is no Debian: going on without installing anything; what Debian calls $* is needed"
    return 0
  fi
  missing=$(missing_packages "$@")
  [ -n "$missing" ] || return 0
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || die "packages are missing, and installing them takes root. As root: apt-get install $missing"
    say "installing packages with sudo: $missing"
    sudo -v || die "packages are missing. As root: apt-get install $missing"
  fi
  set -- $missing
  step "fetching $# Debian packages and what they need" apt-fetch apt_fetch "$@" ||
    die "these packages could not be fetched: $missing; is there a network?"
  step "installing them (this part cannot be interrupted)" apt-install apt_unpack "$@" ||
    die "these packages could not be installed: $missing"
  rm -f _build/.configured _build/*/.configured # what is built depends on what is there
}

# An OpenCL driver: any that is there will do, PoCL where there is none.
opencl_driver () {
  compgen -G "${OCL_ICD_VENDORS:-/etc/OpenCL/vendors}/*.icd" >/dev/null || echo pocl-opencl-icd
}

# Makes the folder of builds, and waits for another start that is building in it.
begin_build () {
  mkdir -p _build 2>/dev/null && [ -w _build ] ||
    die "cannot write in $PWD/_build: it belongs to $(stat -c %U _build 2>/dev/null || stat -c %U .); remove it or work as that user"
  exec 9>_build/.lock
  flock -n 9 || { say "waiting for another ./run or ./check in this folder"; flock 9; }
}

end_build () { exec 9>&-; }

# A build folder remembers where it was made: libtool writes whole paths into it, so a moved tree is built anew.
# build_in DIR CONFIGURE-OPTION...
build_in () {
  local dir=$1 made
  shift
  if [ autogen.sh -nt _build/.autogen ] || [ ! -x configure ]; then
    step "making the configure script" autogen ./autogen.sh || die "autogen.sh failed"
    : >_build/.autogen
  fi
  made="$PWD $*"
  if [ "$(cat "$dir/.configured" 2>/dev/null)" != "$made" ]; then
    rm -f "$dir/.configured"
    mkdir -p "$dir"
    if [ -e "$dir/.made" ] && [ "$(cat "$dir/.made")" != "$made" ]; then
      step "cleaning a build of another place" clean make -C "$dir" clean || :
    fi
    printf '%s\n' "$made" >"$dir/.made"
    step "configuring $dir" configure configure_in "$dir" "$@" || die "configure failed; details are in $dir/config.log"
    printf '%s\n' "$made" >"$dir/.configured"
  fi
  step "building in $dir" make make -C "$dir" -j"$hunch_jobs" || die "the build failed"
}

configure_in () (
  up=$(printf '%s' "$1" | sed 's,[^/][^/]*,..,g')
  cd "$1" && shift && "$up/configure" "$@"
)
