# The map of the project, the manual page, the manual of the library, and its examples.
EXTRA_DIST += %D%/images/geany.png %D%/images/trace-dark.png %D%/images/trace-light.png %D%/images/trace-shots.py %D%/architecture.md %D%/exactness-runs.md %D%/exactness.md %D%/exactness.py %D%/features.md %D%/hunch-1.0.toml %D%/overview.md
dist_man_MANS = %D%/hunch.1

exampledir = $(docdir)/examples
dist_example_DATA = \
	%D%/examples/complete.js \
	%D%/examples/complete.lua \
	%D%/examples/complete.py \
	%D%/examples/complete.vala \
	%D%/examples/explain.py \
	%D%/examples/host.js \
	%D%/examples/host.lua \
	%D%/examples/host.py \
	%D%/examples/host.vala \
	%D%/examples/trace.py
# A small editor: how any program gets completion.
exampleeditordir = $(exampledir)/editor
dist_exampleeditor_DATA = \
	%D%/examples/editor/Makefile \
	%D%/examples/editor/editor.c \
	%D%/examples/editor/ghost.c \
	%D%/examples/editor/ghost.h \
	%D%/examples/editor/host.c \
	%D%/examples/editor/host.h

# 'make html' writes the manual of the library to doc/html; it wants gi-docgen.
if HAVE_INTROSPECTION
html-local: Hunch-1.0.gir
	gi-docgen generate --quiet --add-include-path=. --config=$(top_srcdir)/%D%/hunch-1.0.toml \
	  --content-dir=$(top_srcdir)/%D% --output-dir=%D%/html Hunch-1.0.gir
clean-local:
	rm -rf %D%/html
endif
