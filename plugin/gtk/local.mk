# What the plugins of editors with GTK have in common; compiled into each of them.
hunch_gtk_sources = \
	%D%/menu.c \
	%D%/menu.h \
	%D%/prefs-entry.c \
	%D%/prefs-entry.h \
	%D%/prefs-model.c \
	%D%/prefs-model.h \
	%D%/prefs.c \
	%D%/prefs.h
EXTRA_DIST += $(hunch_gtk_sources)
