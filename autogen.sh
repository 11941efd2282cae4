#!/bin/sh
# Makes the configure script from a clone; configure is then run from a build folder.
set -e
cd "$(dirname "$0")"
mkdir -p m4 build-aux
autopoint --force
autoreconf --install --force
# gettext's rules take a DESTDIR with a blank for two words.
sed -i '/echo/!s/\$(DESTDIR)/"$(DESTDIR)"/g' po/Makefile.in.in
