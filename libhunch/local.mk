# libhunch: the public library, its introspection data, and its pkg-config file.
#
# Another folder adds public API of its own through these, in its own local.mk (included after this one):
#   hunch_more_headers   headers to install beside hunch.h, which includes them
#   hunch_more_sources   their C files, for the documentation in them
#   hunch_more_libs       the convenience library that they are built into
#   hunch_more_enums      those of the headers that have enumerations
# and its symbols in libhunch.map.
hunch_more_headers =
hunch_more_sources =
hunch_more_libs =
hunch_more_enums =

hunchincludedir = $(includedir)/hunch-1.0/hunch
dist_hunchinclude_HEADERS = \
	engine/base/hunch-error.h \
	%D%/hunch-activation.h \
	%D%/hunch-candidate.h \
	%D%/hunch-catalogue-entry.h \
	%D%/hunch-catalogue.h \
	%D%/hunch-completion.h \
	%D%/hunch-convert.h \
	%D%/hunch-contribution.h \
	%D%/hunch-device-item.h \
	%D%/hunch-device-list.h \
	%D%/hunch-enums.h \
	%D%/hunch-evaluation.h \
	%D%/hunch-file-info.h \
	%D%/hunch-kernel-use.h \
	%D%/hunch-layer-view.h \
	%D%/hunch-model.h \
	%D%/hunch-neuron.h \
	%D%/hunch-profile.h \
	%D%/hunch-pull.h \
	%D%/hunch-result.h \
	%D%/hunch-tokenizer.h \
	%D%/hunch-trace-result.h \
	%D%/hunch-trace.h \
	%D%/hunch.h \
	$(hunch_more_headers)
nodist_hunchinclude_HEADERS = \
	%D%/hunch-enum-types.h \
	%D%/hunch-version.h

hunch_public_sources = \
	%D%/hunch-activation.c \
	%D%/hunch-candidate.c \
	%D%/hunch-catalogue-entry.c \
	%D%/hunch-catalogue.c \
	%D%/hunch-completion-run.c \
	%D%/hunch-completion-texts.c \
	%D%/hunch-completion.c \
	%D%/hunch-convert.c \
	%D%/hunch-contribution.c \
	%D%/hunch-device-item.c \
	%D%/hunch-device-list.c \
	%D%/hunch-evaluation.c \
	%D%/hunch-file-info-model.c \
	%D%/hunch-file-info.c \
	%D%/hunch-kernel-use.c \
	%D%/hunch-layer-view.c \
	%D%/hunch-model-load.c \
	%D%/hunch-model-profile.c \
	%D%/hunch-model-score.c \
	%D%/hunch-model-tune.c \
	%D%/hunch-model.c \
	%D%/hunch-neuron.c \
	%D%/hunch-profile.c \
	%D%/hunch-pull.c \
	%D%/hunch-result.c \
	%D%/hunch-tokenizer-encode.c \
	%D%/hunch-tokenizer.c \
	%D%/hunch-trace-points.c \
	%D%/hunch-trace-result.c \
	%D%/hunch-trace-run.c \
	%D%/hunch-trace.c \
	%D%/hunch-version.c

# The API without the engine below it, which in tests is another.
noinst_LTLIBRARIES += libhunch-api.la
libhunch_api_la_SOURCES = \
	$(hunch_public_sources) \
	%D%/cancel-flag.h \
	%D%/context.h \
	%D%/engine-handle.c \
	%D%/engine-handle.h \
	%D%/engine-task.c \
	%D%/engine-task.h \
	%D%/fields.c \
	%D%/fields.h \
	%D%/hunch-catalogue-private.h \
	%D%/hunch-completion-private.h \
	%D%/hunch-device-item-private.h \
	%D%/hunch-error.h \
	%D%/hunch-file-info-private.h \
	%D%/hunch-model-private.h \
	%D%/hunch-profile-private.h \
	%D%/hunch-result-private.h \
	%D%/hunch-tokenizer-private.h \
	%D%/hunch-trace-private.h \
	%D%/prompt.c \
	%D%/prompt.h \
	%D%/pull-job.c \
	%D%/pull-job.h \
	%D%/pull-pip.c \
	%D%/pull-unpack.c \
	%D%/sync-call.h \
	%D%/task-progress.c \
	%D%/task-progress.h
nodist_libhunch_api_la_SOURCES = \
	%D%/hunch-enum-types.c \
	%D%/hunch-resources.c
libhunch_api_la_CPPFLAGS = $(AM_CPPFLAGS) -DHUNCH_COMPILATION
libhunch_api_la_CFLAGS = $(AM_CFLAGS) $(GIO_CFLAGS) $(ARCHIVE_CFLAGS)

# Objects rather than convenience libraries: those that contain others would bring objects twice.
hunch_engine_objects = \
	$(libhunch_base_la_OBJECTS) \
	$(libhunch_convert_la_OBJECTS) \
	$(libhunch_device_la_OBJECTS) \
	$(libhunch_kv_la_OBJECTS) \
	$(libhunch_layer_la_OBJECTS) \
	$(libhunch_model_la_OBJECTS) \
	$(libhunch_op_la_OBJECTS) \
	$(libhunch_ref_la_OBJECTS) \
	$(libhunch_sampler_la_OBJECTS) \
	$(libhunch_session_la_OBJECTS) \
	$(libhunch_session_vocab_la_OBJECTS) \
	$(libhunch_tokenizer_la_OBJECTS) \
	$(libhunch_trace_la_OBJECTS) \
	$(libhunch_tune_la_OBJECTS) \
	$(libhunch_weights_la_OBJECTS)
