noinst_LTLIBRARIES += libhunch-device.la
libhunch_device_la_SOURCES = \
	%D%/args.h \
	%D%/cache-folder.c \
	%D%/caps.c \
	%D%/cl-error.c \
	%D%/device.c \
	%D%/device.h \
	%D%/device-info.c \
	%D%/device-list.c \
	%D%/device-private.h \
	%D%/driver-cache.c \
	%D%/driver-machine.c \
	%D%/health.c \
	%D%/icd.c \
	%D%/manifest.c \
	%D%/manifest.h \
	%D%/memory.c \
	%D%/process.c \
	%D%/profile.c \
	%D%/profile.h \
	%D%/program.c \
	%D%/program-cache.c \
	%D%/question.c \
	%D%/question.h \
	%D%/selftest.c \
	%D%/tuning.c \
	%D%/tuning.h \
	%D%/tuning-file.c
nodist_libhunch_device_la_SOURCES = %D%/kernels.h
libhunch_device_la_CPPFLAGS = $(AM_CPPFLAGS) $(OPENCL_CFLAGS)
libhunch_device_la_LIBADD = libhunch-base.la $(OPENCL_LIBS) $(GLIB_LIBS)
