# The tokenizer, usable alone: GLib, and JSON-GLib for vocabularies that come as JSON.
noinst_LTLIBRARIES += libhunch-tokenizer.la
libhunch_tokenizer_la_SOURCES = \
	%D%/bpe.c \
	%D%/bpe.h \
	%D%/byte-level.c \
	%D%/byte-level.h \
	%D%/charsmap.c \
	%D%/charsmap.h \
	%D%/encode-pieces.c \
	%D%/encode-private.h \
	%D%/encode-unigram.c \
	%D%/encode.c \
	%D%/hf-pipeline.c \
	%D%/hf-roles.c \
	%D%/merge-table.c \
	%D%/merge-table.h \
	%D%/nfc.c \
	%D%/nfc.h \
	%D%/normal-pieces.c \
	%D%/open-end.c \
	%D%/pretok-gpt.c \
	%D%/pretok-scan.h \
	%D%/pretok-steps.c \
	%D%/pretok.c \
	%D%/pretok.h \
	%D%/special.c \
	%D%/special.h \
	%D%/token-table.c \
	%D%/token-table.h \
	%D%/trie.c \
	%D%/trie.h \
	%D%/unicode.c \
	%D%/unicode.h \
	%D%/utf8-stream.c \
	%D%/utf8-stream.h \
	%D%/vocab-build.c \
	%D%/vocab-folder.c \
	%D%/vocab-hf.c \
	%D%/vocab-hf.h \
	%D%/vocab-json.c \
	%D%/vocab-json.h \
	%D%/vocab-merges.c \
	%D%/vocab-pieces.c \
	%D%/vocab-private.h \
	%D%/vocab-roles.c \
	%D%/vocab.c \
	%D%/vocab.h
libhunch_tokenizer_la_CPPFLAGS = $(AM_CPPFLAGS) $(JSON_CFLAGS)
libhunch_tokenizer_la_LIBADD = libhunch-base.la $(JSON_LIBS) $(GLIB_LIBS)
