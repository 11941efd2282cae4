# The core of completion in a host, part of libhunch; and the module that registers its actions.
plugin_headers = \
	%D%/hunch-action-provider.h \
	%D%/hunch-completer.h \
	%D%/hunch-host.h \
	%D%/hunch-module-abi.h \
	%D%/hunch-module-db.h \
	%D%/hunch-module.h \
	%D%/hunch-query.h \
	%D%/hunch-settings.h \
	%D%/hunch-suggester.h \
	%D%/hunch-text.h

noinst_LTLIBRARIES += libhunch-plugin.la
libhunch_plugin_la_CPPFLAGS = $(AM_CPPFLAGS) -DHUNCH_MODULE_DIR='"$(libdir)/hunch/modules"'
libhunch_plugin_la_CFLAGS = $(AM_CFLAGS) $(GIO_CFLAGS)
libhunch_plugin_la_LIBADD = $(GIO_LIBS)
libhunch_plugin_la_SOURCES = \
	libhunch/hunch-error.h \
	$(plugin_headers) \
	%D%/core-cache.c \
	%D%/core-cache.h \
	%D%/core-clock.c \
	%D%/core-clock.h \
	%D%/core-context.c \
	%D%/core-context.h \
	%D%/core-fields.c \
	%D%/core-fields.h \
	%D%/core-policy.c \
	%D%/core-policy.h \
	%D%/core-ring.c \
	%D%/core-ring.h \
	%D%/core-text.c \
	%D%/core-text.h \
	%D%/core-trim-begin.c \
	%D%/core-trim-end.c \
	%D%/core-trim-steps.h \
	%D%/core-trim.c \
	%D%/core-trim.h \
	%D%/hunch-action-provider.c \
	%D%/hunch-completer.c \
	%D%/hunch-host.c \
	%D%/hunch-module-db.c \
	%D%/hunch-module.c \
	%D%/hunch-query.c \
	%D%/hunch-reply.c \
	%D%/hunch-settings.c \
	%D%/hunch-suggester.c \
	%D%/module-private.h \
	%D%/query-private.h \
	%D%/settings-private.h \
	%D%/suggester-job.c \
	%D%/suggester-private.h \
	%D%/suggester-ring.c \
	%D%/suggester-shown.c \
	%D%/suggester-status.c
