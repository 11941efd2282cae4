# Tests of the command line.
EXTRA_DIST += %D%/cli.py
dist_check_SCRIPTS += \
	%D%/complete.py \
	%D%/manual.py \
	%D%/pull.py \
	%D%/tokenize.py \
	%D%/trace.py \
	%D%/usage.py
