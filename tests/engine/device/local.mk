DEVICE_TESTS = \
	%D%/test-device-list
check_PROGRAMS += $(DEVICE_TESTS)
DEVICE_TEST_LIBS = libhunch-device.la libhunch-base.la $(OPENCL_LIBS) $(GLIB_LIBS)
%C%_test_device_list_SOURCES = %D%/test-device-list.c %D%/trap.h
%C%_test_device_list_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_test_device_list_LDADD = $(DEVICE_TEST_LIBS)
