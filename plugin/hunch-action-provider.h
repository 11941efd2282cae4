/* hunch-action-provider.h: what a module adds to Hunch: something that makes the actions of completion for a host.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#if !defined(HUNCH_INSIDE) && !defined(HUNCH_COMPILATION)
#error "Only <hunch/hunch.h> can be included directly."
#endif

#include <gio/gio.h>
#include "hunch-completer.h"
#include "hunch-host.h"
#include "hunch-settings.h"
#include "hunch-version.h"

G_BEGIN_DECLS

#define HUNCH_TYPE_ACTION_PROVIDER (hunch_action_provider_get_type ())
HUNCH_AVAILABLE_IN_0_1
G_DECLARE_DERIVABLE_TYPE (HunchActionProvider, hunch_action_provider, HUNCH, ACTION_PROVIDER, GObject)

/**
 * HunchActionProviderClass:
 * @parent_class: the parent
 * @create_actions: makes the actions for a host
 *
 * What a module's type implements.
 */
struct _HunchActionProviderClass
{
  GObjectClass parent_class;

  GActionGroup *(*create_actions) (HunchActionProvider *self, HunchHost *host, HunchCompleter *completer,
                                   HunchSettings *settings);

  /*< private >*/
  gpointer padding[6];
};

HUNCH_AVAILABLE_IN_0_1
GActionGroup *hunch_action_provider_create_actions (HunchActionProvider *self, HunchHost *host,
                                                    HunchCompleter *completer, HunchSettings *settings);

G_END_DECLS
