# Tests of the core without a model and without a toolkit, and of the installed module.
check_LTLIBRARIES += libtest-host.la libtest-plugin.la
libtest_host_la_CFLAGS = $(AM_CFLAGS) $(GIO_CFLAGS)
libtest_host_la_SOURCES = \
	%D%/headless-host.c \
	%D%/headless-host.h \
	tests/spin.h \
	%D%/stub-completer.c \
	%D%/stub-completer.h
libtest_plugin_la_CPPFLAGS = $(PLUGIN_TEST_CPPFLAGS)
libtest_plugin_la_CFLAGS = $(AM_CFLAGS) $(GIO_CFLAGS)
libtest_plugin_la_LIBADD = libtest-host.la
libtest_plugin_la_SOURCES = \
	tests/libhunch/fake-engine.c \
	tests/libhunch/fake-engine.h \
	%D%/manual-clock.c \
	%D%/manual-clock.h \
	%D%/rig.c \
	%D%/rig.h

PLUGIN_TEST_CPPFLAGS = $(AM_CPPFLAGS) -DHUNCH_COMPILATION
PLUGIN_TEST_CFLAGS = $(AM_CFLAGS) $(GIO_CFLAGS)
PLUGIN_TEST_LIBS = libtest-plugin.la libhunch-plugin.la $(hunch_fake_libs)

check_PROGRAMS += \
	%D%/test-answers \
	%D%/test-asking \
	%D%/test-cases \
	%D%/test-grow \
	%D%/test-lacking \
	%D%/test-model-completer \
	%D%/test-places \
	%D%/test-prompt \
	%D%/test-property \
	%D%/test-ring \
	%D%/test-settings \
	%D%/test-suggester \
	%D%/test-text \
	%D%/test-trim
EXTRA_DIST += tests/golden/places.json tests/oracle/places.py
%C%_test_answers_CPPFLAGS = $(PLUGIN_TEST_CPPFLAGS)
%C%_test_answers_CFLAGS = $(PLUGIN_TEST_CFLAGS)
%C%_test_answers_LDADD = $(PLUGIN_TEST_LIBS)
%C%_test_asking_CPPFLAGS = $(PLUGIN_TEST_CPPFLAGS)
%C%_test_asking_CFLAGS = $(PLUGIN_TEST_CFLAGS)
%C%_test_asking_LDADD = $(PLUGIN_TEST_LIBS)
%C%_test_cases_CPPFLAGS = $(PLUGIN_TEST_CPPFLAGS)
%C%_test_cases_CFLAGS = $(PLUGIN_TEST_CFLAGS) $(JSON_CFLAGS)
%C%_test_cases_LDADD = $(PLUGIN_TEST_LIBS) $(JSON_LIBS)
%C%_test_places_CPPFLAGS = $(PLUGIN_TEST_CPPFLAGS)
%C%_test_places_CFLAGS = $(PLUGIN_TEST_CFLAGS) $(JSON_CFLAGS)
%C%_test_places_LDADD = $(PLUGIN_TEST_LIBS) $(JSON_LIBS)
%C%_test_prompt_CPPFLAGS = $(PLUGIN_TEST_CPPFLAGS)
%C%_test_prompt_CFLAGS = $(PLUGIN_TEST_CFLAGS)
%C%_test_prompt_LDADD = $(PLUGIN_TEST_LIBS)
%C%_test_lacking_CPPFLAGS = $(PLUGIN_TEST_CPPFLAGS)
%C%_test_lacking_CFLAGS = $(PLUGIN_TEST_CFLAGS)
%C%_test_lacking_LDADD = $(PLUGIN_TEST_LIBS)
%C%_test_model_completer_CPPFLAGS = $(PLUGIN_TEST_CPPFLAGS)
%C%_test_model_completer_CFLAGS = $(PLUGIN_TEST_CFLAGS)
%C%_test_model_completer_LDADD = $(PLUGIN_TEST_LIBS)
%C%_test_property_CPPFLAGS = $(PLUGIN_TEST_CPPFLAGS)
%C%_test_property_CFLAGS = $(PLUGIN_TEST_CFLAGS)
%C%_test_property_LDADD = $(PLUGIN_TEST_LIBS)
%C%_test_settings_CPPFLAGS = $(PLUGIN_TEST_CPPFLAGS)
%C%_test_settings_CFLAGS = $(PLUGIN_TEST_CFLAGS)
%C%_test_settings_LDADD = $(PLUGIN_TEST_LIBS)
%C%_test_grow_CPPFLAGS = $(PLUGIN_TEST_CPPFLAGS)
%C%_test_grow_CFLAGS = $(PLUGIN_TEST_CFLAGS)
%C%_test_grow_LDADD = $(PLUGIN_TEST_LIBS)
%C%_test_ring_CPPFLAGS = $(PLUGIN_TEST_CPPFLAGS)
%C%_test_ring_CFLAGS = $(PLUGIN_TEST_CFLAGS)
%C%_test_ring_LDADD = $(PLUGIN_TEST_LIBS)
%C%_test_suggester_CPPFLAGS = $(PLUGIN_TEST_CPPFLAGS)
%C%_test_suggester_CFLAGS = $(PLUGIN_TEST_CFLAGS)
%C%_test_suggester_LDADD = $(PLUGIN_TEST_LIBS)
%C%_test_text_CPPFLAGS = $(PLUGIN_TEST_CPPFLAGS)
%C%_test_text_CFLAGS = $(PLUGIN_TEST_CFLAGS)
%C%_test_text_LDADD = $(PLUGIN_TEST_LIBS)
%C%_test_trim_CPPFLAGS = $(PLUGIN_TEST_CPPFLAGS)
%C%_test_trim_CFLAGS = $(PLUGIN_TEST_CFLAGS)
%C%_test_trim_LDADD = $(PLUGIN_TEST_LIBS)

