/* hunch-model.c: a language model on a device: what it is.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/hunch.h"
#include "libhunch/fields.h"
#include "libhunch/hunch-model-private.h"
#include "libhunch/hunch-tokenizer-private.h"

/**
 * HunchModel:
 *
 * A language model in a file, and, once loaded, on a device.
 *
 * Making one costs nothing: no file is opened and no device is touched before [method@Hunch.Model.load_async] or the first
 * [class@Hunch.Completion] that runs on it. Unloaded, it gives all of the device's memory back and can be loaded again.
 *
 * Its methods can be called from any thread. Properties are notified in the thread-default main context of whoever began the
 * loading.
 */

enum
{
  PROP_PATH = 1,
  PROP_DEVICE,
  PROP_CONTEXT_LENGTH,
  PROP_EXACT,
  PROP_PROFILED,
  PROP_STATE,
  PROP_STAGE,
  PROP_PROGRESS,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (HunchModel, hunch_model, G_TYPE_OBJECT)

#define INFO(member) G_STRUCT_OFFSET (HunchEngineInfo, member)

/* Known while the model is loaded; else 0 or NULL. */
static const HunchField info_fields[] = {
  /**
   * HunchModel:name:
   *
   * The name that the file gives the model.
   */
  { "name", HUNCH_FIELD_STRING, INFO (name) },
  /**
   * HunchModel:family:
   *
   * The family, such as `llama` or `qwen2`.
   */
  { "family", HUNCH_FIELD_STRING, INFO (arch) },
  /**
   * HunchModel:device-name:
   *
   * Name of the device on which it is.
   */
  { "device-name", HUNCH_FIELD_STRING, INFO (device) },
  /**
   * HunchModel:n-context:
   *
   * Tokens that a prompt and its completion may have together.
   */
  { "n-context", HUNCH_FIELD_UINT, INFO (n_ctx) },
  /**
   * HunchModel:n-context-trained:
   *
   * The context that the model was trained for, in tokens.
   */
  { "n-context-trained", HUNCH_FIELD_UINT, INFO (n_ctx_train) },
  /**
   * HunchModel:n-layers:
   *
   * Number of layers.
   */
  { "n-layers", HUNCH_FIELD_UINT, INFO (n_layer) },
  /**
   * HunchModel:n-embedding:
   *
   * Width of the residual stream.
   */
  { "n-embedding", HUNCH_FIELD_UINT, INFO (n_embd) },
  /**
   * HunchModel:n-vocabulary:
   *
   * Number of tokens.
   */
  { "n-vocabulary", HUNCH_FIELD_UINT, INFO (n_vocab) },
  /**
   * HunchModel:weight-bytes:
   *
   * Bytes of weights on the device.
   */
  { "weight-bytes", HUNCH_FIELD_UINT64, INFO (weight_bytes) },
  /**
   * HunchModel:cache-bytes:
   *
   * Bytes of the cache of keys and values on the device.
   */
  { "cache-bytes", HUNCH_FIELD_UINT64, INFO (kv_bytes) },
  /**
   * HunchModel:load-ms:
   *
   * Milliseconds that the loading took.
   */
  { "load-ms", HUNCH_FIELD_DOUBLE, INFO (load_ms) },
  /**
   * HunchModel:can-infill: (getter get_can_infill)
   *
   * Whether the model can fill in text between a prefix and a suffix.
   */
  { "can-infill", HUNCH_FIELD_BOOLEAN, INFO (infill) },
};

HunchEngineHandle *
hunch_model_ref_engine (HunchModel *self)
{
  HunchEngineHandle *engine;

  g_mutex_lock (&self->lock);
  engine = self->engine ? hunch_engine_handle_ref (self->engine) : NULL;
  g_mutex_unlock (&self->lock);
  return engine;
}

static void
get_info (HunchModel *self, guint i, GValue *value)
{
  HunchEngineHandle *engine = hunch_model_ref_engine (self);

  if (engine == NULL)
    return; /* the value is 0 or NULL as it came */
  hunch_field_get (&info_fields[i], hunch_engine_handle_info (engine), value);
  hunch_engine_handle_unref (engine);
}

static void
hunch_model_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  HunchModel *self = HUNCH_MODEL (object);

