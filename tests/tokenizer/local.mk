TOKENIZER_TEST_LIBS = libtok-common.la libhunch-session-vocab.la libhunch-tokenizer.la libhunch-model.la libhunch-base.la \
	$(JSON_LIBS) $(GLIB_LIBS) -lm
EXTRA_DIST += \
	tests/fixtures/tokenizer/cases.json \
	tests/fixtures/tokenizer/long-base64.txt \
	tests/fixtures/tokenizer/probe_gpt2.gguf \
	tests/fixtures/tokenizer/probe_gpt2.json \
	tests/fixtures/tokenizer/probe_llama3.gguf \
	tests/fixtures/tokenizer/probe_llama3.json \
	tests/fixtures/tokenizer/probe_qwen2.gguf \
	tests/fixtures/tokenizer/probe_qwen2.json \
	tests/fixtures/tokenizer/probe_smollm.gguf \
	tests/fixtures/tokenizer/probe_smollm.json \
	tests/fixtures/tokenizer/probe_bpe.gguf \
	tests/fixtures/tokenizer/probe_bpe.json \
	tests/fixtures/tokenizer/probe_bpe_unknown.gguf \
	tests/fixtures/tokenizer/probe_bpe_unknown.json \
	tests/fixtures/tokenizer/probe_bpe_unused.gguf \
	tests/fixtures/tokenizer/probe_bpe_unused.json \
	tests/fixtures/tokenizer/probe_bpe_user.gguf \
	tests/fixtures/tokenizer/probe_bpe_user.json \
	tests/fixtures/tokenizer/probe_unigram.gguf \
	tests/fixtures/tokenizer/probe_unigram.json \
	tests/fixtures/tokenizer/probe_unigram_user.gguf \
	tests/fixtures/tokenizer/probe_unigram_user.json \
	tests/fixtures/tokenizer/probe_json_bytes.json \
	tests/fixtures/tokenizer/probe_json_bytes.tokenizer.json \
	tests/fixtures/tokenizer/probe_json_first.json \
	tests/fixtures/tokenizer/probe_json_first.tokenizer.json \
	tests/fixtures/tokenizer/probe_json_llama.json \
	tests/fixtures/tokenizer/probe_json_llama.tokenizer.json \
	tests/fixtures/tokenizer/strings.json \
	tests/oracle/tokenizer.py \
	tests/oracle/tokenizer_json.py \
	tests/oracle/tokenizer_pieces.py

check_LTLIBRARIES += libtok-common.la
libtok_common_la_SOURCES = \
	%D%/llama3.c \
	%D%/llama3.h \
	%D%/tok-common.c \
	%D%/tok-common.h
libtok_common_la_CPPFLAGS = $(TEST_CPPFLAGS) $(JSON_CFLAGS)

# The objects of the tokenizer once more, which call test-linear for each block that runs.
EXTRA_LTLIBRARIES += libtok-counted.la
libtok_counted_la_SOURCES = $(libhunch_tokenizer_la_SOURCES)
libtok_counted_la_CPPFLAGS = $(AM_CPPFLAGS) $(JSON_CFLAGS)
libtok_counted_la_CFLAGS = $(AM_CFLAGS) $(COUNT_CFLAGS)

TOKENIZER_TESTS = \
	%D%/test-bpe \
	%D%/test-encode \
	%D%/test-folder \
	%D%/test-gguf-vocab \
	%D%/test-hf \
	%D%/test-linear \
	%D%/test-nfc \
	%D%/test-open-end \
	%D%/test-pieces \
	%D%/test-pretok \
	%D%/test-utf8-stream \
	%D%/test-vocab
check_PROGRAMS += $(TOKENIZER_TESTS)
%C%_test_bpe_SOURCES = %D%/test-bpe.c
%C%_test_bpe_CPPFLAGS = $(TEST_CPPFLAGS) $(JSON_CFLAGS)
%C%_test_bpe_LDADD = $(TOKENIZER_TEST_LIBS)
%C%_test_encode_SOURCES = %D%/test-encode.c
%C%_test_encode_CPPFLAGS = $(TEST_CPPFLAGS) $(JSON_CFLAGS)
%C%_test_encode_LDADD = $(TOKENIZER_TEST_LIBS)
%C%_test_folder_SOURCES = %D%/test-folder.c
%C%_test_folder_CPPFLAGS = $(TEST_CPPFLAGS) $(JSON_CFLAGS)
%C%_test_folder_LDADD = $(TOKENIZER_TEST_LIBS)
%C%_test_gguf_vocab_SOURCES = %D%/test-gguf-vocab.c $(MODEL_TEST_TINY)
%C%_test_gguf_vocab_CPPFLAGS = $(TEST_CPPFLAGS) $(JSON_CFLAGS)
%C%_test_gguf_vocab_LDADD = $(TOKENIZER_TEST_LIBS)
%C%_test_hf_SOURCES = %D%/test-hf.c
%C%_test_hf_CPPFLAGS = $(TEST_CPPFLAGS) $(JSON_CFLAGS)
%C%_test_hf_LDADD = $(TOKENIZER_TEST_LIBS)
%C%_test_linear_SOURCES = %D%/test-linear.c
%C%_test_linear_CPPFLAGS = $(TEST_CPPFLAGS) $(JSON_CFLAGS)
%C%_test_linear_LDADD = $(libtok_counted_la_OBJECTS) $(TOKENIZER_TEST_LIBS)
%C%_test_nfc_SOURCES = %D%/test-nfc.c
%C%_test_nfc_CPPFLAGS = $(TEST_CPPFLAGS) $(JSON_CFLAGS)
%C%_test_nfc_LDADD = $(TOKENIZER_TEST_LIBS)
%C%_test_open_end_SOURCES = %D%/test-open-end.c
%C%_test_open_end_CPPFLAGS = $(TEST_CPPFLAGS) $(JSON_CFLAGS)
%C%_test_open_end_LDADD = $(TOKENIZER_TEST_LIBS)
%C%_test_pieces_SOURCES = %D%/test-pieces.c
%C%_test_pieces_CPPFLAGS = $(TEST_CPPFLAGS) $(JSON_CFLAGS)
%C%_test_pieces_LDADD = $(TOKENIZER_TEST_LIBS)
%C%_test_pretok_SOURCES = %D%/test-pretok.c
%C%_test_pretok_CPPFLAGS = $(TEST_CPPFLAGS) $(JSON_CFLAGS)
%C%_test_pretok_LDADD = $(TOKENIZER_TEST_LIBS)
%C%_test_utf8_stream_SOURCES = %D%/test-utf8-stream.c
%C%_test_utf8_stream_CPPFLAGS = $(TEST_CPPFLAGS) $(JSON_CFLAGS)
%C%_test_utf8_stream_LDADD = $(TOKENIZER_TEST_LIBS)
%C%_test_vocab_SOURCES = %D%/test-vocab.c
%C%_test_vocab_CPPFLAGS = $(TEST_CPPFLAGS) $(JSON_CFLAGS)
%C%_test_vocab_LDADD = $(TOKENIZER_TEST_LIBS)

# Not a test: encodes files for tests/oracle/tokenizer.py.
noinst_PROGRAMS += %D%/encode-file
%C%_encode_file_SOURCES = %D%/encode-file.c
%C%_encode_file_LDADD = $(TOKENIZER_TEST_LIBS)
