#!/bin/sh
# Turns cl/*.cl into a C table of strings: embed-kernels.sh FILE.cl... > kernels.h
# A line '#include "lib-x.cl"' is replaced by that file, once a program, so that a program is one text.
set -e
expand () {
  awk -v dir="$(dirname "$1")" '
    function emit(file,   line, m) {
      while ((getline line < file) > 0) {
        if (match(line, /^#include "[^"]*"/)) {
          m = line; sub(/^#include "/, "", m); sub(/".*/, "", m)
          if (!(m in seen)) { seen[m] = 1; emit(dir "/" m) }
        } else print line
      }
      close(file)
    }
    BEGIN { emit(ARGV[1]); exit }' "$1"
}
echo "/* Made by embed-kernels.sh; do not edit. */"
echo "static const struct { const char *stem; const char *source; } hunch_kernel_table[] = {"
for f; do
  stem=$(basename "$f" .cl)
  case $stem in lib-*) continue ;; esac
  printf '{ "%s",\n' "$stem"
  expand "$f" | sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/^/"/' -e 's/$/\\n"/'
  echo "},"
done
echo "};"
