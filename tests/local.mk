# Shared by all tests: HUNCH_TEST_LIBS links an engine test against everything below it.
TEST_CPPFLAGS = $(AM_CPPFLAGS) $(OPENCL_CFLAGS)
EXTRA_DIST += %D%/process.py %D%/registry.py %D%/screen.py
include %D%/dist/local.mk
include %D%/long/local.mk
include %D%/fixtures/opencl/local.mk
include %D%/engine/device/local.mk
include %D%/engine/sampler/local.mk
include %D%/engine/ref/local.mk
include %D%/engine/op/local.mk
include %D%/tokenizer/local.mk
include %D%/engine/model/local.mk
include %D%/engine/base/local.mk
include %D%/fuzz/local.mk
include %D%/plugin/local.mk
include %D%/gtk/local.mk
include %D%/gedit/local.mk
include %D%/geany/local.mk
include %D%/examples/local.mk
include %D%/gimp/local.mk
include %D%/libhunch/local.mk
include %D%/ownership/local.mk
include %D%/engine/session/local.mk
include %D%/engine/convert/local.mk
include %D%/engine/kv/local.mk
include %D%/engine/layer/local.mk
include %D%/engine/tune/local.mk
include %D%/tools/local.mk
include %D%/bench/local.mk
