# The engine on a fake forward pass and a fake cache: its rules can be tested without a device.
SESSION_TESTS = \
	%D%/test-engine \
	%D%/test-pace \
	%D%/test-prompt \
	%D%/test-recovery \
	%D%/test-scheduler \
	%D%/test-score \
	%D%/test-spell \
	%D%/test-thread
check_PROGRAMS += $(SESSION_TESTS)
check_LTLIBRARIES += %D%/libfake.la
%C%_libfake_la_SOURCES = %D%/fake.h %D%/fake-forward.c %D%/fake-kv.c %D%/fake-kv.h %D%/rig.c %D%/rig.h %D%/stream.c %D%/stream.h
%C%_libfake_la_CPPFLAGS = $(TEST_CPPFLAGS)
FAKE_ENGINE_LIBS = %D%/libfake.la libhunch-session.la libhunch-sampler.la libhunch-tokenizer.la libhunch-base.la $(GLIB_LIBS) -lm
%C%_test_engine_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_test_engine_LDADD = $(FAKE_ENGINE_LIBS)
%C%_test_pace_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_test_pace_LDADD = $(FAKE_ENGINE_LIBS)
%C%_test_prompt_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_test_prompt_LDADD = $(FAKE_ENGINE_LIBS)
%C%_test_recovery_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_test_recovery_LDADD = $(FAKE_ENGINE_LIBS)
%C%_test_scheduler_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_test_scheduler_LDADD = $(FAKE_ENGINE_LIBS)
%C%_test_score_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_test_score_LDADD = $(FAKE_ENGINE_LIBS)
%C%_test_spell_CPPFLAGS = $(TEST_CPPFLAGS) $(JSON_CFLAGS)
%C%_test_spell_LDADD = libtok-common.la libhunch-session-vocab.la libhunch-model.la $(FAKE_ENGINE_LIBS) $(JSON_LIBS)
%C%_test_thread_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_test_thread_LDADD = $(FAKE_ENGINE_LIBS)

# And on the real ones, with tiny models.
check_PROGRAMS += %D%/test-failure %D%/test-loading %D%/test-models %D%/test-smollm
check_LTLIBRARIES += %D%/libreal.la
EXTRA_DIST += \
	%D%/cases.json \
	tests/fixtures/gen/batch_base.gguf \
	tests/fixtures/gen/ctx16.gguf \
	tests/fixtures/gen/equal_logits.gguf \
	tests/fixtures/gen/nan_logits.gguf \
	tests/fixtures/gen/padded_rows.gguf \
	tests/fixtures/gen/zero_embd.gguf
ENGINE_LIBS = libhunch-session.la libhunch-session-vocab.la libhunch-layer.la libhunch-kv.la libhunch-sampler.la libhunch-op.la \
	libhunch-weights.la libhunch-model.la libhunch-device.la libhunch-tokenizer.la libhunch-base.la \
	$(CLBLAST_LIBS) $(OPENCL_LIBS) $(JSON_LIBS) $(GLIB_LIBS) -lm
%C%_libreal_la_SOURCES = %D%/real.c %D%/real.h
%C%_libreal_la_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_test_failure_SOURCES = %D%/test-failure.c tests/fixtures/opencl/cl-shim.c
%C%_test_failure_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_test_failure_LDADD = $(ENGINE_LIBS)
%C%_test_loading_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_test_loading_LDADD = %D%/libreal.la $(ENGINE_LIBS)
%C%_test_models_CPPFLAGS = $(TEST_CPPFLAGS) $(JSON_CFLAGS)
%C%_test_models_LDADD = %D%/libreal.la $(ENGINE_LIBS)
%C%_test_smollm_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_test_smollm_LDADD = %D%/libreal.la $(ENGINE_LIBS)
