# The forward pass.
noinst_LTLIBRARIES += libhunch-layer.la
hunch_layer_sources = \
	%D%/batch.c \
	%D%/block.c \
	%D%/decode.c \
	%D%/decode.h \
	%D%/forward-cost.c \
	%D%/forward-cost.h \
	%D%/forward-init.c \
	%D%/forward-measure.c \
	%D%/forward-measure.h \
	%D%/forward-private.h \
	%D%/forward.c \
	%D%/forward.h \
	%D%/linear.c \
	%D%/linear.h \
	%D%/norm.c \
	%D%/norm.h \
	%D%/params.c \
	%D%/params.h \
	%D%/probe.c \
	%D%/probe.h \
	%D%/tap-point.h \
	%D%/tap-private.h \
	%D%/tap-set.c \
	%D%/tap.h
libhunch_layer_la_SOURCES = $(hunch_layer_sources) %D%/tap.c
libhunch_layer_la_CPPFLAGS = $(AM_CPPFLAGS) $(OPENCL_CFLAGS)
libhunch_layer_la_LIBADD = libhunch-weights.la libhunch-op.la libhunch-kv.la