  if (id >= N_PROPS)
    {
      get_info (self, id - N_PROPS, value);
      return;
    }
  g_mutex_lock (&self->lock);
  switch (id)
    {
    case PROP_PATH:
      g_value_set_string (value, self->path);
      break;
    case PROP_DEVICE:
      g_value_set_string (value, self->device);
      break;
    case PROP_CONTEXT_LENGTH:
      g_value_set_uint (value, self->context_length);
      break;
    case PROP_EXACT:
      g_value_set_boolean (value, self->exact);
      break;
    case PROP_PROFILED:
      g_value_set_boolean (value, self->profiled);
      break;
    case PROP_STATE:
      g_value_set_enum (value, self->state);
      break;
    case PROP_STAGE:
      g_value_set_string (value, self->stage);
      break;
    case PROP_PROGRESS:
      g_value_set_double (value, self->progress);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
  g_mutex_unlock (&self->lock);
}

static void
hunch_model_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  HunchModel *self = HUNCH_MODEL (object);

  switch (id)
    {
    case PROP_PATH:
      self->path = g_value_dup_string (value);
      break;
    case PROP_DEVICE:
      self->device = g_value_dup_string (value);
      break;
    case PROP_CONTEXT_LENGTH:
      self->context_length = g_value_get_uint (value);
      break;
    case PROP_EXACT:
      self->exact = g_value_get_boolean (value);
      break;
    case PROP_PROFILED:
      self->profiled = g_value_get_boolean (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
hunch_model_finalize (GObject *object)
{
  HunchModel *self = HUNCH_MODEL (object);

  g_assert (self->load == NULL); /* it holds a reference */
  hunch_engine_handle_unref (self->engine);
  g_clear_object (&self->tokenizer);
  g_free (self->path);
  g_free (self->device);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->load_over);
  G_OBJECT_CLASS (hunch_model_parent_class)->finalize (object);
}

static void
hunch_model_class_init (HunchModelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags wish = G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS;
  const GParamFlags read = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = hunch_model_get_property;
  object_class->set_property = hunch_model_set_property;
  object_class->finalize = hunch_model_finalize;

  /**
   * HunchModel:path: (getter get_path)
   *
   * The model's file.
   */
  props[PROP_PATH] = g_param_spec_string ("path", NULL, NULL, NULL, wish);
  /**
   * HunchModel:device:
   *
   * The device wished for: its number, or a part of its name; %NULL for the default.
   */
  props[PROP_DEVICE] = g_param_spec_string ("device", NULL, NULL, NULL, wish);
  /**
   * HunchModel:context-length:
   *
   * The context wished for, in tokens; 0 for the model's own, at most 8192.
   */
  props[PROP_CONTEXT_LENGTH] = g_param_spec_uint ("context-length", NULL, NULL, 0, 1 << 24, 0, wish);
  /**
   * HunchModel:exact:
   *
   * Whether activations and cache are float32 throughout: slower, and the same as a reference implementation.
   */
  props[PROP_EXACT] = g_param_spec_boolean ("exact", NULL, NULL, FALSE, wish);
  /**
   * HunchModel:profiled:
   *
   * Whether the device takes the time of each kernel, as [method@Hunch.Model.profile] wants it; all runs are slower then.
   */
  props[PROP_PROFILED] = g_param_spec_boolean ("profiled", NULL, NULL, FALSE, wish);
  /**
   * HunchModel:state: (getter get_state)
   *
   * What it is doing.
   */
  props[PROP_STATE] = g_param_spec_enum ("state", NULL, NULL, HUNCH_TYPE_MODEL_STATE, HUNCH_MODEL_STATE_UNLOADED, read);
  /**
   * HunchModel:stage:
   *
   * While loading: `kernels` or `weights`.
   */
  props[PROP_STAGE] = g_param_spec_string ("stage", NULL, NULL, NULL, read);
  /**
   * HunchModel:progress:
   *
   * How much of the stage is done, from 0 to 1.
   */
  props[PROP_PROGRESS] = g_param_spec_double ("progress", NULL, NULL, 0, 1, 0, read);
  g_object_class_install_properties (object_class, N_PROPS, props);
  hunch_fields_install_readable (object_class, N_PROPS, info_fields, G_N_ELEMENTS (info_fields));
}

static void
hunch_model_init (HunchModel *self)
{
  g_mutex_init (&self->lock);
  g_cond_init (&self->load_over);
}

void
hunch_model_notify_state (HunchModel *self)
{
  g_object_freeze_notify (G_OBJECT (self));
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_STATE]);
  for (guint i = 0; i < G_N_ELEMENTS (info_fields); i++)
    g_object_notify (G_OBJECT (self), info_fields[i].name);
  g_object_thaw_notify (G_OBJECT (self));
}

