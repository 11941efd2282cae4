# One host wrapper a kernel.
noinst_LTLIBRARIES += libhunch-op.la
libhunch_op_la_SOURCES = \
	%D%/decode-list.c \
	%D%/decode-list.h \
	%D%/op-add.c \
	%D%/op-add.h \
	%D%/op-attention-probs.c \
	%D%/op-attention-probs.h \
	%D%/op-attention.c \
	%D%/op-attention.h \
	%D%/op-decode.c \
	%D%/op-decode.h \
	%D%/op-dequant.c \
	%D%/op-dequant.h \
	%D%/op-dot.c \
	%D%/op-dot.h \
	%D%/op-embed.c \
	%D%/op-embed.h \
	%D%/op-ffn-act.c \
	%D%/op-ffn-act.h \
	%D%/op-gemm.c \
	%D%/op-gemm.h \
	%D%/op-group.c \
	%D%/op-group.h \
	%D%/op-layernorm.c \
	%D%/op-layernorm.h \
	%D%/op-matmul.c \
	%D%/op-matmul.h \
	%D%/op-matvec.c \
	%D%/op-matvec.h \
	%D%/op-measure.c \
	%D%/op-measure.h \
	%D%/op-quantize.c \
	%D%/op-quantize.h \
	%D%/op-rmsnorm.c \
	%D%/op-rmsnorm.h \
	%D%/op-rope.c \
	%D%/op-rope.h \
	%D%/op-types.c \
	%D%/op-types.h
libhunch_op_la_CPPFLAGS = $(AM_CPPFLAGS) $(OPENCL_CFLAGS) $(CLBLAST_CFLAGS)
libhunch_op_la_LIBADD = libhunch-device.la $(CLBLAST_LIBS)
