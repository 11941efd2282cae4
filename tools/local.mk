# hunch: the command line. A command is a file cmd-*.c with its row in hunch.c.
bin_PROGRAMS += %D%/hunch
%C%_hunch_SOURCES = \
	%D%/bench-chart.c \
	%D%/bench-roofline.c %D%/bench-roofline.h \
	%D%/chart.h \
	%D%/cli.c %D%/cli.h \
	%D%/cmd-bench.c \
	%D%/cmd-complete.c \
	%D%/cmd-convert.c \
	%D%/cmd-detokenize.c \
	%D%/cmd-devices.c \
	%D%/cmd-infill.c \
	%D%/cmd-info.c \
	%D%/cmd-models.c \
	%D%/cmd-perplexity.c \
	%D%/cmd-pull.c \
	%D%/cmd-tokenize.c \
	%D%/cmd-trace.c \
	%D%/cmd-tune.c \
	%D%/complete.c %D%/complete.h \
	%D%/hunch.c \
	%D%/input.c %D%/input.h \
	%D%/interrupt.c %D%/interrupt.h \
	%D%/json-out.c %D%/json-out.h \
	%D%/line.c %D%/line.h \
	%D%/npz.c %D%/npz.h \
	%D%/options.c %D%/options.h \
	%D%/output.c %D%/output.h \
	%D%/progress.c %D%/progress.h \
	%D%/self-test.c %D%/self-test.h \
	%D%/trace-attention.c \
	%D%/trace-charts.c \
	%D%/trace-json.c \
	%D%/trace-lines.c %D%/trace-lines.h \
	%D%/trace-options.c %D%/trace-options.h \
	%D%/trace-page.c %D%/trace-page.h \
	%D%/trace-parts.c \
	%D%/trace-step.c %D%/trace-step.h \
	%D%/trace-table.c \
	%D%/trace-text.c \
	%D%/trace.h
if CAIRO
%C%_hunch_SOURCES += %D%/chart.c %D%/chart-panel.c %D%/chart-private.h
else
%C%_hunch_SOURCES += %D%/chart-none.c
endif
%C%_hunch_CPPFLAGS = $(AM_CPPFLAGS) -DLOCALEDIR='"$(localedir)"'
%C%_hunch_CFLAGS = $(AM_CFLAGS) $(GIO_CFLAGS) $(CAIRO_CFLAGS) $(LIBEDIT_CFLAGS)
%C%_hunch_LDADD = libhunch.la $(CAIRO_LIBS) $(LIBEDIT_LIBS) $(GIO_LIBS) $(GLIB_LIBS) -lm
nodist_%C%_hunch_SOURCES = %D%/tools-resources.c

# The page of traces: files of their own, carried in the program.
hunch_page = data/tools.gresource.xml data/trace.css data/trace.html data/trace.js
EXTRA_DIST += $(hunch_page)
BUILT_SOURCES += %D%/tools-resources.c
CLEANFILES += %D%/tools-resources.c
%D%/tools-resources.c: $(hunch_page)
	$(AM_V_GEN)$(MKDIR_P) %D% && $(GLIB_COMPILE_RESOURCES) --generate-source --internal --c-name hunch_tools \
	  --sourcedir=$(top_srcdir)/data --target=$@ $(top_srcdir)/data/tools.gresource.xml
