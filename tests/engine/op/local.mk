# One test a kernel.
OP_TESTS = \
	%D%/test-op-add \
	%D%/test-op-attention \
	%D%/test-op-attention-probs \
	%D%/test-op-decode \
	%D%/test-op-dequant \
	%D%/test-op-dot \
	%D%/test-op-embed \
	%D%/test-op-ffn-act \
	%D%/test-op-gemm \
	%D%/test-op-group \
	%D%/test-op-layernorm \
	%D%/test-op-matmul \
	%D%/test-op-matvec \
	%D%/test-op-measure \
	%D%/test-op-quantize \
	%D%/test-op-rmsnorm \
	%D%/test-op-rope
check_PROGRAMS += $(OP_TESTS)
check_LTLIBRARIES += %D%/libop-test.la
%C%_libop_test_la_SOURCES = %D%/kv-test.c %D%/kv-test.h %D%/matrix-test.c %D%/matrix-test.h %D%/op-test.c %D%/op-test.h
%C%_libop_test_la_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_libop_test_la_LIBADD = libhunch-weights.la libhunch-op.la libhunch-ref.la libhunch-device.la libhunch-base.la
OP_TEST_LIBS = %D%/libop-test.la $(OPENCL_LIBS) $(GLIB_LIBS)
%C%_test_op_add_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_test_op_add_LDADD = $(OP_TEST_LIBS)
%C%_test_op_attention_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_test_op_attention_LDADD = $(OP_TEST_LIBS)
%C%_test_op_attention_probs_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_test_op_attention_probs_LDADD = $(OP_TEST_LIBS)
%C%_test_op_ffn_act_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_test_op_ffn_act_LDADD = $(OP_TEST_LIBS)
%C%_test_op_group_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_test_op_group_LDADD = $(OP_TEST_LIBS)
%C%_test_op_layernorm_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_test_op_layernorm_LDADD = $(OP_TEST_LIBS)
%C%_test_op_rmsnorm_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_test_op_rmsnorm_LDADD = $(OP_TEST_LIBS)
%C%_test_op_rope_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_test_op_rope_LDADD = $(OP_TEST_LIBS)
%C%_test_op_decode_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_test_op_decode_LDADD = $(OP_TEST_LIBS)
%C%_test_op_dequant_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_test_op_dequant_LDADD = $(OP_TEST_LIBS)
%C%_test_op_dot_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_test_op_dot_LDADD = $(OP_TEST_LIBS)
%C%_test_op_embed_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_test_op_embed_LDADD = $(OP_TEST_LIBS)
%C%_test_op_gemm_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_test_op_gemm_LDADD = $(OP_TEST_LIBS)
%C%_test_op_matmul_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_test_op_matmul_LDADD = $(OP_TEST_LIBS)
%C%_test_op_matvec_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_test_op_matvec_LDADD = $(OP_TEST_LIBS)
%C%_test_op_measure_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_test_op_measure_LDADD = $(OP_TEST_LIBS)
%C%_test_op_quantize_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_test_op_quantize_LDADD = $(OP_TEST_LIBS)