void
hunch_model_notify_progress (HunchModel *self)
{
  g_object_freeze_notify (G_OBJECT (self));
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_STAGE]);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_PROGRESS]);
  g_object_thaw_notify (G_OBJECT (self));
}

/**
 * hunch_model_new:
 * @path: (type filename): a model's file; [method@Hunch.Catalogue.find_model] turns a name into one
 * @device: (nullable): the number of a device or a part of its name; %NULL for the default
 *
 * Makes a model that is not loaded yet. [ctor@GObject.Object.new] can also set [property@Hunch.Model:context-length] and
 * [property@Hunch.Model:exact].
 *
 * Returns: (transfer full): a model
 */
HunchModel *
hunch_model_new (const char *path, const char *device)
{
  g_return_val_if_fail (path != NULL, NULL);
  return g_object_new (HUNCH_TYPE_MODEL, "path", path, "device", device, NULL);
}

/**
 * hunch_model_get_path:
 * @self: a model
 *
 * The model's file.
 *
 * Returns: (type filename) (nullable): the model's file
 */
const char *
hunch_model_get_path (HunchModel *self)
{
  g_return_val_if_fail (HUNCH_IS_MODEL (self), NULL);
  return self->path;
}

/**
 * hunch_model_get_state:
 * @self: a model
 *
 * What it is doing.
 *
 * Returns: what it is doing
 */
HunchModelState
hunch_model_get_state (HunchModel *self)
{
  HunchModelState state;

  g_return_val_if_fail (HUNCH_IS_MODEL (self), HUNCH_MODEL_STATE_UNLOADED);
  g_mutex_lock (&self->lock);
  state = self->state;
  g_mutex_unlock (&self->lock);
  return state;
}

/**
 * hunch_model_get_can_infill:
 * @self: a model
 *
 * Whether it is loaded and can fill in text between a prefix and a suffix.
 *
 * Returns: whether it is loaded and can fill in text between a prefix and a suffix
 */
gboolean
hunch_model_get_can_infill (HunchModel *self)
{
  HunchEngineHandle *engine;
  gboolean infill;

  g_return_val_if_fail (HUNCH_IS_MODEL (self), FALSE);
  engine = hunch_model_ref_engine (self);
  infill = engine != NULL && hunch_engine_handle_info (engine)->infill;
  hunch_engine_handle_unref (engine);
  return infill;
}

/**
 * hunch_model_dup_tokenizer:
 * @self: a model
 *
 * The tokenizer of a loaded model, which outlives it; %NULL when it is not loaded.
 *
 * Returns: (transfer full) (nullable): the tokenizer of a loaded model, which outlives it; %NULL when it is not loaded
 */
HunchTokenizer *
hunch_model_dup_tokenizer (HunchModel *self)
{
  HunchTokenizer *tokenizer;

  g_return_val_if_fail (HUNCH_IS_MODEL (self), NULL);
  g_mutex_lock (&self->lock);
  if (self->tokenizer == NULL && self->engine != NULL)
    self->tokenizer = hunch_tokenizer_new_for_vocab (hunch_engine_handle_vocab (self->engine));
  tokenizer = self->tokenizer ? g_object_ref (self->tokenizer) : NULL;
  g_mutex_unlock (&self->lock);
  return tokenizer;
}

/**
 * hunch_model_dup_warnings:
 * @self: a model
 *
 * What was odd in the file of a loaded model, one line each.
 *
 * Returns: (transfer full) (array zero-terminated=1): the lines, maybe none
 */
char **
hunch_model_dup_warnings (HunchModel *self)
{
  HunchEngineHandle *engine;
  char **lines;

  g_return_val_if_fail (HUNCH_IS_MODEL (self), NULL);
  engine = hunch_model_ref_engine (self);
  lines = engine ? g_strdupv ((char **) hunch_engine_handle_warnings (engine)) : NULL;
  hunch_engine_handle_unref (engine);
  return lines ? lines : g_new0 (char *, 1);
}
