DEVICE_TEST_LIBS = libhunch-device.la libhunch-base.la $(OPENCL_LIBS) $(GLIB_LIBS)
check_PROGRAMS += \
	%D%/test-device \
	%D%/test-device-list \
	%D%/test-driver-cache \
	%D%/test-health \
	%D%/test-memory \
	%D%/test-program-cache \
	%D%/test-tuning
%C%_test_device_SOURCES = %D%/test-device.c %D%/run-kernel.h %D%/trap.h
%C%_test_device_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_test_device_LDADD = $(DEVICE_TEST_LIBS)
%C%_test_device_list_SOURCES = %D%/test-device-list.c %D%/trap.h
%C%_test_device_list_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_test_device_list_LDADD = $(DEVICE_TEST_LIBS)
%C%_test_driver_cache_SOURCES = %D%/test-driver-cache.c %D%/run-kernel.h %D%/trap.h
%C%_test_driver_cache_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_test_driver_cache_LDADD = $(DEVICE_TEST_LIBS)
%C%_test_health_SOURCES = %D%/test-health.c %D%/run-kernel.h %D%/trap.h tests/fixtures/opencl/cl-shim.c
%C%_test_health_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_test_health_LDADD = $(DEVICE_TEST_LIBS)
%C%_test_memory_SOURCES = %D%/test-memory.c %D%/run-kernel.h %D%/trap.h tests/fixtures/opencl/cl-shim.c
%C%_test_memory_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_test_memory_LDADD = $(DEVICE_TEST_LIBS)
%C%_test_program_cache_SOURCES = %D%/test-program-cache.c %D%/run-kernel.h %D%/trap.h
%C%_test_program_cache_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_test_program_cache_LDADD = $(DEVICE_TEST_LIBS)
%C%_test_tuning_CPPFLAGS = $(TEST_CPPFLAGS)
%C%_test_tuning_LDADD = $(DEVICE_TEST_LIBS)
dist_check_SCRIPTS += %D%/no-sys.sh
