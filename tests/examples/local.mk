# The examples of doc/examples that are built, against an installed Hunch; scripts are in ../libhunch/examples.sh.
dist_check_SCRIPTS += %D%/installed.py
