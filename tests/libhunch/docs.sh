#!/usr/bin/env bash
# docs.sh: the manual of the library has no holes, by gi-docgen's own judgement.
# SPDX-License-Identifier: LGPL-2.1-or-later
set -u
cd "${HUNCH_BUILDDIR:?}" || exit 99
if [ ! -e Hunch-1.0.gir ]; then echo '1..0 # SKIP built without introspection'; exit 0; fi
if ! command -v gi-docgen >/dev/null; then echo '1..0 # SKIP gi-docgen is not installed'; exit 0; fi
echo 1..1
said=$(gi-docgen check --quiet --fatal-warnings --add-include-path=. --config="$HUNCH_SRCDIR/doc/hunch-1.0.toml" Hunch-1.0.gir 2>&1)
rc=$?
if [ $rc = 0 ] && [ -z "$said" ]; then echo 'ok 1 - gi-docgen check'; else echo 'not ok 1 - gi-docgen check'; printf '%s\n' "$said" | sed 's/^/# /'; fi
