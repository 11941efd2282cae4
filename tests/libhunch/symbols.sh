#!/usr/bin/env bash
# symbols.sh: what the library exports is what the map lists, the headers declare, and the documentation describes.
# SPDX-License-Identifier: LGPL-2.1-or-later
set -u
export LC_ALL=C
cd "${HUNCH_BUILDDIR:?}" || exit 99
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
n=0
check () { n=$((n + 1)); if [ -z "$2" ]; then echo "ok $n - $1"; else echo "not ok $n - $1"; printf '%s\n' "$2" | sed 's/^/# /'; fi; }
differ () { diff "$work/$1" "$work/$2" | sed -n "s/^</only $1:/p; s/^>/only $2:/p"; }

nm -D --defined-only .libs/libhunch.so | sed -n 's/^[0-9a-f]* [TDBRV] \([^@]*\).*/\1/p' | sort >"$work/exported"
sed -n 's/^    \(hunch_[a-z0-9_]*\);$/\1/p' "$HUNCH_SRCDIR/libhunch/libhunch.map" | sort >"$work/mapped"
check 'exported and mapped symbols are the same' "$(differ exported mapped)"
check 'the map is sorted and has nothing twice' "$(sed -n 's/^    \(hunch_.*\);$/\1/p' "$HUNCH_SRCDIR/libhunch/libhunch.map" | sort -cu 2>&1)"

# A program sees exactly what hunch.h, installed alone, declares.
printf '#include "libhunch/hunch.h"\n' |
  ${CC:-gcc} -E -P -I"$HUNCH_SRCDIR" -I"$HUNCH_SRCDIR/libhunch" -I"$HUNCH_SRCDIR/plugin" -I. -Ilibhunch $(pkg-config --cflags gio-2.0 gmodule-2.0) - 2>"$work/cpp" |
  tr -s ' \n' '  ' | tr ';{}' '\n\n\n' | grep -v 'static inline' | grep -oE '\bhunch_[a-z0-9_]+ ?\(' | tr -d ' (' | sort -u >"$work/declared"
check 'hunch.h can be read' "$(cat "$work/cpp")"
check 'exported and declared symbols are the same' "$(differ exported declared)"

if [ -e Hunch-1.0.gir ]; then
  grep -oE 'c:identifier="hunch_[a-z0-9_]+"|glib:get-type="hunch_[a-z0-9_]+"' Hunch-1.0.gir | sed 's/.*"\(.*\)"/\1/' | sort -u >"$work/introspected"
  check 'exported and introspected symbols are the same' "$(differ exported introspected)"
  check 'everything introspected is documented' "$(/usr/bin/python3 - Hunch-1.0.gir <<'P'
import sys, xml.etree.ElementTree as tree
core, c, glib = ('{http://www.gtk.org/introspection/%s/1.0}' % x for x in ('core', 'c', 'glib'))
kinds = [core + k for k in ('class', 'interface', 'record', 'enumeration', 'bitfield', 'function', 'method', 'constructor', 'property', 'member', 'callback', 'virtual-method', 'constant')] + [glib + 'signal']
def walk(node, path):
    for child in node:
        name = child.get('name') or child.get(glib + 'name')
        here = path + '.' + (name or '')
        if child.tag in kinds and child.get(glib + 'is-gtype-struct-for') is None and child.get('introspectable') != '0':
            if child.find(core + 'doc') is None and child.get('moved-to') is None:
                print(here + ': no documentation')
        if child.tag in kinds or child.tag == core + 'namespace':
            walk(child, here)
walk(tree.parse(sys.argv[1]).getroot(), '')
P
)"
else
  n=$((n + 1)); echo "ok $n # SKIP built without introspection"
fi
echo "1..$n"
