noinst_LTLIBRARIES += libhunch-ref.la
libhunch_ref_la_SOURCES = \
	%D%/ref-dequant.c \
	%D%/ref-dequant.h
libhunch_ref_la_LIBADD = libhunch-base.la $(GLIB_LIBS)
