#!/usr/bin/env bash
# features.sh: the tests that doc/features.md names are there.
# SPDX-License-Identifier: LGPL-2.1-or-later
set -u
cd "${HUNCH_SRCDIR:?}" || exit 99
short=tests/plugin/test-suggester.c
n=0
missing=''
while IFS= read -r row; do
  row=${row%|}
  tests=$(sed "s|^ *S |\`$short\` |; s|; S |; \`$short\` |g" <<<"${row##*|}")
  while IFS= read -r entry; do
    file=$(sed -n 's/^ *`\([^`]*\)`.*/\1/p' <<<"$entry")
    [ -n "$file" ] || continue
    while IFS= read -r words; do
      n=$((n + 1))
      grep -qF -- "$words" "$file" || missing="$missing$file: $words
"
    done < <(sed 's/^ *`[^`]*` *//; s/ *$//; s/, /\n/g' <<<"$entry")
  done < <(tr ';' '\n' <<<"$tests")
done < <(grep '^| ' doc/features.md)
if [ "$n" -gt 40 ] && [ -z "$missing" ]; then
  echo 'ok 1 - the tests are there'
else
  echo "not ok 1 - the tests are there"
  printf '%s of them looked for; not found:\n%s' "$n" "$missing" | sed 's/^/# /'
fi
echo '1..1'
