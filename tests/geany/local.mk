# The plugin in the real Geany, on a screen of its own; skipped where Geany, Xvfb or xdotool is not there.
dist_check_SCRIPTS += %D%/editor.py %D%/pixels.py %D%/model.py
EXTRA_DIST += %D%/rig.py %D%/screenshot.py
