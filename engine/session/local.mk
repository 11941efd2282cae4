# The vocabulary of a model file; a library of its own, so that tools and tests have it without a device.
noinst_LTLIBRARIES += libhunch-session-vocab.la
libhunch_session_vocab_la_SOURCES = \
	%D%/session-vocab.c \
	%D%/session-vocab.h \
	%D%/vocab-file.c \
	%D%/vocab-file.h
libhunch_session_vocab_la_LIBADD = libhunch-model.la libhunch-tokenizer.la $(GLIB_LIBS)
