LAYER_TESTS = %D%/test-decode %D%/test-families %D%/test-forward %D%/test-tap %D%/test-types
check_PROGRAMS += $(LAYER_TESTS)
check_LTLIBRARIES += %D%/libmodel-test.la
%C%_libmodel_test_la_SOURCES = %D%/model-test.c %D%/model-test.h
%C%_libmodel_test_la_CPPFLAGS = $(TEST_CPPFLAGS) $(JSON_CFLAGS)
%C%_libmodel_test_la_LIBADD = libhunch-layer.la
LAYER_TEST_LIBS = %D%/libmodel-test.la $(JSON_LIBS) $(GLIB_LIBS) $(OPENCL_LIBS)
%C%_test_decode_CPPFLAGS = $(TEST_CPPFLAGS) $(JSON_CFLAGS) $(OPENCL_CFLAGS)
%C%_test_decode_LDADD = libhunch-convert.la $(LAYER_TEST_LIBS)
%C%_test_families_CPPFLAGS = $(TEST_CPPFLAGS) $(JSON_CFLAGS)
%C%_test_families_LDADD = $(LAYER_TEST_LIBS)
%C%_test_tap_CPPFLAGS = $(TEST_CPPFLAGS) $(JSON_CFLAGS)
%C%_test_tap_LDADD = libhunch-layer.la $(JSON_LIBS) $(GLIB_LIBS) $(OPENCL_LIBS)
%C%_test_forward_CPPFLAGS = $(TEST_CPPFLAGS) $(JSON_CFLAGS)
%C%_test_forward_LDADD = $(LAYER_TEST_LIBS)
%C%_test_types_SOURCES = %D%/test-types.c tests/engine/model/plain-forward.c tests/engine/model/plain-forward.h
%C%_test_types_CPPFLAGS = $(TEST_CPPFLAGS) $(JSON_CFLAGS)
%C%_test_types_LDADD = tests/engine/op/libop-test.la libhunch-ref.la $(LAYER_TEST_LIBS) -lm
EXTRA_DIST += \
	tests/golden/forward.json \
	tests/golden/long.json \
	tests/golden/trace-tiny.json \
	tests/golden/trace.json \
	tests/oracle/trace.py \
	tests/oracle/hf_long.py \
	tests/fixtures/models/valid_gpt2_tied.gguf \
	tests/fixtures/models/valid_gpt2_untied.gguf \
	tests/fixtures/models/valid_llama.gguf \
	tests/fixtures/models/valid_llama_f16.gguf \
	tests/fixtures/models/valid_llama_q8_0.gguf \
	tests/fixtures/models/valid_llama_ropefreqs.gguf \
	tests/fixtures/models/valid_qwen2_tied.gguf
