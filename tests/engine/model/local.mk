MODEL_TESTS = \
	%D%/test-families \
	%D%/test-gguf \
	%D%/test-gguf-cases \
	%D%/test-gguf-get \
	%D%/test-gguf-hostile \
	%D%/test-gguf-split \
	%D%/test-model-file \
	%D%/test-rope
check_PROGRAMS += $(MODEL_TESTS)
MODEL_TEST_LIBS = libhunch-model.la $(GLIB_LIBS) -lm
MODEL_TEST_TINY = %D%/tiny.c %D%/tiny.h

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
	tests/fixtures/gguf/valid_gpt2_tied.gguf \
	tests/fixtures/gguf/valid_gpt2_untied.gguf \
	tests/fixtures/gguf/valid_llama.gguf \
	tests/fixtures/gguf/valid_llama_f16.gguf \
	tests/fixtures/gguf/valid_llama_q8_0.gguf \
	tests/fixtures/gguf/valid_llama_ropefreqs.gguf \
	tests/fixtures/gguf/valid_qwen2_tied.gguf
