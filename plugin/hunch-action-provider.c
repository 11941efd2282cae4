/* hunch-action-provider.c: what a module adds to Hunch: something that makes the actions of completion for a host.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "plugin/hunch-action-provider.h"

/**
 * HunchActionProvider:
 *
 * Makes the actions of completion for a host. Modules register subclasses of it, by which hosts find them.
 */
G_DEFINE_ABSTRACT_TYPE (HunchActionProvider, hunch_action_provider, G_TYPE_OBJECT)

static void
hunch_action_provider_class_init (HunchActionProviderClass *klass)
{
}

static void
hunch_action_provider_init (HunchActionProvider *self)
{
}

/**
 * hunch_action_provider_create_actions:
 * @self: a provider
 * @host: where text is typed; it is not kept alive
 * @completer: who is asked
 * @settings: (nullable): how to behave; %NULL for this person's own
 *
 * Makes the actions `complete`, `accept`, `accept-word`, `accept-line`, `next`, `previous`, `dismiss`, `explain`, `toggle-auto` (a
 * boolean), `status` (a string), `progress` (a double, below 0 when nothing is loaded) and `explanation` (as
 * [property@Hunch.Reply:explanation]; of no tokens until `explain` has brought one of what is shown). An action is enabled while it can do
 * something; where `complete` is not, `status` says why. Completion in @host ends when the group is finalized.
 *
 * Returns: (transfer full): the actions
 */
GActionGroup *
hunch_action_provider_create_actions (HunchActionProvider *self, HunchHost *host, HunchCompleter *completer,
                                      HunchSettings *settings)
{
  g_return_val_if_fail (HUNCH_IS_ACTION_PROVIDER (self), NULL);
  g_return_val_if_fail (HUNCH_IS_HOST (host), NULL);
  g_return_val_if_fail (HUNCH_IS_COMPLETER (completer), NULL);
  g_return_val_if_fail (settings == NULL || HUNCH_IS_SETTINGS (settings), NULL);
  g_return_val_if_fail (HUNCH_ACTION_PROVIDER_GET_CLASS (self)->create_actions != NULL, NULL);
  return HUNCH_ACTION_PROVIDER_GET_CLASS (self)->create_actions (self, host, completer, settings);
}
