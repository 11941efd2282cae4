check_PROGRAMS += %D%/test-draw %D%/test-sampler %D%/test-stop
EXTRA_DIST += %D%/cases.json

%C%_test_draw_SOURCES = %D%/test-draw.c %D%/draws.c %D%/draws.h
%C%_test_draw_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_test_draw_LDADD = libhunch-sampler.la $(GLIB_LIBS) -lm
%C%_test_sampler_SOURCES = %D%/test-sampler.c %D%/draws.c %D%/draws.h
%C%_test_sampler_CPPFLAGS = $(TEST_CPPFLAGS) $(JSON_CFLAGS)
%C%_test_sampler_LDADD = libhunch-sampler.la $(JSON_LIBS) $(GLIB_LIBS)
%C%_test_stop_SOURCES = %D%/test-stop.c
%C%_test_stop_CPPFLAGS = $(TEST_CPPFLAGS) $(JSON_CFLAGS)
%C%_test_stop_LDADD = libhunch-sampler.la $(JSON_LIBS) $(GLIB_LIBS)
