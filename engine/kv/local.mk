# The paged key-value cache.
noinst_LTLIBRARIES += libhunch-kv.la
libhunch_kv_la_SOURCES = \
	%D%/kv-pool.c \
	%D%/kv-pool.h \
	%D%/kv-private.h \
	%D%/kv-seq.c \
	%D%/kv.c \
	%D%/kv.h
libhunch_kv_la_CPPFLAGS = $(AM_CPPFLAGS) $(OPENCL_CFLAGS)
libhunch_kv_la_LIBADD = libhunch-device.la libhunch-base.la
