TOKENIZER_TEST_LIBS = libhunch-session-vocab.la libhunch-tokenizer.la libhunch-model.la libhunch-base.la $(JSON_LIBS) $(GLIB_LIBS)

# Not a test: encodes files for tests/oracle/tokenizer.py.
noinst_PROGRAMS += encode-file
encode_file_SOURCES = %D%/encode-file.c
encode_file_LDADD = $(TOKENIZER_TEST_LIBS)
