check_PROGRAMS += %D%/test-tune
%C%_test_tune_CPPFLAGS = $(TEST_CPPFLAGS) $(JSON_CFLAGS)
%C%_test_tune_LDADD = libhunch-tune.la $(LAYER_TEST_LIBS)
