/* gguf-write.h: writes a GGUF file of version 3; it is there when all of it is, and not before.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 * Follows ggml's docs/gguf.md. */
#pragma once

#include "engine/model/gguf.h"

typedef struct HunchGgufWriter HunchGgufWriter;

HunchGgufWriter *hunch_gguf_writer_new (void);
/* Removes what was written, unless it was finished. Accepts NULL. */
void hunch_gguf_writer_free (HunchGgufWriter *w);

/* Metadata, in the order in which they are added. raw: little-endian, as in a file. */
void hunch_gguf_writer_add (HunchGgufWriter *w, const char *key, HunchKvType type, gconstpointer raw, gsize bytes);
void hunch_gguf_writer_add_u32 (HunchGgufWriter *w, const char *key, guint32 value);
void hunch_gguf_writer_add_f32 (HunchGgufWriter *w, const char *key, float value);
void hunch_gguf_writer_add_bool (HunchGgufWriter *w, const char *key, gboolean value);
void hunch_gguf_writer_add_string (HunchGgufWriter *w, const char *key, const char *text, gsize len);
/* n elements, raw as in a file. */
void hunch_gguf_writer_add_array (HunchGgufWriter *w, const char *key, HunchKvType element, guint64 n,
                                  gconstpointer raw, gsize bytes);

/* The keys of another file as they are, those of a folder with numbers of 32 bits; keep: FALSE leaves one out. */
typedef gboolean (*HunchGgufKeep) (const char *key, gpointer user_data);
void hunch_gguf_writer_copy (HunchGgufWriter *w, const HunchGguf *g, HunchGgufKeep keep, gpointer user_data);

/* A tensor's description; its data come after hunch_gguf_writer_open in the same order. */
void hunch_gguf_writer_add_tensor (HunchGgufWriter *w, const char *name, guint32 type, guint n_dims,
                                   const guint64 *dims);

/* Begins a file beside path under another name. HUNCH_ERROR_ARGUMENT when path is there already and is not to be overwritten. */
gboolean hunch_gguf_writer_open (HunchGgufWriter *w, const char *path, gboolean overwrite, GError **error);
/* The next bytes of tensor data, in pieces of any size. */
gboolean hunch_gguf_writer_write (HunchGgufWriter *w, gconstpointer data, gsize bytes, GError **error);
/* All is written: gives the file its name. */
gboolean hunch_gguf_writer_finish (HunchGgufWriter *w, GError **error);
