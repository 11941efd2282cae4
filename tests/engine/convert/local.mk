CONVERT_TESTS = %D%/test-convert %D%/test-quantize
check_PROGRAMS += $(CONVERT_TESTS)
CONVERT_TEST_LIBS = libhunch-convert.la libhunch-model.la libhunch-ref.la libhunch-tokenizer.la libhunch-base.la $(JSON_LIBS) $(GLIB_LIBS) -lm
%C%_test_convert_SOURCES = %D%/test-convert.c tests/engine/model/plain-forward.c tests/engine/model/plain-forward.h
%C%_test_convert_CPPFLAGS = $(AM_CPPFLAGS) $(JSON_CFLAGS)
%C%_test_convert_LDADD = $(CONVERT_TEST_LIBS)
%C%_test_quantize_LDADD = $(CONVERT_TEST_LIBS)
EXTRA_DIST += tests/golden/quantize.gguf tests/oracle/quantize.py
