# The vocabulary of a model file; a library of its own, so that tools and tests have it without a device.
noinst_LTLIBRARIES += libhunch-session-vocab.la
libhunch_session_vocab_la_SOURCES = \
	%D%/session-vocab.c \
	%D%/session-vocab.h \
	%D%/vocab-file.c \
	%D%/vocab-file.h
libhunch_session_vocab_la_LIBADD = libhunch-model.la libhunch-tokenizer.la $(GLIB_LIBS)

# The engine itself. Whoever links it brings what it stands on: a forward pass and a cache, which in tests are others.
noinst_LTLIBRARIES += libhunch-session.la
libhunch_session_la_SOURCES = \
	%D%/answer.c \
	%D%/answer.h \
	%D%/devices.c \
	%D%/devices.h \
	%D%/engine.c \
	%D%/engine.h \
	%D%/likely.c \
	%D%/likely.h \
	%D%/load.c \
	%D%/measure.c \
	%D%/measure.h \
	%D%/pace.c \
	%D%/pace.h \
	%D%/parts.c \
	%D%/parts.h \
	%D%/prompt.c \
	%D%/prompt.h \
	%D%/request.c \
	%D%/request.h \
	%D%/request-text.c \
	%D%/scheduler.c \
	%D%/scheduler.h \
	%D%/score.c \
	%D%/score.h \
	%D%/spell.c \
	%D%/spell.h \
	%D%/tune.c \
	%D%/tune.h
libhunch_session_la_CPPFLAGS = $(AM_CPPFLAGS) $(OPENCL_CFLAGS)
libhunch_session_la_LIBADD = $(GLIB_LIBS)
