/* hunch-suggester.c: completion in one host: when to ask, what to show, what to insert.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "plugin/core-policy.h"
#include "plugin/suggester-private.h"

/**
 * HunchSuggester:
 *
 * Completion in one host: watches what is typed, asks the completer after a short rest, shows what comes, and inserts what is
 * accepted. All of it happens in the thread of the host, and nothing blocks.
 */
G_DEFINE_FINAL_TYPE (HunchSuggester, hunch_suggester, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_TEXT,
  PROP_STATUS,
  PROP_PROGRESS,
  PROP_REASON,
  PROP_BUSY,
  PROP_EXPLANATION,
  N_PROPS
};
static GParamSpec *properties[N_PROPS];

void
suggester_notify (HunchSuggester *self, const char *property)
{
  g_object_notify (G_OBJECT (self), property);
}

static void
memory_free (gpointer data)
{
  SuggesterMemory *memory = data;

  core_cache_free (memory->cache);
  core_ring_free (memory->ring);
  g_free (memory);
}

static SuggesterMemory *
memory_of (HunchCompleter *completer)
{
  SuggesterMemory *memory = g_object_get_data (G_OBJECT (completer), "hunch-suggester-memory");

  if (memory == NULL)
    {
      memory = g_new (SuggesterMemory, 1);
      *memory = (SuggesterMemory){ .cache = core_cache_new (), .ring = core_ring_new () };
      g_object_set_data_full (G_OBJECT (completer), "hunch-suggester-memory", memory, memory_free);
    }
  return memory;
}

