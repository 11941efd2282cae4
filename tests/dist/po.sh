#!/usr/bin/env bash
# po.sh: every message for people is in the catalogues, and every catalogue is complete and well-formed.
# SPDX-License-Identifier: LGPL-2.1-or-later
set -u
cd "${HUNCH_SRCDIR:?}/po" || exit 99
export LC_ALL=C.UTF-8
n=0
check () { n=$((n + 1)); if [ -z "$2" ]; then echo "ok $n - $1"; else echo "not ok $n - $1"; printf '%s\n' "$2" | sed 's/^/# /'; fi; }

listed=$(grep -v '^#' POTFILES.in | sort)
marked=$(cd .. && grep -rlE '(\b(N_|C_|g_dngettext|ngettext)|[^A-Za-z0-9_]_) \(' --include='*.[ch]' cl data engine libhunch plugin tokenizer tools | sort)
check 'every source with messages is in POTFILES.in' "$(comm -13 <(echo "$listed") <(echo "$marked") | sed '/^$/d')"
check 'every file in POTFILES.in has messages' "$(comm -23 <(echo "$listed") <(echo "$marked") | grep '\.[ch]$')"

if ! command -v xgettext >/dev/null || ! command -v msgmerge >/dev/null; then
  echo "ok $((n + 1)) # SKIP xgettext and msgmerge are not installed (package gettext)"
  echo "1..$((n + 1))"
  exit 0
fi
new=$(mktemp -d) || exit 99
trap 'rm -rf "$new"' EXIT
options=$(sed -n 's/^XGETTEXT_OPTIONS = //p' Makevars)
# shellcheck disable=SC2086
check 'xgettext has nothing to say' "$(xgettext $options --directory=.. --files-from=POTFILES.in --force-po --output="$new/hunch.pot" 2>&1)"
check 'Chinese and German are among the languages' "$(printf '%s\n' de zh_CN | grep -vxFf LINGUAS)"
for language in $(grep -v '^#' LINGUAS); do
  check "$language: well-formed" "$(msgfmt --check --output-file=/dev/null "$language.po" 2>&1)"
  msgmerge --quiet --no-fuzzy-matching --output-file="$new/$language.po" "$language.po" "$new/hunch.pot"
  check "$language: no message lacks a translation" "$(msgattrib --untranslated --no-obsolete "$new/$language.po" | grep -A3 '^#:'; msgattrib --only-fuzzy --no-obsolete "$new/$language.po" | grep '^msgid')"
  check "$language: no two items of the menu have one letter" "$(msggrep -N plugin/gtk/menu.c "$new/$language.po" | sed -n 's/^msgstr .*_\(.\).*/\1/p' | tr '[:upper:]' '[:lower:]' | sort | uniq -d)"
done
echo "1..$n"
