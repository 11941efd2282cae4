# Scalar C of each operation.
noinst_LTLIBRARIES += libhunch-ref.la
libhunch_ref_la_SOURCES = \
	%D%/ref-add.c \
	%D%/ref-add.h \
	%D%/ref-attention-probs.c \
	%D%/ref-attention-probs.h \
	%D%/ref-attention.c \
	%D%/ref-attention.h \
	%D%/ref-dequant.c \
	%D%/ref-dequant.h \
	%D%/ref-dot.c \
	%D%/ref-dot.h \
	%D%/ref-embed.c \
	%D%/ref-embed.h \
	%D%/ref-ffn-act.c \
	%D%/ref-ffn-act.h \
	%D%/ref-gemm.c \
	%D%/ref-gemm.h \
	%D%/ref-group.c \
	%D%/ref-group.h \
	%D%/ref-layernorm.c \
	%D%/ref-layernorm.h \
	%D%/ref-matmul.c \
	%D%/ref-matmul.h \
	%D%/ref-matvec.c \
	%D%/ref-matvec.h \
	%D%/ref-measure.c \
	%D%/ref-measure.h \
	%D%/ref-quantize.c \
	%D%/ref-quantize.h \
	%D%/ref-rmsnorm.c \
	%D%/ref-rmsnorm.h \
	%D%/ref-rope.c \
	%D%/ref-rope.h
libhunch_ref_la_LIBADD = libhunch-base.la $(GLIB_LIBS)
