/* hunch-tokenizer.h: text to token ids and back.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#if !defined(HUNCH_INSIDE) && !defined(HUNCH_COMPILATION)
#error "Only <hunch/hunch.h> can be included directly."
#endif

#include <gio/gio.h>
#include "hunch-enums.h"
#include "hunch-version.h"

G_BEGIN_DECLS

#define HUNCH_TYPE_TOKENIZER (hunch_tokenizer_get_type ())
HUNCH_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HunchTokenizer, hunch_tokenizer, HUNCH, TOKENIZER, GObject)

HUNCH_AVAILABLE_IN_0_1
HunchTokenizer *hunch_tokenizer_new_for_path (const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
HUNCH_AVAILABLE_IN_0_1
void hunch_tokenizer_new_for_path_async (const char *path, GCancellable *cancellable, GAsyncReadyCallback callback,
                                         gpointer user_data);
HUNCH_AVAILABLE_IN_0_1
HunchTokenizer *hunch_tokenizer_new_for_path_finish (GAsyncResult *result, GError **error) G_GNUC_WARN_UNUSED_RESULT;

HUNCH_AVAILABLE_IN_0_1
gint32 *hunch_tokenizer_encode (HunchTokenizer *self, const char *text, HunchTokenizerFlags flags, gsize *n_ids,
                                GError **error) G_GNUC_WARN_UNUSED_RESULT;
HUNCH_AVAILABLE_IN_0_1
gint32 *hunch_tokenizer_encode_bytes (HunchTokenizer *self, GBytes *text, HunchTokenizerFlags flags, gsize *n_ids,
                                      GCancellable *cancellable, GError **error) G_GNUC_WARN_UNUSED_RESULT;
HUNCH_AVAILABLE_IN_0_1
void hunch_tokenizer_encode_bytes_async (HunchTokenizer *self, GBytes *text, HunchTokenizerFlags flags,
                                         GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
HUNCH_AVAILABLE_IN_0_1
gint32 *hunch_tokenizer_encode_bytes_finish (HunchTokenizer *self, GAsyncResult *result, gsize *n_ids,
                                             GError **error) G_GNUC_WARN_UNUSED_RESULT;
HUNCH_AVAILABLE_IN_0_1
char *hunch_tokenizer_decode (HunchTokenizer *self, const gint32 *ids, gsize n_ids, HunchTokenizerFlags flags,
                              GError **error) G_GNUC_WARN_UNUSED_RESULT;
HUNCH_AVAILABLE_IN_0_1
GBytes *hunch_tokenizer_decode_bytes (HunchTokenizer *self, const gint32 *ids, gsize n_ids, HunchTokenizerFlags flags,
                                      GError **error) G_GNUC_WARN_UNUSED_RESULT;
HUNCH_AVAILABLE_IN_0_1
GBytes *hunch_tokenizer_get_piece (HunchTokenizer *self, gint32 id);
HUNCH_AVAILABLE_IN_0_1
gint32 hunch_tokenizer_lookup (HunchTokenizer *self, const char *piece);

HUNCH_AVAILABLE_IN_0_1
guint hunch_tokenizer_get_size (HunchTokenizer *self);
HUNCH_AVAILABLE_IN_0_1
gint32 hunch_tokenizer_get_bos (HunchTokenizer *self);
HUNCH_AVAILABLE_IN_0_1
gint32 hunch_tokenizer_get_eos (HunchTokenizer *self);
HUNCH_AVAILABLE_IN_0_1
gboolean hunch_tokenizer_get_lossless (HunchTokenizer *self);
HUNCH_AVAILABLE_IN_0_1
const char *const *hunch_tokenizer_get_warnings (HunchTokenizer *self);

G_END_DECLS
