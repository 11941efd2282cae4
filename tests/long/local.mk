# What takes minutes: only ./check --long runs it, as the target check-long.
LONG_TESTS += %D%/oclgrind.sh %D%/fuzz.sh
EXTRA_DIST += %D%/oclgrind.sh %D%/fuzz.sh
LONG_TESTS += %D%/implementations.sh
EXTRA_DIST += %D%/implementations.sh