# With a real model, where there is one.
check_PROGRAMS += %D%/test-first-light
%C%_test_first_light_CFLAGS = $(PLUGIN_TEST_CFLAGS)
%C%_test_first_light_LDADD = libtest-host.la libhunch.la $(GIO_LIBS)

# Ends while its model is loaded.
check_PROGRAMS += %D%/test-quit
%C%_test_quit_CFLAGS = $(PLUGIN_TEST_CFLAGS)
%C%_test_quit_LDADD = libtest-host.la libhunch.la $(GIO_LIBS)

# Switched off. The driver is one that tells.
check_PROGRAMS += %D%/test-off
%C%_test_off_CFLAGS = $(PLUGIN_TEST_CFLAGS)
%C%_test_off_LDADD = libtest-host.la libhunch.la $(GIO_LIBS)
check_LTLIBRARIES += %D%/driver.la
%C%_driver_la_SOURCES = %D%/driver.c
%C%_driver_la_LDFLAGS = $(BROKEN_MODULE_LDFLAGS)

# The installed module. These programs are run by the script, not by themselves.
dist_check_SCRIPTS += %D%/installed.sh
EXTRA_PROGRAMS += %D%/open-close %D%/tour
check_DATA += %D%/open-close %D%/tour
CLEANFILES += %D%/open-close %D%/tour
%C%_open_close_CFLAGS = $(PLUGIN_TEST_CFLAGS)
%C%_open_close_LDADD = $(GIO_LIBS)
%C%_tour_CFLAGS = $(PLUGIN_TEST_CFLAGS)
%C%_tour_LDADD = libtest-host.la libhunch.la $(GIO_LIBS)

# Modules that are broken, each in its own way. A module needs an -rpath, or libtool makes an archive of it.
check_LTLIBRARIES += \
	%D%/modules/declines.la \
	%D%/modules/no-register.la \
	%D%/modules/other-abi.la \
	%D%/modules/says-nothing.la \
	%D%/modules/undefined.la
BROKEN_MODULE_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -rpath /nowhere
%C%_modules_declines_la_SOURCES = %D%/modules/declines.c
%C%_modules_declines_la_CFLAGS = $(PLUGIN_TEST_CFLAGS)
%C%_modules_declines_la_LDFLAGS = $(BROKEN_MODULE_LDFLAGS)
%C%_modules_no_register_la_SOURCES = %D%/modules/no-register.c
%C%_modules_no_register_la_CFLAGS = $(PLUGIN_TEST_CFLAGS)
%C%_modules_no_register_la_LDFLAGS = $(BROKEN_MODULE_LDFLAGS)
%C%_modules_other_abi_la_SOURCES = %D%/modules/other-abi.c
%C%_modules_other_abi_la_CFLAGS = $(PLUGIN_TEST_CFLAGS)
%C%_modules_other_abi_la_LDFLAGS = $(BROKEN_MODULE_LDFLAGS)
%C%_modules_other_abi_la_LIBADD = $(GLIB_LIBS)
%C%_modules_says_nothing_la_SOURCES = %D%/modules/says-nothing.c
%C%_modules_says_nothing_la_CFLAGS = $(PLUGIN_TEST_CFLAGS)
%C%_modules_says_nothing_la_LDFLAGS = $(BROKEN_MODULE_LDFLAGS)
%C%_modules_undefined_la_SOURCES = %D%/modules/undefined.c
%C%_modules_undefined_la_CFLAGS = $(PLUGIN_TEST_CFLAGS)
%C%_modules_undefined_la_LDFLAGS = $(BROKEN_MODULE_LDFLAGS)

# For the tests of editors: the actions of hunch.so with a completer that answers by rules.
check_LTLIBRARIES += %D%/stub-module.la
%C%_stub_module_la_SOURCES = %D%/stub-module.c
%C%_stub_module_la_CFLAGS = $(PLUGIN_TEST_CFLAGS)
%C%_stub_module_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -rpath /nowhere \
	-Wl,.libs/libhunch.so -export-symbols-regex '^hunch_module_(query|register)$$'
%C%_stub_module_la_LIBADD = $(GIO_LIBS)
%C%_stub_module_la_DEPENDENCIES = libhunch.la
