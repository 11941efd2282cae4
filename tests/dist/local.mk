# Tests of the tree itself.
dist_check_SCRIPTS += %D%/features.sh %D%/format.sh %D%/includes.sh %D%/po.sh %D%/run.sh %D%/tree.sh
