#!/usr/bin/env bash
# installed.sh: the module as `make install` leaves it, used by a host.
# SPDX-License-Identifier: LGPL-2.1-or-later
set -u
cd "${HUNCH_BUILDDIR:?}" || exit 99
export LC_ALL=C.UTF-8
unset MAKEFLAGS MAKELEVEL MFLAGS DESTDIR
n=0
check () { n=$((n + 1)); if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi; }
run () { # name command...
  local name=$1 said status
  shift
  said=$("$@" 2>&1)
  status=$?
  check $status "$name"
  [ $status -eq 0 ] || printf '%s\n' "$said" | sed 's/^/# /'
}

tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
root="$tmp/a b ü"
run 'make install' make -s install DESTDIR="$root"
module=$(find "$root" -path '*/hunch/modules/hunch.so')
folder=${module%/*}
library=$(dirname "$(find "$root" -name 'libhunch.so.*' -print -quit)")
[ -n "$module" ]; check $? 'the module is installed'
[ -z "$(find "$folder" -name '*.la' -o -name '*.a')" ]; check $? 'without libtool files'
[ "$(nm -D --defined-only "$module" | awk '$2 != "A" { print $3 }' | sort | xargs)" = 'hunch_module_query hunch_module_register' ]
check $? 'it exports two functions and nothing else'
needed=$(objdump -p "$module" | awk '$1 == "NEEDED" { print $2 }')
grep -q '^libhunch\.so' <<<"$needed" && ! grep -qi opencl <<<"$needed"
check $? 'it links libhunch and no OpenCL'

mkdir -p "$root/copy" "$root/broken"
cp "$module" "$root/copy/"
for file in tests/plugin/modules/.libs/*.so; do cp "$file" "$root/broken/"; done
echo 'This is not a library.' >"$root/broken/not-a-library.so"
head -c 4096 "$module" >"$root/broken/cut-off.so"
cp "$root/broken/other-abi.so" "$root/broken/"$'odd %n \xff.so'
cp "$root/broken/not-a-library.so" "$root/broken/"$'odder \xff.so'
export LD_LIBRARY_PATH=$library G_DEBUG=fatal-criticals XDG_DATA_HOME=$root/data GSETTINGS_BACKEND=memory
export HUNCH_TEST_MODULES=$folder HUNCH_TEST_COPY=$root/copy HUNCH_TEST_BROKEN=$root/broken
catalogue=$(find "$root" -path '*/de/LC_MESSAGES/hunch.mo')
[ -n "$catalogue" ] || grep -q '^USE_NLS = no' Makefile; check $? 'with its translations'
[ -z "$catalogue" ] || export HUNCH_TEST_LOCALES=${catalogue%/de/*}
tour=tests/plugin/.libs/tour
open_close=tests/plugin/open-close
[ -x $open_close ] && [ -f tests/plugin/.libs/open-close ] && open_close=tests/plugin/.libs/open-close

run 'opened and closed five times' $open_close "$module" 5
run 'every symbol is there' env LD_BIND_NOW=1 $open_close "$module" 1
run 'found, loaded, used, unloaded, loaded again by a host' $tour
run 'the same with every symbol bound at once' env LD_BIND_NOW=1 $tour
if command -v valgrind >/dev/null && ! grep -q fsanitize Makefile; then
  run 'the same under valgrind' env G_SLICE=always-malloc valgrind -q --error-exitcode=9 --leak-check=no $tour
else
  n=$((n + 1))
  echo "ok $n # SKIP valgrind is not installed, or the build has sanitizers"
fi
if [ -e Hunch-1.0.typelib ] && /usr/bin/python3 -c 'import gi' 2>/dev/null; then
  said=$(env GI_TYPELIB_PATH="$PWD" HUNCH_MODULE_PATH="$folder" timeout 60 /usr/bin/python3 "$HUNCH_SRCDIR/doc/examples/host.py")
  [ "$said" = 'foo(bar)' ]; check $? 'a host written in Python'
else
  n=$((n + 1))
  echo "ok $n # SKIP a host written in Python: no introspection, or no python3-gi"
fi
run 'make uninstall' make -s uninstall DESTDIR="$root"
[ -z "$(find "$root" -path "$root/copy" -prune -o -path "$root/broken" -prune -o -type f -path '*hunch*' -print)" ]
check $? 'nothing is left behind'
refused () { (cd "$tmp" && "$HUNCH_SRCDIR/configure" "$1=$root" 2>&1) | grep -q "error: '$root' has a blank in its name"; }
refused --prefix && refused --libdir
check $? 'a prefix or libdir that libtool cannot install into is refused'
# libtool FOLDER: what it is given of a prefix in there, when that is the working folder.
libtool () { mkdir -p "$1" && (cd "$1" && sh "$HUNCH_SRCDIR/build-aux/libtool.sh" echo -rpath "$(pwd -P)/inst/lib"); }
tmp=$(cd "$tmp" && pwd -P)
[ "$(libtool "$tmp/plain")" = "-rpath $tmp/plain/inst/lib" ] && [ "$(libtool "$tmp/a b")" = '-rpath inst/lib' ]
check $? 'a prefix in the folder of the build stays whole, where that has no blank'
echo "1..$n"
