# Tests of the tree itself.
dist_check_SCRIPTS += %D%/po.sh %D%/tree.sh
