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
	%D%/gguf-get.c \
	%D%/gguf-list.c \
	%D%/gguf-parse.c \
	%D%/gguf-part.c \
	%D%/gguf-private.h \
	%D%/gguf.c \
	%D%/gguf.h \
	%D%/hparams.c \
	%D%/hparams.h \
	%D%/keys.c \
	%D%/keys.h \
	%D%/model-file.c \
	%D%/model-file.h \
	%D%/roles.c \
	%D%/roles.h \
	%D%/rope.c \
	%D%/rope.h
libhunch_model_la_LIBADD = libhunch-base.la $(GLIB_LIBS)
