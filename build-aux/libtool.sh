#!/bin/sh
# libtool.sh: runs libtool without names that have a blank, which it takes for several words: of the working folder, and of $DESTDIR.
# SPDX-License-Identifier: LGPL-2.1-or-later
# usage: libtool.sh SHELL LIBTOOL ARGS...
set -eu
here=$(pwd -P)/
case $here in *[[:space:]]*) ;; *) here= ;; esac # where there is none, a prefix may lie in the working folder, and has to stay whole
stage=${DESTDIR-} link=
case $stage in *[[:space:]]*)
  if [ -d "$stage" ]; then
    link=$(mktemp -d)
    trap 'rm -rf "$link"' EXIT
    trap 'exit 1' HUP INT TERM
    ln -s "$(cd "$stage" && pwd -P)" "$link/stage"
  fi
esac
for word; do
  shift
  if [ -n "$link" ]; then
    case $word in "$stage"*) word=$link/stage${word#"$stage"} ;; esac
  fi
  set -- "$@" "${word#"$here"}"
done
"$@"
