# The core of completion in a host, part of libhunch; and the module that registers its actions.
plugin_headers = \
	%D%/hunch-action-provider.h \
	%D%/hunch-completer.h \
	%D%/hunch-host.h \
	%D%/hunch-model-completer.h \
	%D%/hunch-module-abi.h \
	%D%/hunch-module-db.h \
	%D%/hunch-module.h \
	%D%/hunch-query.h \
	%D%/hunch-settings.h \
	%D%/hunch-suggester.h \
	%D%/hunch-text.h

hunch_more_headers += $(plugin_headers)
hunch_more_enums += %D%/hunch-completer.h %D%/hunch-host.h %D%/hunch-module.h %D%/hunch-suggester.h
hunch_more_libs += libhunch-plugin.la
hunch_more_sources += \
	%D%/hunch-action-provider.c \
	%D%/hunch-completer.c \
	%D%/hunch-host.c \
	%D%/hunch-model-completer.c \
	%D%/hunch-module-db.c \
	%D%/hunch-module-info.c \
	%D%/hunch-module.c \
	%D%/hunch-query.c \
	%D%/hunch-reply.c \
	%D%/hunch-settings.c \
	%D%/hunch-suggester.c \
	%D%/core-text.c \
	%D%/suggester-explain.c \
	%D%/suggester-shown.c

moduledir = $(libdir)/hunch/modules

noinst_LTLIBRARIES += libhunch-plugin.la
libhunch_plugin_la_CPPFLAGS = $(AM_CPPFLAGS) -DHUNCH_COMPILATION -DHUNCH_MODULE_DIR='"$(moduledir)"'
libhunch_plugin_la_CFLAGS = $(AM_CFLAGS) $(GIO_CFLAGS)
libhunch_plugin_la_LIBADD = $(GIO_LIBS)
libhunch_plugin_la_SOURCES = \
	%D%/core-brackets.c \
	%D%/core-brackets.h \
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
	%D%/core-prompt.c \
	%D%/core-prompt.h \
	%D%/core-ring.c \
	%D%/core-ring.h \
	%D%/core-secret.c \
	%D%/core-secret.h \
	%D%/core-text.c \
	%D%/core-text.h \
	%D%/core-trim-begin.c \
	%D%/core-trim-below.c \
	%D%/core-trim-end.c \
	%D%/core-trim-indent.c \
	%D%/core-trim-steps.h \
	%D%/core-trim-talk.c \
	%D%/core-trim.c \
	%D%/core-trim.h \
	%D%/hunch-action-provider.c \
	%D%/hunch-completer.c \
	%D%/hunch-host.c \
	%D%/hunch-model-completer.c \
	%D%/hunch-module-db.c \
	%D%/hunch-module-info.c \
	%D%/hunch-module.c \
	%D%/hunch-query.c \
	%D%/hunch-reply.c \
	%D%/hunch-settings.c \
	%D%/hunch-suggester.c \
	%D%/model-completer-private.h \
	%D%/model-completer-reply.c \
	%D%/model-completer-run.c \
	%D%/module-file.c \
	%D%/module-private.h \
	%D%/query-private.h \
	%D%/settings-private.h \
	%D%/suggester-events.c \
	%D%/suggester-explain.c \
	%D%/suggester-grow.c \
	%D%/suggester-idle.c \
	%D%/suggester-job.c \
	%D%/suggester-private.h \
	%D%/suggester-shown.c \
	%D%/suggester-status.c

# The module. Its folder's name holds "exec" so that it is installed with the libraries, after the one it is linked to.
moduleexecdir = $(moduledir)
moduleexec_LTLIBRARIES = hunch.la
hunch_la_CPPFLAGS = $(AM_CPPFLAGS)
hunch_la_CFLAGS = $(AM_CFLAGS) $(GIO_CFLAGS)
# libhunch goes past libtool, which would write its absolute path into hunch.la and cannot read one with a space.
hunch_la_LIBADD = $(GIO_LIBS)
hunch_la_DEPENDENCIES = libhunch.la
hunch_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -no-undefined -Wl,-z,nodelete \
	-Wl,.libs/libhunch.so -Wl,-rpath,'$(libdir)' \
	-export-symbols-regex '^hunch_module_(query|register)$$'
hunch_la_SOURCES = \
	%D%/actions.c \
	%D%/actions.h \
	%D%/commands.c \
	%D%/module.c

# A name behind a variable, or Automake takes it for a replacement of its own rule.
install_module = install-moduleexecLTLIBRARIES
$(install_module): install-libLTLIBRARIES
install-exec-hook: remove-module-la
remove-module-la:
	rm -f '$(DESTDIR)$(moduleexecdir)/hunch.la'
uninstall-hook: remove-module
remove-module:
	rm -f '$(DESTDIR)$(moduleexecdir)/hunch.so'
.PHONY: remove-module remove-module-la
