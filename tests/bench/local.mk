# The arithmetic of the benchmarks; what they measure is no test.
dist_check_SCRIPTS += %D%/ratios.py
