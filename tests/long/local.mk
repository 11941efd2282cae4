# What takes minutes: only ./check --long runs it, as the target check-long.
# Each mostly keeps one processor busy; the longest begins.
LONG_TESTS += %D%/implementations.sh %D%/oclgrind.sh %D%/fuzz.sh
EXTRA_DIST += %D%/implementations.sh %D%/oclgrind.sh %D%/fuzz.sh
