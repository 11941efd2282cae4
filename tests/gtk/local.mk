# What the plugins of editors with GTK have in common. The program is run by the script, not by itself.
dist_check_SCRIPTS += %D%/download.py
if HAVE_GEDIT
EXTRA_PROGRAMS += %D%/test-prefs
check_DATA += %D%/test-prefs
CLEANFILES += %D%/test-prefs
%C%_test_prefs_CFLAGS = $(AM_CFLAGS) $(GEDIT_CFLAGS)
%C%_test_prefs_LDADD = libhunch.la $(GEDIT_LIBS) $(GIO_LIBS)
%C%_test_prefs_SOURCES = %D%/test-prefs.c $(hunch_gtk_sources)
endif
