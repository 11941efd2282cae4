#!/usr/bin/env bash
# includes.sh: who includes whom, as doc/architecture.md has it. A folder may include itself and what its line names, nothing else.
# SPDX-License-Identifier: LGPL-2.1-or-later
set -u
cd "${HUNCH_SRCDIR:?}" || exit 99
export LC_ALL=C.UTF-8

# folder: folders and outside headers that it may include. Headers of C and POSIX are everyone's.
rules='
tokenizer: engine/base glib json-glib
engine/base: glib
engine/model: engine/base glib json-glib
engine/sampler: engine/base glib
engine/device: engine/base glib CL clblast
engine/weights: engine/device engine/model engine/base glib CL
engine/ref: engine/base cl glib
engine/convert: engine/model engine/ref engine/base tokenizer glib
engine/op: engine/device engine/base glib CL clblast
engine/kv: engine/device engine/op engine/base glib CL
engine/layer: engine/weights engine/op engine/kv engine/device engine/model engine/base glib CL
engine/tune: engine/layer engine/kv engine/op engine/device engine/base glib
engine/session: engine/tune engine/layer engine/kv engine/sampler engine/device engine/model engine/base tokenizer glib
engine/trace: engine/session engine/layer engine/kv engine/sampler engine/base tokenizer glib
libhunch: engine/convert engine/trace engine/session engine/sampler engine/device engine/model engine/base tokenizer glib gio json-glib
plugin: libhunch glib gio
plugin/gtk: libhunch glib gio gtk
plugin/gedit: libhunch plugin/gtk glib gio gtk gedit
plugin/geany: libhunch plugin/gtk glib gio gtk geany
plugin/gimp: libhunch glib gio gimp
tools: libhunch glib gio json-glib cairo
'
# Files that may do less than their folder, or alone may do it.
outside () { # file header
  case $2 in
    clblast*) case $1 in engine/op/op-gemm.c | engine/device/*) ;; *) echo "$1: CLBlast belongs to engine/op/op-gemm.c and engine/device" ;; esac ;;
    json-glib/*) case $1 in tokenizer/vocab* | tokenizer/*json* | engine/model/json-file.* | libhunch/* | tools/*) ;; *) echo "$1: JSON belongs to the files that read vocabularies" ;; esac ;;
    CL/*) case $1 in *.h | *.c) case $1 in libhunch/*.h | plugin/* | tools/*) echo "$1: no OpenCL type here" ;; esac ;; esac ;;
  esac
}

group () { # header -> its name in the rules, or nothing where it is everyone's
  case $1 in
    glib.h | glib/* | glib-object.h | gobject/* | gmodule.h) echo glib ;;
    gio/*) echo gio ;;
    json-glib/*) echo json-glib ;;
    CL/*) echo CL ;;
    clblast*) echo clblast ;;
    cairo* | pango/*) echo cairo ;;
    gtk/* | gdk/* | gtksourceview/*) echo gtk ;;
    gedit/* | libpeas/* | libpeas-gtk/*) echo gedit ;;
    geany* | Scintilla*) echo geany ;;
    libgimp/*) echo gimp ;;
  esac
}

n=0
while IFS=: read -r folder allowed; do
  [ -d "$folder" ] || continue
  wrong=$(find "$folder" -maxdepth 1 -name '*.[ch]' -exec grep -HoE '^ *# *include +["<][^">]+[">]' {} + 2>/dev/null |
    sed -E 's/: *# *include +/ /; s/[">]$//' |
    while read -r file header; do
      kind=${header:0:1} header=${header:1}
      if [ "$kind" = '"' ]; then
        case $header in
          config.h) continue ;;
          */*) of=${header%/*} ;;
          *) if [ "$folder" = libhunch ] || [ "$folder" = plugin ]; then of=$folder; else echo "$file: $header is not written from the top"; continue; fi ;;
        esac
        [ "$header" != hunch.h ] || of=libhunch
      else
        of=$(group "$header")
        [ -n "$of" ] || continue
        outside "$file" "$header"
      fi
      case " $folder $allowed " in *" $of "*) ;; *) echo "$file: may not include $header" ;; esac
    done)
  n=$((n + 1))
  if [ -z "$wrong" ]; then echo "ok $n - $folder"; else echo "not ok $n - $folder"; printf '%s\n' "$wrong" | sed 's/^/# /'; fi
done <<<"${rules:1}"

n=$((n + 1))
wrong=$(grep -nE '^ *# *include' cl/*.cl 2>/dev/null | grep -vE '"lib-[a-z0-9-]+\.cl"')
if [ -z "$wrong" ]; then echo "ok $n - cl"; else echo "not ok $n - cl"; printf '%s\n' "$wrong" | sed 's/^/# /'; fi
echo "1..$n"
