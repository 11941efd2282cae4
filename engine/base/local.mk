noinst_LTLIBRARIES += libhunch-base.la
libhunch_base_la_SOURCES = \
	%D%/checked.h \
	%D%/digest.c \
	%D%/digest.h \
	%D%/half.h \
	%D%/hunch-error.c \
	%D%/hunch-error.h \
	%D%/i18n.h \
	%D%/json-scan.c \
	%D%/json-scan.h \
	%D%/printable.c \
	%D%/printable.h \
	%D%/tensor-type.c \
	%D%/tensor-type.h
libhunch_base_la_LIBADD = $(GLIB_LIBS)
