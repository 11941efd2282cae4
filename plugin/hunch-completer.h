/* hunch-completer.h: whoever answers queries: a model in this process, an engine elsewhere, a stub in a test.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#if !defined(HUNCH_INSIDE) && !defined(HUNCH_COMPILATION)
#error "Only <hunch/hunch.h> can be included directly."
#endif

#include <gio/gio.h>
#include "hunch-query.h"
#include "hunch-version.h"

G_BEGIN_DECLS

/**
 * HunchCompleterState:
 * @HUNCH_COMPLETER_STATE_OFF: nothing is loaded; the next query loads what it needs
 * @HUNCH_COMPLETER_STATE_LOADING: a model is being loaded or kernels are being built
 * @HUNCH_COMPLETER_STATE_READY: queries are answered
 * @HUNCH_COMPLETER_STATE_FAILED: queries cannot be answered; the status says why
 *
 * What a completer is doing.
 */
typedef enum
{
  HUNCH_COMPLETER_STATE_OFF,
  HUNCH_COMPLETER_STATE_LOADING,
  HUNCH_COMPLETER_STATE_READY,
  HUNCH_COMPLETER_STATE_FAILED,
} HunchCompleterState;

#define HUNCH_TYPE_COMPLETER (hunch_completer_get_type ())
HUNCH_AVAILABLE_IN_0_1
G_DECLARE_INTERFACE (HunchCompleter, hunch_completer, HUNCH, COMPLETER, GObject)

/**
 * HunchCompleterInterface:
 * @parent_iface: the parent
 * @complete_async: starts to answer a query, never blocks
 * @complete_finish: (nullable): ends it; without it a #GTask with a #HunchReply is taken
 * @dup_status: (nullable): says what is going on
 *
 * What a completer implements.
 */
struct _HunchCompleterInterface
{
  GTypeInterface parent_iface;

  void (*complete_async) (HunchCompleter *self, HunchQuery *query, GCancellable *cancellable,
                          GAsyncReadyCallback callback, gpointer user_data);
  HunchReply *(*complete_finish) (HunchCompleter *self, GAsyncResult *result, GError **error);
  char *(*dup_status) (HunchCompleter *self, HunchCompleterState *state, double *progress);

  /*< private >*/
  gpointer padding[6];
};

HUNCH_AVAILABLE_IN_0_1
void hunch_completer_complete_async (HunchCompleter *self, HunchQuery *query, GCancellable *cancellable,
                                     GAsyncReadyCallback callback, gpointer user_data);
HUNCH_AVAILABLE_IN_0_1
HunchReply *hunch_completer_complete_finish (HunchCompleter *self, GAsyncResult *result, GError **error);
HUNCH_AVAILABLE_IN_0_1
char *hunch_completer_dup_status (HunchCompleter *self, HunchCompleterState *state, double *progress);
HUNCH_AVAILABLE_IN_0_1
void hunch_completer_status_changed (HunchCompleter *self);

G_END_DECLS
