# Looking inside: what passes through a model on its way from a prompt to a token.
noinst_LTLIBRARIES += libhunch-trace.la
libhunch_trace_la_SOURCES = \
	%D%/attribute.c \
	%D%/journey.c \
	%D%/lens.c \
	%D%/neurons.c \
	%D%/patch.c \
	%D%/trace-private.h \
	%D%/trace.c \
	%D%/trace.h
libhunch_trace_la_CPPFLAGS = $(AM_CPPFLAGS) $(OPENCL_CFLAGS)
libhunch_trace_la_LIBADD = $(GLIB_LIBS)
