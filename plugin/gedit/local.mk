# The plugin of gedit: a libpeas module, thin over the core.
EXTRA_DIST += %D%/hunch.plugin.in
if HAVE_GEDIT
geditplugindir = $(libdir)/gedit/plugins
# "exec" in the name: installed with the libraries, after the one it is linked to.
geditpluginexecdir = $(geditplugindir)
geditpluginexec_LTLIBRARIES = libhunch-gedit.la
libhunch_gedit_la_CPPFLAGS = $(AM_CPPFLAGS)
libhunch_gedit_la_CFLAGS = $(AM_CFLAGS) $(GEDIT_CFLAGS)
# libhunch goes past libtool, as for the module. The plugin stays in memory: its types and those of libhunch do.
libhunch_gedit_la_LIBADD = $(GEDIT_LIBS) $(GIO_LIBS)
libhunch_gedit_la_DEPENDENCIES = libhunch.la
libhunch_gedit_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -Wl,-z,nodelete \
	-Wl,.libs/libhunch.so -Wl,-rpath,'$(libdir)' \
	-export-symbols-regex '^peas_register_types$$'
libhunch_gedit_la_SOURCES = \
	$(hunch_gtk_sources) \
	%D%/action-mirror.c \
	%D%/action-mirror.h \
	%D%/app.c \
	%D%/explanation.c \
	%D%/explanation.h \
	%D%/plugin.c \
	%D%/plugin.h \
	%D%/prefs.c \
	%D%/prefs.h \
	%D%/shared.c \
	%D%/shared.h \
	%D%/status.c \
	%D%/status.h \
	%D%/view.c \
	%D%/view.h \
	%D%/window.c \
	%D%/ghost-lines.c \
	%D%/ghost-lines.h \
	%D%/ghost.c \
	%D%/ghost.h \
	%D%/source-host.c \
	%D%/source-host.h \
	%D%/source-keys.c \
	%D%/source-keys.h
nodist_geditplugin_DATA = %D%/hunch.plugin
CLEANFILES += %D%/hunch.plugin
%D%/hunch.plugin: %D%/hunch.plugin.in Makefile
	$(AM_V_GEN)$(MKDIR_P) %D% && sed 's/@PACKAGE_VERSION@/$(PACKAGE_VERSION)/' $(top_srcdir)/%D%/hunch.plugin.in > $@.tmp && mv $@.tmp $@

# Names behind variables, as in ../local.mk.
install_gedit = install-geditpluginexecLTLIBRARIES
$(install_gedit): install-libLTLIBRARIES
after_install = remove-module-la
$(after_install): remove-gedit-la
remove-gedit-la:
	rm -f '$(DESTDIR)$(geditpluginexecdir)/libhunch-gedit.la'
after_uninstall = remove-module
$(after_uninstall): remove-gedit-so
remove-gedit-so:
	rm -f '$(DESTDIR)$(geditpluginexecdir)/libhunch-gedit.so'
endif
