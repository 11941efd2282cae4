# The plugin in the real gedit, on a display of its own; what it answers is said by tests/plugin/stub-module.
dist_check_SCRIPTS += %D%/test-gedit.py %D%/pixels.py %D%/models.py
EXTRA_DIST += %D%/editor.py %D%/tap.py doc/images/gedit-shots.py doc/images/gedit.png
