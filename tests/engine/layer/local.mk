check_PROGRAMS += %D%/test-forward
%C%_test_forward_CPPFLAGS = $(TEST_CPPFLAGS) $(JSON_CFLAGS)
%C%_test_forward_LDADD = libhunch-layer.la $(JSON_LIBS) $(GLIB_LIBS) $(OPENCL_LIBS)
EXTRA_DIST += \
	tests/golden/forward.json \
	tests/fixtures/models/batch_base.gguf \
	tests/fixtures/models/ctx16.gguf \
	tests/fixtures/models/equal_logits.gguf \
	tests/fixtures/models/nan_logits.gguf \
	tests/fixtures/models/padded_rows.gguf \
	tests/fixtures/models/valid_gpt2_tied.gguf \
	tests/fixtures/models/valid_gpt2_untied.gguf \
	tests/fixtures/models/valid_llama.gguf \
	tests/fixtures/models/valid_llama_f16.gguf \
	tests/fixtures/models/valid_llama_q8_0.gguf \
	tests/fixtures/models/valid_llama_ropefreqs.gguf \
	tests/fixtures/models/valid_qwen2_tied.gguf \
	tests/fixtures/models/zero_embd.gguf
