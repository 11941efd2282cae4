noinst_LTLIBRARIES += libhunch-model.la
libhunch_model_la_SOURCES = \
	%D%/cursor.h \
	%D%/family-gemma3.c \
	%D%/family-gpt2.c \
	%D%/family-llama.c \
	%D%/family-nanochat.c \
	%D%/family-qwen2.c \
	%D%/family-qwen3.c \
	%D%/family.c \
	%D%/family.h \
	%D%/gguf-copy.c \
	%D%/gguf-get.c \
	%D%/gguf-list.c \
	%D%/gguf-parse.c \
	%D%/gguf-part.c \
	%D%/gguf-private.h \
	%D%/gguf-split.c \
	%D%/gguf-write.c \
	%D%/gguf-write.h \
	%D%/gguf.c \
	%D%/gguf.h \
	%D%/hf-config.c \
	%D%/hf-folder.c \
	%D%/hf-tensors.c \
	%D%/hf.h \
	%D%/hparams.c \
	%D%/hparams.h \
	%D%/json-file.c \
	%D%/json-file.h \
	%D%/keys.c \
	%D%/keys.h \
	%D%/model-file.c \
	%D%/model-file.h \
	%D%/quantize.c \
	%D%/quantize.h \
	%D%/roles.c \
	%D%/roles.h \
	%D%/rope.c \
	%D%/rope.h \
	%D%/safetensors.c \
	%D%/safetensors.h
libhunch_model_la_CPPFLAGS = $(AM_CPPFLAGS) $(JSON_CFLAGS)
libhunch_model_la_LIBADD = libhunch-base.la $(JSON_LIBS) $(GLIB_LIBS)
