check_PROGRAMS += %D%/test-sampler %D%/test-stop
EXTRA_DIST += %D%/cases.json

%C%_test_sampler_SOURCES = %D%/test-sampler.c
%C%_test_sampler_CPPFLAGS = $(TEST_CPPFLAGS) $(JSON_CFLAGS)
%C%_test_sampler_LDADD = libhunch-sampler.la $(JSON_LIBS) $(GLIB_LIBS)
%C%_test_stop_SOURCES = %D%/test-stop.c
%C%_test_stop_CPPFLAGS = $(TEST_CPPFLAGS) $(JSON_CFLAGS)
%C%_test_stop_LDADD = libhunch-sampler.la $(JSON_LIBS) $(GLIB_LIBS)
