#!/bin/sh
# Turns cl/*.cl into a C table of strings: embed-kernels.sh FILE.cl... > kernels.h
# A line '#include "lib-x.cl"' is replaced by that file, so that a program is one text; once, if the file says '#pragma once'.
# lib-*.cl are no programs themselves.
# '#line' directives keep the names and line numbers of cl/ in what a compiler says.
set -e

# Prints the text of one program with its includes in place.
expand () {
  awk -v dir="$(dirname "$1")" '
    function emit(file,   line, name, n, got) {
      n = 0
      printf "#line 1 \"%s\"\n", base(file)
      while ((got = (getline line < file)) > 0) {
        n++
        if (match (line, /^#include "[^"]*"/)) {
          name = substr (line, 11, RLENGTH - 11)
          if (!(name in once)) emit(dir "/" name)
          printf "#line %d \"%s\"\n", n + 1, base(file)
        } else if (line == "#pragma once") {
          once[base(file)] = 1
          print ""
        } else print line
      }
      if (got < 0) { print "embed-kernels.sh: cannot read " file > "/dev/stderr"; failed = 1; exit 1 }
      close (file)
    }
    function base(path) { sub (/.*\//, "", path); return path }
    BEGIN { emit(ARGV[1]); exit failed }' "$1"
}

echo '/* Made by embed-kernels.sh; do not edit. */'
echo 'static const struct { const char *stem; const char *source; } hunch_kernel_table[] = {'
for f
do
  stem=$(basename "$f" .cl)
  case $stem in lib-*) continue ;; esac
  text=$(expand "$f")
  printf '{ "%s",\n' "$stem"
  printf '%s\n' "$text" | sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/^/"/' -e 's/$/\\n"/'
  echo '},'
done
echo '};'
