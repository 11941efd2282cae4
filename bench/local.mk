# Benchmarks: not built by default; make bench/bench-attention.
EXTRA_PROGRAMS += %D%/bench-attention %D%/bench-kernels %D%/bench-taps %D%/bench-untapped
%C%_bench_attention_SOURCES = %D%/bench-attention.c
%C%_bench_attention_CPPFLAGS = $(AM_CPPFLAGS) $(OPENCL_CFLAGS)
%C%_bench_attention_LDADD = libhunch-op.la libhunch-device.la libhunch-base.la $(OPENCL_LIBS) $(GLIB_LIBS) -lm
%C%_bench_kernels_SOURCES = %D%/bench-kernels.c
%C%_bench_kernels_CPPFLAGS = $(AM_CPPFLAGS) $(OPENCL_CFLAGS)
%C%_bench_kernels_LDADD = libhunch-weights.la libhunch-op.la libhunch-device.la libhunch-base.la $(OPENCL_LIBS) $(GLIB_LIBS) -lm
# What looking inside costs: bench/taps.py compares the forward pass with one whose points are compiled out.
EXTRA_LTLIBRARIES += %D%/libuntapped.la
%C%_libuntapped_la_SOURCES = $(hunch_layer_sources)
%C%_libuntapped_la_CPPFLAGS = $(AM_CPPFLAGS) $(OPENCL_CFLAGS) -DHUNCH_UNTAPPED
%C%_libuntapped_la_LIBADD = libhunch-weights.la libhunch-op.la libhunch-kv.la
%C%_bench_taps_CPPFLAGS = $(AM_CPPFLAGS) $(OPENCL_CFLAGS)
%C%_bench_taps_LDADD = libhunch-layer.la $(JSON_LIBS) $(GLIB_LIBS) $(OPENCL_LIBS) -lm
%C%_bench_untapped_SOURCES = %D%/bench-taps.c
%C%_bench_untapped_CPPFLAGS = $(AM_CPPFLAGS) $(OPENCL_CFLAGS) -DHUNCH_UNTAPPED
%C%_bench_untapped_LDADD = %D%/libuntapped.la $(JSON_LIBS) $(GLIB_LIBS) $(OPENCL_LIBS) -lm
EXTRA_DIST += %D%/taps.py
# Hunch beside its peers: bench/peers.py --help.
EXTRA_DIST += %D%/README.md %D%/count.py %D%/hunch.py %D%/kernels.py %D%/llama.py %D%/peers.py %D%/process.py %D%/start.py
# On a device that is lent: bench/device.sh.
EXTRA_DIST += %D%/device.sh
# Completion in a real gedit: bench/editor.sh [--json].
EXTRA_DIST += %D%/editor.py %D%/editor.sh %D%/editor-probe.c
if HAVE_GEDIT
EXTRA_LTLIBRARIES += %D%/editor-probe.la
%C%_editor_probe_la_SOURCES = %D%/editor-probe.c
%C%_editor_probe_la_CFLAGS = $(AM_CFLAGS) $(GEDIT_CFLAGS)
%C%_editor_probe_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -rpath /nowhere \
	-Wl,.libs/libhunch.so -export-symbols-regex '^hunch_module_(query|register)$$'
%C%_editor_probe_la_LIBADD = $(GEDIT_LIBS) $(GIO_LIBS)
%C%_editor_probe_la_DEPENDENCIES = libhunch.la
endif
