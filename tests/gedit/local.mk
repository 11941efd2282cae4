# The plugin in the real gedit, on a display of its own; what it answers is said by tests/plugin/stub-module.
dist_check_SCRIPTS += %D%/test-gedit.py
EXTRA_DIST += %D%/editor.py doc/images/gedit-shots.py doc/images/gedit.png
