noinst_LTLIBRARIES += libhunch-device.la
libhunch_device_la_SOURCES = \
	%D%/args.h \
	%D%/device.c \
	%D%/device.h
nodist_libhunch_device_la_SOURCES = %D%/kernels.h
libhunch_device_la_CPPFLAGS = $(AM_CPPFLAGS) $(OPENCL_CFLAGS)
libhunch_device_la_LIBADD = libhunch-base.la $(OPENCL_LIBS) $(GLIB_LIBS)
