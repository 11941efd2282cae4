# Measuring what is fastest on a device.
noinst_LTLIBRARIES += libhunch-tune.la
libhunch_tune_la_SOURCES = %D%/row.h %D%/tune.c %D%/tune.h
libhunch_tune_la_CPPFLAGS = $(AM_CPPFLAGS) $(OPENCL_CFLAGS)
libhunch_tune_la_LIBADD = libhunch-layer.la
