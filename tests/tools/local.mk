# Tests of the command line.
EXTRA_DIST += %D%/cli.py tests/golden/real.json tests/oracle/convert.py tests/oracle/distance.py tests/oracle/peers.py tests/oracle/perplexity.py tests/oracle/real.py
dist_check_SCRIPTS += \
	%D%/cases.py \
	%D%/complete.py \
	%D%/convert.py \
	%D%/devices.py \
	%D%/info.py \
	%D%/manual.py \
	%D%/page.py \
	%D%/perplexity.py \
	%D%/pull.py \
	%D%/real.py \
	%D%/tokenize.py \
	%D%/bench.py \
	%D%/charts.py \
	%D%/trace.py \
	%D%/tune.py \
	%D%/usage.py
