# Benchmarks: not built by default; make bench/bench-attention.
EXTRA_PROGRAMS += %D%/bench-attention %D%/bench-kernels
%C%_bench_attention_SOURCES = %D%/bench-attention.c
%C%_bench_attention_CPPFLAGS = $(AM_CPPFLAGS) $(OPENCL_CFLAGS)
%C%_bench_attention_LDADD = libhunch-op.la libhunch-device.la libhunch-base.la $(OPENCL_LIBS) $(GLIB_LIBS) -lm
%C%_bench_kernels_SOURCES = %D%/bench-kernels.c
%C%_bench_kernels_CPPFLAGS = $(AM_CPPFLAGS) $(OPENCL_CFLAGS)
%C%_bench_kernels_LDADD = libhunch-weights.la libhunch-op.la libhunch-device.la libhunch-base.la $(OPENCL_LIBS) $(GLIB_LIBS) -lm
# Hunch beside its peers: bench/peers.py --help.
EXTRA_DIST += %D%/README.md %D%/hunch.py %D%/kernels.py %D%/llama.py %D%/peers.py %D%/process.py
