check_PROGRAMS += %D%/test-printable
%C%_test_printable_SOURCES = %D%/test-printable.c
%C%_test_printable_LDADD = libhunch-base.la $(GLIB_LIBS)
