# Completion in Geany: a plugin of Geany's, over the module.
hunch_geany_sources = \
	%D%/adapter.c \
	%D%/adapter.h \
	%D%/composing.c \
	%D%/document-host.c \
	%D%/document-host.h \
	%D%/ghost-rows.c \
	%D%/ghost-rows.h \
	%D%/ghost.c \
	%D%/ghost.h \
	%D%/keys.c \
	%D%/languages.c \
	%D%/languages.h \
	%D%/menu.c \
	%D%/plugin.c \
	%D%/preferences.c \
	%D%/status.c
EXTRA_DIST += $(hunch_geany_sources)

if GEANY
# Named with "exec" for the same reason as the module's folder, and linked past libtool as it is.
geanyexecdir = $(GEANY_PLUGIN_DIR)
geanyexec_LTLIBRARIES = hunch-geany.la
hunch_geany_la_CFLAGS = $(AM_CFLAGS) $(GIO_CFLAGS) $(GEANY_CFLAGS)
hunch_geany_la_LIBADD = $(GEANY_LIBS) $(GIO_LIBS)
hunch_geany_la_DEPENDENCIES = libhunch.la
hunch_geany_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -no-undefined -Wl,-z,nodelete \
	-Wl,.libs/libhunch.so -Wl,-rpath,'$(libdir)' -export-symbols-regex '^geany_load_module$$'
hunch_geany_la_SOURCES = $(hunch_geany_sources) $(hunch_gtk_sources)

install_geany = install-geanyexecLTLIBRARIES
$(install_geany): install-libLTLIBRARIES
endif

# Hooks stand outside of conditions, or Automake warns.
install-exec-hook: remove-geany-la
remove-geany-la:
	test -z '$(geanyexecdir)' || rm -f '$(DESTDIR)$(geanyexecdir)/hunch-geany.la'
uninstall-hook: remove-geany
remove-geany:
	test -z '$(geanyexecdir)' || rm -f '$(DESTDIR)$(geanyexecdir)/hunch-geany.so'
.PHONY: remove-geany remove-geany-la
