noinst_LTLIBRARIES += libhunch-model.la
libhunch_model_la_SOURCES = \
	%D%/cursor.h \
	%D%/gguf.c \
	%D%/gguf.h \
	%D%/gguf-get.c \
	%D%/gguf-list.c \
	%D%/gguf-parse.c \
	%D%/gguf-part.c \
	%D%/gguf-private.h \
	%D%/model-file.h \
	%D%/tensor-type.c
libhunch_model_la_LIBADD = libhunch-base.la $(GLIB_LIBS)
