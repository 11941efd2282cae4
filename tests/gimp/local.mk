# The plug-in in the real GIMP, without a window; its start takes a while, so only ./check --long runs it.
LONG_TESTS += %D%/plugin.py
EXTRA_DIST += %D%/plugin.py