hunch_engine_libs = $(GIO_LIBS) $(GLIB_LIBS) $(JSON_LIBS) $(ARCHIVE_LIBS) $(OPENCL_LIBS) $(CLBLAST_LIBS)

lib_LTLIBRARIES += libhunch.la
libhunch_la_SOURCES = %D%/init.c
libhunch_la_CPPFLAGS = $(AM_CPPFLAGS) -DLOCALEDIR='"$(localedir)"'
libhunch_la_LIBADD = \
	$(hunch_more_libs) \
	$(libhunch_api_la_OBJECTS) \
	$(hunch_engine_objects) \
	$(hunch_engine_libs)
libhunch_la_LDFLAGS = $(AM_LDFLAGS) -no-undefined -version-info 0:0:0 -Wl,--version-script=$(top_srcdir)/%D%/libhunch.map
libhunch_la_DEPENDENCIES = $(hunch_more_libs) $(libhunch_api_la_OBJECTS) $(hunch_engine_objects) %D%/libhunch.map
EXTRA_DIST += %D%/Hunch-1.0.metadata %D%/hunch-1.0.deps %D%/libhunch.map %D%/hunch-enum-types.h.in %D%/hunch-enum-types.c.in

# Each enumeration that is public, as a GType.
BUILT_SOURCES += %D%/hunch-enum-types.h %D%/hunch-enum-types.c %D%/hunch-resources.c
CLEANFILES += %D%/hunch-enum-types.h %D%/hunch-enum-types.c %D%/hunch-resources.c
hunch_enum_headers = $(top_srcdir)/%D%/hunch-enums.h $(addprefix $(top_srcdir)/,$(hunch_more_enums))
%D%/hunch-enum-types.h: %D%/hunch-enum-types.h.in $(hunch_enum_headers)
	$(AM_V_GEN)$(MKDIR_P) %D% && $(GLIB_MKENUMS) --template $(top_srcdir)/%D%/hunch-enum-types.h.in $(hunch_enum_headers) > $@.tmp && mv $@.tmp $@
%D%/hunch-enum-types.c: %D%/hunch-enum-types.c.in $(hunch_enum_headers)
	$(AM_V_GEN)$(MKDIR_P) %D% && $(GLIB_MKENUMS) --template $(top_srcdir)/%D%/hunch-enum-types.c.in $(hunch_enum_headers) > $@.tmp && mv $@.tmp $@
%D%/hunch-resources.c: data/hunch.gresource.xml data/catalogue.ini tests/fixtures/models/valid_llama.gguf tests/fixtures/models/valid_llama_q8_0.gguf
	$(AM_V_GEN)$(MKDIR_P) %D% && $(GLIB_COMPILE_RESOURCES) --generate-source --internal --c-name hunch \
	  --sourcedir=$(top_srcdir)/data --target=$@ $(top_srcdir)/data/hunch.gresource.xml

pkgconfigdir = $(libdir)/pkgconfig
pkgconfig_DATA = %D%/hunch-1.0.pc

# Introspection: Hunch-1.0.gir and .typelib.
if HAVE_INTROSPECTION
-include $(INTROSPECTION_MAKEFILE)
INTROSPECTION_GIRS = Hunch-1.0.gir
INTROSPECTION_SCANNER_ARGS = --add-include-path=$(builddir) --warn-all --warn-error
INTROSPECTION_COMPILER_ARGS = --includedir=$(builddir)
Hunch-1.0.gir: libhunch.la
Hunch_1_0_gir_NAMESPACE = Hunch
Hunch_1_0_gir_VERSION = 1.0
Hunch_1_0_gir_INCLUDES = GObject-2.0 Gio-2.0
Hunch_1_0_gir_EXPORT_PACKAGES = hunch-1.0
Hunch_1_0_gir_LIBS = libhunch.la
Hunch_1_0_gir_CFLAGS = $(AM_CPPFLAGS) -DHUNCH_COMPILATION
Hunch_1_0_gir_FILES = \
	$(dist_hunchinclude_HEADERS) $(nodist_hunchinclude_HEADERS) $(hunch_public_sources) $(hunch_more_sources)
Hunch_1_0_gir_SCANNERFLAGS = --identifier-prefix=Hunch --symbol-prefix=hunch --c-include=hunch/hunch.h
girdir = $(INTROSPECTION_GIRDIR)
gir_DATA = Hunch-1.0.gir
typelibdir = $(INTROSPECTION_TYPELIBDIR)
typelib_DATA = Hunch-1.0.typelib
CLEANFILES += $(gir_DATA) $(typelib_DATA)

# The same for Vala, which would take an asynchronous new for a second constructor.
if HAVE_VAPIGEN
vapidir = $(datadir)/vala/vapi
nodist_vapi_DATA = hunch-1.0.vapi
dist_vapi_DATA = %D%/hunch-1.0.deps
CLEANFILES += $(nodist_vapi_DATA)
hunch-1.0.vapi: Hunch-1.0.gir %D%/Hunch-1.0.metadata
	$(AM_V_GEN)$(VAPIGEN) --quiet --library=hunch-1.0 --pkg=gio-2.0 --metadatadir=$(top_srcdir)/%D% Hunch-1.0.gir
endif
endif
