EXTRA_DIST += %D%/architecture.md
