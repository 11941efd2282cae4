# Tests of the core without a model and without a toolkit, and of the installed module.
noinst_LTLIBRARIES += libtest-plugin.la
libtest_plugin_la_CFLAGS = $(AM_CFLAGS) $(GIO_CFLAGS)
libtest_plugin_la_SOURCES = \
	%D%/headless-host.c \
	%D%/headless-host.h \
	%D%/manual-clock.c \
	%D%/manual-clock.h \
	%D%/rig.c \
	%D%/rig.h \
	%D%/stub-completer.c \
	%D%/stub-completer.h

PLUGIN_TEST_LIBS = libtest-plugin.la libhunch-plugin.la libhunch-base.la $(GIO_LIBS)

check_PROGRAMS += %D%/test-trim
tests_plugin_test_trim_CFLAGS = $(AM_CFLAGS) $(GIO_CFLAGS)
tests_plugin_test_trim_LDADD = $(PLUGIN_TEST_LIBS)

check_PROGRAMS += %D%/test-text
tests_plugin_test_text_CFLAGS = $(AM_CFLAGS) $(GIO_CFLAGS)
tests_plugin_test_text_LDADD = $(PLUGIN_TEST_LIBS)

check_PROGRAMS += %D%/test-suggester
tests_plugin_test_suggester_CFLAGS = $(AM_CFLAGS) $(GIO_CFLAGS)
tests_plugin_test_suggester_LDADD = $(PLUGIN_TEST_LIBS)

check_PROGRAMS += %D%/test-property
tests_plugin_test_property_CFLAGS = $(AM_CFLAGS) $(GIO_CFLAGS)
tests_plugin_test_property_LDADD = $(PLUGIN_TEST_LIBS)

check_PROGRAMS += %D%/test-settings
tests_plugin_test_settings_CFLAGS = $(AM_CFLAGS) $(GIO_CFLAGS)
tests_plugin_test_settings_LDADD = $(PLUGIN_TEST_LIBS)
