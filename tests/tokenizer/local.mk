TOKENIZER_TEST_LIBS = libtok-common.la libhunch-session-vocab.la libhunch-tokenizer.la libhunch-model.la libhunch-base.la \
	$(JSON_LIBS) $(GLIB_LIBS)
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
	tests/fixtures/tokenizer/strings.json \
	tests/oracle/tokenizer.py

check_LTLIBRARIES += libtok-common.la
libtok_common_la_SOURCES = \
	%D%/llama3.c \
	%D%/llama3.h \
	%D%/tok-common.c \
	%D%/tok-common.h
libtok_common_la_CPPFLAGS = $(TEST_CPPFLAGS) $(JSON_CFLAGS)

check_PROGRAMS += test-bpe test-encode test-nfc test-pretok test-utf8-stream test-vocab
test_bpe_SOURCES = %D%/test-bpe.c
test_bpe_LDADD = $(TOKENIZER_TEST_LIBS)
test_encode_SOURCES = %D%/test-encode.c
test_encode_CPPFLAGS = $(TEST_CPPFLAGS) $(JSON_CFLAGS)
test_encode_LDADD = $(TOKENIZER_TEST_LIBS)
test_nfc_SOURCES = %D%/test-nfc.c
test_nfc_LDADD = $(TOKENIZER_TEST_LIBS)
test_pretok_SOURCES = %D%/test-pretok.c
test_pretok_CPPFLAGS = $(TEST_CPPFLAGS) $(JSON_CFLAGS)
test_pretok_LDADD = $(TOKENIZER_TEST_LIBS)
test_utf8_stream_SOURCES = %D%/test-utf8-stream.c
test_utf8_stream_CPPFLAGS = $(TEST_CPPFLAGS) $(JSON_CFLAGS)
test_utf8_stream_LDADD = $(TOKENIZER_TEST_LIBS)
test_vocab_SOURCES = %D%/test-vocab.c
test_vocab_CPPFLAGS = $(TEST_CPPFLAGS) $(JSON_CFLAGS)
test_vocab_LDADD = $(TOKENIZER_TEST_LIBS)

# Not a test: encodes files for tests/oracle/tokenizer.py.
noinst_PROGRAMS += encode-file
encode_file_SOURCES = %D%/encode-file.c
encode_file_LDADD = libhunch-session-vocab.la libhunch-tokenizer.la libhunch-model.la libhunch-base.la $(GLIB_LIBS)
