MODEL_TESTS = \
	%D%/test-hf \
	%D%/test-hf-hostile \
	%D%/test-logits \
	%D%/test-families \
	%D%/test-gguf \
	%D%/test-gguf-cases \
	%D%/test-gguf-get \
	%D%/test-gguf-hostile \
	%D%/test-gguf-split \
	%D%/test-model-file \
	%D%/test-rope \
	%D%/test-safetensors
check_PROGRAMS += $(MODEL_TESTS)
MODEL_TEST_LIBS = libhunch-model.la $(GLIB_LIBS) -lm
MODEL_TEST_TINY = %D%/tiny.c %D%/tiny.h %D%/tiny-model.c %D%/scratch.c %D%/scratch.h
MODEL_TEST_FOLDER = %D%/hf-folder.c %D%/hf-folder.h %D%/scratch.c %D%/scratch.h

%C%_test_hf_SOURCES = %D%/test-hf.c $(MODEL_TEST_FOLDER)
%C%_test_hf_CPPFLAGS = $(AM_CPPFLAGS) $(JSON_CFLAGS)
%C%_test_hf_LDADD = $(MODEL_TEST_LIBS) $(JSON_LIBS)
%C%_test_hf_hostile_SOURCES = %D%/test-hf-hostile.c $(MODEL_TEST_FOLDER)
%C%_test_hf_hostile_LDADD = $(MODEL_TEST_LIBS)
%C%_test_safetensors_SOURCES = %D%/test-safetensors.c $(MODEL_TEST_FOLDER)
%C%_test_safetensors_LDADD = $(MODEL_TEST_LIBS)
%C%_test_families_SOURCES = %D%/test-families.c $(MODEL_TEST_TINY)
%C%_test_families_LDADD = $(MODEL_TEST_LIBS)
%C%_test_gguf_SOURCES = %D%/test-gguf.c $(MODEL_TEST_TINY)
%C%_test_gguf_LDADD = $(MODEL_TEST_LIBS)
%C%_test_gguf_get_SOURCES = %D%/test-gguf-get.c $(MODEL_TEST_TINY)
%C%_test_gguf_get_LDADD = $(MODEL_TEST_LIBS)
%C%_test_gguf_split_SOURCES = %D%/test-gguf-split.c $(MODEL_TEST_TINY)
%C%_test_gguf_split_LDADD = $(MODEL_TEST_LIBS)
%C%_test_model_file_SOURCES = %D%/test-model-file.c $(MODEL_TEST_TINY)
%C%_test_model_file_LDADD = $(MODEL_TEST_LIBS)
%C%_test_rope_SOURCES = %D%/test-rope.c $(MODEL_TEST_TINY)
%C%_test_rope_LDADD = $(MODEL_TEST_LIBS)
%C%_test_gguf_cases_SOURCES = %D%/test-gguf-cases.c
%C%_test_gguf_cases_LDADD = $(MODEL_TEST_LIBS)
%C%_test_gguf_hostile_SOURCES = %D%/test-gguf-hostile.c $(MODEL_TEST_TINY)
%C%_test_gguf_hostile_LDADD = $(MODEL_TEST_LIBS)
EXTRA_DIST += $(GGUF_FIXTURES) tests/golden/rope.txt tests/oracle/rope.py
GGUF_FIXTURES = \
	tests/fixtures/gguf/expected.json \
	tests/fixtures/gguf/valid_gpt2_tied.gguf \
	tests/fixtures/gguf/valid_gpt2_untied.gguf \
	tests/fixtures/gguf/valid_llama.gguf \
	tests/fixtures/gguf/valid_llama_f16.gguf \
	tests/fixtures/gguf/valid_llama_q8_0.gguf \
	tests/fixtures/gguf/valid_llama_ropefreqs.gguf \
	tests/fixtures/gguf/valid_qwen2_tied.gguf
%C%_test_logits_SOURCES = %D%/test-logits.c %D%/plain-forward.c %D%/plain-forward.h
%C%_test_logits_CPPFLAGS = $(AM_CPPFLAGS) $(JSON_CFLAGS)
%C%_test_logits_LDADD = libhunch-ref.la $(MODEL_TEST_LIBS) $(JSON_LIBS)
EXTRA_DIST += $(HF_FIXTURES) tests/oracle/hf_tiny.py
HF_FIXTURES = \
	tests/fixtures/hf/gemma3/config.json \
	tests/fixtures/hf/gemma3/expected.json \
	tests/fixtures/hf/gemma3/model.safetensors \
	tests/fixtures/hf/gpt2/config.json \
	tests/fixtures/hf/gpt2/expected.json \
	tests/fixtures/hf/gpt2/model.safetensors \
	tests/fixtures/hf/llama-yarn-parts/config.json \
	tests/fixtures/hf/llama-yarn-parts/expected.json \
	tests/fixtures/hf/llama-yarn-parts/model-00001-of-00002.safetensors \
	tests/fixtures/hf/llama-yarn-parts/model-00002-of-00002.safetensors \
	tests/fixtures/hf/llama-yarn-parts/model.safetensors.index.json \
	tests/fixtures/hf/llama/config.json \
	tests/fixtures/hf/llama/expected.json \
	tests/fixtures/hf/llama/model.safetensors \
	tests/fixtures/hf/nanochat/config.json \
	tests/fixtures/hf/nanochat/expected.json \
	tests/fixtures/hf/nanochat/model.safetensors \
	tests/fixtures/hf/qwen2-bf16/config.json \
	tests/fixtures/hf/qwen2-bf16/expected.json \
	tests/fixtures/hf/qwen2-bf16/model.safetensors \
	tests/fixtures/hf/qwen2/config.json \
	tests/fixtures/hf/qwen2/expected.json \
	tests/fixtures/hf/qwen2/model.safetensors \
	tests/fixtures/hf/qwen3/config.json \
	tests/fixtures/hf/qwen3/expected.json \
	tests/fixtures/hf/qwen3/model.safetensors
