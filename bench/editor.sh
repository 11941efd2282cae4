#!/usr/bin/env bash
# editor.sh: how long it takes in gedit from a keystroke to the shown suggestion, and how long gedit's main loop is ever away.
#   bench/editor.sh [--json] [--rounds N] [--model NAME]
# Brings and builds what is missing, as ./run does. What is printed, and what it means: bench/editor.py --help.
# SPDX-License-Identifier: LGPL-2.1-or-later
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. build-aux/setup.sh

begin_build
need_packages "${hunch_packages[@]}" $(opencl_driver) \
  gedit gedit-dev libpeas-dev libgtk-3-dev libgtksourceview-4-dev gir1.2-gtk-3.0 python3-gi libglib2.0-bin xvfb openbox xdotool dbus
build_in _build
step "building the probe" make make -C _build bench/editor-probe.la || die "the probe could not be built"
end_build

export HUNCH_SRCDIR=$PWD HUNCH_BUILDDIR=$PWD/_build PYTHONDONTWRITEBYTECODE=1
export HUNCH_MODEL_DIR=${HUNCH_MODEL_DIR:-${XDG_DATA_HOME:-$HOME/.local/share}/hunch/models}
[ -e "$HUNCH_MODEL_DIR/SmolLM2-135M-Instruct.Q4_1.gguf" ] || _build/tools/hunch pull smollm2-135m >&2 </dev/null
exec /usr/bin/python3 bench/editor.py "$@"
