# OpenCL C programs, embedded as text. A new kernel needs its name here and nothing else.
HUNCH_KERNELS = \
	%D%/add.cl \
	%D%/attention-group.cl \
	%D%/attention-merge.cl \
	%D%/attention-probs.cl \
	%D%/attention.cl \
	%D%/decode.cl \
	%D%/dequant.cl \
	%D%/dot.cl \
	%D%/embed.cl \
	%D%/ffn-act.cl \
	%D%/gemm.cl \
	%D%/group.cl \
	%D%/layernorm.cl \
	%D%/lib-attend.cl \
	%D%/lib-attention.cl \
	%D%/lib-dot.cl \
	%D%/lib-fetch.cl \
	%D%/lib-float.cl \
	%D%/lib-group.cl \
	%D%/lib-kv.cl \
	%D%/lib-matmul-half.cl \
	%D%/lib-matmul-q8.cl \
	%D%/lib-matvec.cl \
	%D%/lib-merge.cl \
	%D%/lib-quant.cl \
	%D%/lib-quantize.cl \
	%D%/lib-rope.cl \
	%D%/lib-store.cl \
	%D%/lib-ticket.cl \
	%D%/lib-typed.cl \
	%D%/lib-wide.cl \
	%D%/matmul-q8.cl \
	%D%/matmul.cl \
	%D%/matvec.cl \
	%D%/measure.cl \
	%D%/quantize.cl \
	%D%/rmsnorm.cl \
	%D%/rope.cl \
	%D%/selftest.cl

EXTRA_DIST += $(HUNCH_KERNELS) build-aux/embed-kernels.sh
BUILT_SOURCES += engine/device/kernels.h
CLEANFILES += engine/device/kernels.h
engine/device/kernels.h: $(HUNCH_KERNELS) $(srcdir)/cl/local.mk build-aux/embed-kernels.sh
	$(AM_V_GEN)$(MKDIR_P) engine/device && \
	$(SHELL) $(top_srcdir)/build-aux/embed-kernels.sh $(addprefix $(top_srcdir)/,$(HUNCH_KERNELS)) > $@.tmp && mv $@.tmp $@
