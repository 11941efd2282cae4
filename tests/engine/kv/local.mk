KV_TESTS = \
	%D%/test-kv \
	%D%/test-kv-device \
	%D%/test-kv-model
check_PROGRAMS += $(KV_TESTS)
KV_TEST_LIBS = libhunch-kv.la libhunch-device.la libhunch-base.la $(OPENCL_LIBS) $(GLIB_LIBS)
%C%_test_kv_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_test_kv_LDADD = $(KV_TEST_LIBS)
%C%_test_kv_device_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_test_kv_device_LDADD = $(KV_TEST_LIBS)
%C%_test_kv_model_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_test_kv_model_LDADD = $(KV_TEST_LIBS)