static void
hunch_suggester_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  HunchSuggester *self = HUNCH_SUGGESTER (object);

  switch (id)
    {
    case PROP_TEXT:
      g_value_set_string (value, hunch_suggester_get_text (self));
      break;
    case PROP_STATUS:
      g_value_set_string (value, self->status);
      break;
    case PROP_PROGRESS:
      g_value_set_double (value, self->progress);
      break;
    case PROP_REASON:
      g_value_set_string (value, self->reason);
      break;
    case PROP_BUSY:
      g_value_set_boolean (value, self->job != NULL);
      break;
    case PROP_EXPLANATION:
      g_value_set_variant (value, self->explanation);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
hunch_suggester_dispose (GObject *object)
{
  HunchSuggester *self = HUNCH_SUGGESTER (object);

  suggester_leave (self);
  if (self->settings != NULL)
    g_signal_handlers_disconnect_by_data (self->settings, self);
  if (self->completer != NULL)
    g_signal_handlers_disconnect_by_data (self->completer, self);
  G_OBJECT_CLASS (hunch_suggester_parent_class)->dispose (object);
}

static void
hunch_suggester_finalize (GObject *object)
{
  HunchSuggester *self = HUNCH_SUGGESTER (object);

  g_clear_object (&self->settings);
  g_clear_object (&self->completer);
  if (self->clock != NULL)
    self->clock->free (self->clock);
  g_clear_pointer (&self->explanation, g_variant_unref);
  g_free (self->status);
  g_free (self->reason);
  suggester_forget_read (self);
  G_OBJECT_CLASS (hunch_suggester_parent_class)->finalize (object);
}

static void
hunch_suggester_class_init (HunchSuggesterClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = hunch_suggester_get_property;
  object_class->dispose = hunch_suggester_dispose;
  object_class->finalize = hunch_suggester_finalize;

  /**
   * HunchSuggester:text:
   *
   * The suggestion that is shown.
   */
  properties[PROP_TEXT] = g_param_spec_string ("text", NULL, NULL, NULL, flags);
  /**
   * HunchSuggester:status:
   *
   * One line that says what was done or is being done.
   */
  properties[PROP_STATUS] = g_param_spec_string ("status", NULL, NULL, NULL, flags);
  /**
   * HunchSuggester:progress:
   *
   * 0 to 1 while a model is loaded or kernels are built; below 0 otherwise.
   */
  properties[PROP_PROGRESS] = g_param_spec_double ("progress", NULL, NULL, -1, 1, -1, flags);
  /**
   * HunchSuggester:reason:
   *
   * Why nothing can be completed at the cursor.
   */
  properties[PROP_REASON] = g_param_spec_string ("reason", NULL, NULL, NULL, flags);
  /**
   * HunchSuggester:busy:
   *
   * Whether an answer is waited for.
   */
  properties[PROP_BUSY] = g_param_spec_boolean ("busy", NULL, NULL, FALSE, flags);
  /**
   * HunchSuggester:explanation:
   *
   * What [method@Hunch.Suggester.explain] found of the suggestion that is shown.
   */
  properties[PROP_EXPLANATION]
      = g_param_spec_variant ("explanation", NULL, NULL, G_VARIANT_TYPE (HUNCH_EXPLANATION_TYPE), NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
hunch_suggester_init (HunchSuggester *self)
{
  self->progress = -1;
}

HunchSuggester *
suggester_new_with_clock (HunchHost *host, HunchCompleter *completer, HunchSettings *settings, CoreClock *clock)
{
  HunchSuggester *self = g_object_new (HUNCH_TYPE_SUGGESTER, NULL);

  g_set_weak_pointer (&self->host, host);
  self->completer = g_object_ref (completer);
  self->settings = settings != NULL ? g_object_ref (settings) : hunch_settings_new ();
  self->memory = memory_of (completer);
  self->clock = clock;
  suggester_watch (self);
  suggester_update_loading (self);
  suggester_update_reason (self);
  return self;
}

/**
 * hunch_suggester_new:
 * @host: where text is typed; it is not kept alive
 * @completer: who is asked
 * @settings: (nullable): how to behave; %NULL for this person's own
 *
 * Begins completion in a host, which lasts until either of them goes.
 *
 * Returns: (transfer full): completion in a host, until either of them goes
 */
HunchSuggester *
hunch_suggester_new (HunchHost *host, HunchCompleter *completer, HunchSettings *settings)
{
  g_return_val_if_fail (HUNCH_IS_HOST (host), NULL);
  g_return_val_if_fail (HUNCH_IS_COMPLETER (completer), NULL);
  g_return_val_if_fail (settings == NULL || HUNCH_IS_SETTINGS (settings), NULL);
  return suggester_new_with_clock (host, completer, settings, core_clock_new ());
}

/**
 * hunch_suggester_complete:
 * @self: a suggester
 *
 * Asks for a suggestion now, also where none would come by itself. With one shown, the next alternative is.
 */
void
hunch_suggester_complete (HunchSuggester *self)
{
  g_autoptr (CoreContext) now = NULL;

  g_return_if_fail (HUNCH_IS_SUGGESTER (self));
  if (self->host == NULL)
    return;
  suggester_update_reason (self);
  if (self->reason != NULL)
    {
      suggester_reset (self);
      suggester_set_status (self, self->reason);
      return;
    }
  now = core_context_read (self->host, self->settings);
  if (self->shown != NULL && core_context_equal (now, self->place))
    {
      hunch_suggester_next (self);
      return;
    }
  suggester_reset (self);
  suggester_remember (self, now);
  self->place = core_context_ref (now);
  if (!suggester_use_cache (self, now) || self->shown == NULL)
    suggester_ask (self, now);
}

/**
 * hunch_suggester_dismiss:
 * @self: a suggester
 *
 * Takes the suggestion away and cancels what is asked for. Nothing comes by itself until something is typed.
 */
void
hunch_suggester_dismiss (HunchSuggester *self)
{
  g_return_if_fail (HUNCH_IS_SUGGESTER (self));
  suggester_reset (self);
}

/**
 * hunch_suggester_get_settings:
 * @self: a suggester
 *
 * Gets the settings in force.
 *
 * Returns: (transfer none): its settings
 */
HunchSettings *
hunch_suggester_get_settings (HunchSuggester *self)
{
  g_return_val_if_fail (HUNCH_IS_SUGGESTER (self), NULL);
  return self->settings;
}

/**
 * hunch_suggester_get_text:
 * @self: a suggester
 *
 * Gets what is shown.
 *
 * Returns: (nullable): the suggestion that is shown
 */
const char *
hunch_suggester_get_text (HunchSuggester *self)
{
  g_return_val_if_fail (HUNCH_IS_SUGGESTER (self), NULL);
  return self->shown != NULL ? g_ptr_array_index (self->shown, self->index) : NULL;
}

/**
 * hunch_suggester_get_status:
 * @self: a suggester
 *
 * Gets the line for a status bar.
 *
 * Returns: (nullable): one line that says what was done or is being done
 */
const char *
hunch_suggester_get_status (HunchSuggester *self)
{
  g_return_val_if_fail (HUNCH_IS_SUGGESTER (self), NULL);
  return self->status;
}

/**
 * hunch_suggester_get_progress:
 * @self: a suggester
 *
 * Gets how far loading is.
 *
 * Returns: 0 to 1 while a model is loaded or kernels are built; below 0 otherwise
 */
double
hunch_suggester_get_progress (HunchSuggester *self)
{
  g_return_val_if_fail (HUNCH_IS_SUGGESTER (self), -1);
  return self->progress;
}

/**
 * hunch_suggester_get_reason:
 * @self: a suggester
 *
 * Gets why the cursor stands where nothing can be completed.
 *
 * Returns: (nullable): why nothing can be completed at the cursor; %NULL if something can
 */
const char *
hunch_suggester_get_reason (HunchSuggester *self)
{
  g_return_val_if_fail (HUNCH_IS_SUGGESTER (self), NULL);
  return self->reason;
}

/**
 * hunch_suggester_is_busy:
 * @self: a suggester
 *
 * Tells whether an answer is on its way.
 *
 * Returns: whether an answer is waited for
 */
gboolean
hunch_suggester_is_busy (HunchSuggester *self)
{
  g_return_val_if_fail (HUNCH_IS_SUGGESTER (self), FALSE);
  return self->job != NULL;
}
