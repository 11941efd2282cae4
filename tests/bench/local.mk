# The arithmetic and the reports of the benchmarks; what they measure is no test.
dist_check_SCRIPTS += %D%/device.py %D%/ratios.py
