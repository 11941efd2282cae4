noinst_LTLIBRARIES += libhunch-sampler.la
libhunch_sampler_la_SOURCES = \
	%D%/cutoff.c \
	%D%/cutoff.h \
	%D%/random.h \
	%D%/sampler.c \
	%D%/sampler.h \
	%D%/sampler-private.h \
	%D%/stop.c \
	%D%/stop.h \
	%D%/top.c
libhunch_sampler_la_LIBADD = libhunch-base.la $(GLIB_LIBS)
