noinst_LTLIBRARIES += libhunch-weights.la
libhunch_weights_la_SOURCES = \
	%D%/layout.c \
	%D%/layout.h \
	%D%/matrix.c \
	%D%/matrix.h \
	%D%/repack.c \
	%D%/upload.c \
	%D%/upload.h
libhunch_weights_la_CPPFLAGS = $(AM_CPPFLAGS) $(OPENCL_CFLAGS)
libhunch_weights_la_LIBADD = libhunch-model.la libhunch-device.la
