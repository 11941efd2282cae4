check_PROGRAMS += %D%/test-printable
%C%_test_printable_SOURCES = %D%/test-printable.c
%C%_test_printable_LDADD = libhunch-base.la $(GLIB_LIBS)

check_PROGRAMS += %D%/test-json-scan
%C%_test_json_scan_SOURCES = %D%/test-json-scan.c
%C%_test_json_scan_LDADD = libhunch-base.la $(GLIB_LIBS)
