# Who owns what: everything that is introspected, called many times under valgrind; minutes, so only ./check --long runs it.
LONG_TESTS += %D%/ownership.py
EXTRA_DIST += %D%/ownership.py

# The library with an engine that has no model and no device, under which valgrind sees nothing of drivers.
check_LTLIBRARIES += %D%/libhunch.la
%C%_libhunch_la_SOURCES = $(hunch_fake_engine)
%C%_libhunch_la_CPPFLAGS = $(AM_CPPFLAGS) -DHUNCH_COMPILATION
%C%_libhunch_la_CFLAGS = $(AM_CFLAGS) $(GIO_CFLAGS)
%C%_libhunch_la_LIBADD = libhunch-plugin.la $(hunch_fake_libs)
%C%_libhunch_la_LDFLAGS = $(AM_LDFLAGS) -rpath /nowhere -version-info 0:0:0
