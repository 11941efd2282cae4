# Tests of the public library; those of its threads stand on an engine without a model.
check_PROGRAMS += \
	%D%/test-completion \
	%D%/test-model \
	%D%/test-trace
hunch_fake_engine = %D%/fake-engine.c %D%/fake-engine.h
hunch_fake_libs = \
	libhunch-api.la \
	$(libhunch_convert_la_OBJECTS) $(libhunch_ref_la_OBJECTS) $(libhunch_session_vocab_la_OBJECTS) $(libhunch_tokenizer_la_OBJECTS) $(libhunch_model_la_OBJECTS) $(libhunch_base_la_OBJECTS) \
	$(GIO_LIBS) $(GLIB_LIBS) $(JSON_LIBS) $(ARCHIVE_LIBS) -lm
%C%_test_completion_SOURCES = %D%/test-completion.c $(hunch_fake_engine)
%C%_test_completion_CFLAGS = $(AM_CFLAGS) $(GIO_CFLAGS)
%C%_test_completion_LDADD = $(hunch_fake_libs)
%C%_test_model_SOURCES = %D%/test-model.c $(hunch_fake_engine)
%C%_test_model_CFLAGS = $(AM_CFLAGS) $(GIO_CFLAGS)
%C%_test_model_LDADD = $(hunch_fake_libs)
%C%_test_trace_SOURCES = %D%/test-trace.c $(hunch_fake_engine)
%C%_test_trace_CFLAGS = $(AM_CFLAGS) $(GIO_CFLAGS)
%C%_test_trace_LDADD = $(hunch_fake_libs)
dist_check_SCRIPTS += %D%/docs.sh %D%/examples.sh %D%/given.py %D%/symbols.sh
