# The plug-in of GIMP 2.10: a program that GIMP starts for each call.
hunch_gimp_sources = \
	%D%/answer.c \
	%D%/answer.h \
	%D%/plugin.c \
	%D%/text-layer.c \
	%D%/text-layer.h
EXTRA_DIST += $(hunch_gimp_sources)

if GIMP
# GIMP wants a folder of the program's name. "exec": installed with the libraries, after the one it is linked to.
gimpexecdir = $(GIMP_PLUGIN_DIR)/hunch-gimp
gimpexec_PROGRAMS = hunch-gimp
hunch_gimp_CPPFLAGS = $(AM_CPPFLAGS) -DLOCALEDIR='"$(localedir)"'
hunch_gimp_CFLAGS = $(AM_CFLAGS) $(GIO_CFLAGS) $(GIMP_CFLAGS)
hunch_gimp_LDADD = libhunch.la $(GIMP_LIBS) $(GIO_LIBS)
hunch_gimp_SOURCES = $(hunch_gimp_sources)

install_gimp = install-gimpexecPROGRAMS
$(install_gimp): install-libLTLIBRARIES
endif
