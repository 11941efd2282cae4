# From one file of a model to another.
noinst_LTLIBRARIES += libhunch-convert.la
libhunch_convert_la_SOURCES = \
	%D%/convert.c \
	%D%/convert.h \
	%D%/keys-out.c \
	%D%/keys-out.h \
	%D%/tensor-out.c \
	%D%/tensor-out.h
libhunch_convert_la_LIBADD = libhunch-model.la libhunch-ref.la libhunch-tokenizer.la $(GLIB_LIBS)
