# Benchmarks: not built by default; make bench/bench-attention.
EXTRA_PROGRAMS += %D%/bench-attention
%C%_bench_attention_SOURCES = %D%/bench-attention.c
%C%_bench_attention_CPPFLAGS = $(AM_CPPFLAGS) $(OPENCL_CFLAGS)
%C%_bench_attention_LDADD = libhunch-op.la libhunch-device.la libhunch-base.la $(OPENCL_LIBS) $(GLIB_LIBS) -lm
