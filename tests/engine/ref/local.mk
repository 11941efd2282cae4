check_PROGRAMS += %D%/test-ref-dequant
%C%_test_ref_dequant_SOURCES = %D%/test-ref-dequant.c
%C%_test_ref_dequant_LDADD = libhunch-ref.la libhunch-model.la $(GLIB_LIBS) -lm
EXTRA_DIST += tests/golden/dequant.gguf tests/oracle/dequant.py
