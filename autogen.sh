#!/bin/sh
# Makes the configure script from a clone; configure is then run from a build folder.
set -e
cd "$(dirname "$0")"
mkdir -p m4 build-aux
autopoint --force
autoreconf --install --force
