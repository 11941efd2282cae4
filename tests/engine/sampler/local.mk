check_PROGRAMS += test-sampler test-stop
EXTRA_DIST += %D%/cases.json

test_sampler_SOURCES = %D%/test-sampler.c
test_sampler_CPPFLAGS = $(TEST_CPPFLAGS) $(JSON_CFLAGS)
test_sampler_LDADD = libhunch-sampler.la $(JSON_LIBS) $(GLIB_LIBS) -lm

test_stop_SOURCES = %D%/test-stop.c
test_stop_CPPFLAGS = $(TEST_CPPFLAGS) $(JSON_CFLAGS)
test_stop_LDADD = libhunch-sampler.la $(JSON_LIBS) $(GLIB_LIBS)
