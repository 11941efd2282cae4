#!/bin/sh
# Runs libtool for g-ir-scanner, whose names begin with the working folder: without it, since libtool cannot take one with a space.
# gir-libtool.sh SHELL LIBTOOL ARGS...
here=$(pwd -P)/
n=$#
while [ "$n" -gt 0 ]; do
  word=$1
  shift
  set -- "$@" "${word#"$here"}"
  n=$((n - 1))
done
exec "$@"
