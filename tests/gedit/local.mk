# The plugin in the real gedit, on a display of its own.
dist_check_SCRIPTS += %D%/test-gedit.py
EXTRA_DIST += %D%/editor.py doc/images/gedit-shots.py doc/images/gedit.png
if HAVE_GEDIT
check_LTLIBRARIES += %D%/answers.la
%C%_answers_la_SOURCES = %D%/answers.c
%C%_answers_la_CFLAGS = $(AM_CFLAGS) $(GIO_CFLAGS)
%C%_answers_la_LIBADD = $(GIO_LIBS)
%C%_answers_la_DEPENDENCIES = libhunch.la
%C%_answers_la_LDFLAGS = $(BROKEN_MODULE_LDFLAGS) -Wl,-z,nodelete -Wl,.libs/libhunch.so
endif
