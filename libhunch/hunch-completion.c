/* hunch-completion.c: a wish for text: its parameters.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/hunch.h"
#include "libhunch/fields.h"
#include "libhunch/hunch-completion-private.h"

#include <string.h>

/**
 * HunchCompletion:
 *
 * A wish for text: a prompt, maybe what follows it, and the rules by which tokens are drawn.
 *
 * The same wish can run as often as one likes, also several times at once; runs on one model share its device step by step. A run takes the
 * parameters as they are when it begins. [method@Hunch.Completion.run_async] loads the model if it is not loaded.
 *
 * With a suffix it is an infill: the text that fits between both. A model that cannot ([property@Hunch.Model:can-infill]) continues the
 * prompt, and [property@Hunch.Result:note] says so.
 *
 * To be used from one thread at a time; which one does not matter.
 */

enum
{
  PROP_MODEL = 1,
  PROP_PROMPT,
  PROP_SUFFIX,
  PROP_STOPS,
  N_PROPS
};

static guint token_signal;

G_DEFINE_FINAL_TYPE (HunchCompletion, hunch_completion, G_TYPE_OBJECT)

#define REQUEST(member) G_STRUCT_OFFSET (HunchRequest, member)

typedef struct
{
  HunchField field;
  double min, max, value; /* of numbers; value alone of booleans */
} Parameter;

static const Parameter parameters[] = {
  /**
   * HunchCompletion:max-tokens:
   *
   * Most tokens to generate; 0 only reads the prompt.
   */
  { { "max-tokens", HUNCH_FIELD_UINT, REQUEST (max_tokens) }, 0, G_MAXINT, 128 },
  /**
   * HunchCompletion:timeout:
   *
   * Milliseconds after which the answer is what is there; 0 for no limit.
   */
  { { "timeout", HUNCH_FIELD_UINT, REQUEST (timeout_ms) }, 0, G_MAXINT, 0 },
  /**
   * HunchCompletion:soft-timeout:
   *
   * Milliseconds of writing, counted from the first token, after which the text ends with a line, but in four times as many wherever it is;
   * not before there is some. 0 for no limit.
   */
  { { "soft-timeout", HUNCH_FIELD_UINT, REQUEST (soft_timeout_ms) }, 0, G_MAXINT, 0 },
  /**
   * HunchCompletion:one-line:
   *
   * Whether to stop at the first line break after some text.
   */
  { { "one-line", HUNCH_FIELD_BOOLEAN, REQUEST (one_line) }, 0, 1, FALSE },
  /**
   * HunchCompletion:ignore-eos:
   *
   * Whether to go on when the model ends its text.
   */
  { { "ignore-eos", HUNCH_FIELD_BOOLEAN, REQUEST (ignore_eos) }, 0, 1, FALSE },
  /**
   * HunchCompletion:heal:
   *
   * Whether the last word of a prompt, or the blanks at its end, may be cut into other tokens than they are, so that the model can go on
   * with what it knows: after "retur" the token for "return" counts. The text that comes goes on from the prompt as ever;
   * [method@Hunch.Result.get_prompt_ids] are then those before that word, and [method@Hunch.Result.get_ids] spell it first. No effect on
   * a prompt of tokens.
   */
  { { "heal", HUNCH_FIELD_BOOLEAN, REQUEST (heal) }, 0, 1, FALSE },
  /**
   * HunchCompletion:parse-special:
   *
   * Whether names of special tokens in the prompt count as these tokens. Not for text that somebody else wrote.
   */
  { { "parse-special", HUNCH_FIELD_BOOLEAN, REQUEST (parse_special) }, 0, 1, FALSE },
  /**
   * HunchCompletion:n-top:
   *
   * How many likely first tokens to report.
   */
  { { "n-top", HUNCH_FIELD_UINT, REQUEST (n_top) }, 0, 1000, 0 },
  /**
   * HunchCompletion:n-likely:
   *
   * Not 0: [method@Hunch.Result.get_chosen] tells how likely each token that came was, and [method@Hunch.Result.dup_likely] this many that
   * could have come in its place.
   */
  { { "n-likely", HUNCH_FIELD_UINT, REQUEST (n_likely) }, 0, 1000, 0 },
  /**
   * HunchCompletion:temperature:
   *
   * 0 always takes the likeliest token; more draws, the more evenly the higher.
   */
  { { "temperature", HUNCH_FIELD_FLOAT, REQUEST (sampler.temperature) }, 0, 1000, 0 },
  /**
   * HunchCompletion:top-k:
   *
   * Draw among that many likeliest tokens; 0 for all.
   */
  { { "top-k", HUNCH_FIELD_UINT, REQUEST (sampler.top_k) }, 0, G_MAXINT, 0 },
  /**
   * HunchCompletion:top-p:
   *
   * Draw among the likeliest tokens that have this probability together (Holtzman et al., 2019); 1 for all.
   */
  { { "top-p", HUNCH_FIELD_FLOAT, REQUEST (sampler.top_p) }, 0, 1, 1 },
  /**
   * HunchCompletion:min-p:
   *
   * Draw among tokens at least this likely, relative to the likeliest; 0 for all.
   */
  { { "min-p", HUNCH_FIELD_FLOAT, REQUEST (sampler.min_p) }, 0, 1, 0 },
  /**
   * HunchCompletion:repeat-penalty:
   *
   * Makes tokens that were seen less likely (Keskar et al., 2019); 1 does not.
   */
  { { "repeat-penalty", HUNCH_FIELD_FLOAT, REQUEST (sampler.repeat_penalty) }, 0.001, 1000, 1 },
  /**
   * HunchCompletion:repeat-last-n:
   *
   * How many tokens count as seen.
   */
  { { "repeat-last-n", HUNCH_FIELD_UINT, REQUEST (sampler.repeat_last_n) }, 0, G_MAXINT, 64 },
  /**
   * HunchCompletion:seed:
   *
   * What the draws begin with: on one device the same seed gives the same text.
   */
  { { "seed", HUNCH_FIELD_UINT64, REQUEST (sampler.seed) }, 0, 0, 0 },
};

static GParamSpec *
parameter_pspec (const Parameter *p)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_CONSTRUCT | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
  const char *name = p->field.name;

  switch (p->field.kind)
    {
    case HUNCH_FIELD_BOOLEAN:
      return g_param_spec_boolean (name, NULL, NULL, p->value != 0, flags);
    case HUNCH_FIELD_UINT:
      return g_param_spec_uint (name, NULL, NULL, (guint) p->min, (guint) p->max, (guint) p->value, flags);
    case HUNCH_FIELD_UINT64:
      return g_param_spec_uint64 (name, NULL, NULL, 0, G_MAXUINT64, 0, flags);
    default:
      return g_param_spec_double (name, NULL, NULL, p->min, p->max, p->value, flags);
    }
}

static void
hunch_completion_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  HunchCompletion *self = HUNCH_COMPLETION (object);
  GBytes *text = id == PROP_PROMPT ? self->prompt : self->suffix;

  if (id >= N_PROPS)
    hunch_field_get (&parameters[id - N_PROPS].field, &self->request, value);
  else if (id == PROP_MODEL)
    g_value_set_object (value, self->model);
  else if (id == PROP_STOPS)
    g_value_set_boxed (value, self->stops);
  else if (text != NULL)
    g_value_take_string (value, g_utf8_make_valid (g_bytes_get_data (text, NULL) ?: "", g_bytes_get_size (text)));
}

static void
hunch_completion_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  HunchCompletion *self = HUNCH_COMPLETION (object);

  if (id >= N_PROPS)
    {
      if (hunch_field_set (&parameters[id - N_PROPS].field, &self->request, value))
        g_object_notify_by_pspec (object, pspec);
      return;
    }
  switch (id)
    {
    case PROP_MODEL:
      self->model = g_value_dup_object (value);
      break;
    case PROP_PROMPT:
      hunch_completion_set_prompt (self, g_value_get_string (value));
      break;
    case PROP_SUFFIX:
      hunch_completion_set_suffix (self, g_value_get_string (value));
      break;
    case PROP_STOPS:
      hunch_completion_set_stops (self, g_value_get_boxed (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
hunch_completion_finalize (GObject *object)
{
  HunchCompletion *self = HUNCH_COMPLETION (object);

  g_assert (self->runs->len == 0); /* they hold references */
  g_ptr_array_unref (self->runs);
  g_clear_object (&self->model);
  g_clear_pointer (&self->prompt, g_bytes_unref);
  g_clear_pointer (&self->suffix, g_bytes_unref);
  g_clear_pointer (&self->prompt_ids, g_array_unref);
  g_strfreev (self->stops);
  g_strfreev (self->context);
  g_free (self->file_name);
  g_free (self->given);
  g_mutex_clear (&self->lock);
  G_OBJECT_CLASS (hunch_completion_parent_class)->finalize (object);
}

static void
hunch_completion_class_init (HunchCompletionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = hunch_completion_get_property;
  object_class->set_property = hunch_completion_set_property;
  object_class->finalize = hunch_completion_finalize;

  /**
   * HunchCompletion:model:
   *
   * The model on which it runs.
   */
  g_object_class_install_property (
      object_class, PROP_MODEL,
      g_param_spec_object ("model", NULL, NULL, HUNCH_TYPE_MODEL,
                           G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS));
  /**
   * HunchCompletion:prompt:
   *
   * The text before.
   */
  g_object_class_install_property (object_class, PROP_PROMPT, g_param_spec_string ("prompt", NULL, NULL, NULL, flags));
  /**
   * HunchCompletion:suffix:
   *
   * The text after; %NULL to go on from the prompt.
   */
  g_object_class_install_property (object_class, PROP_SUFFIX, g_param_spec_string ("suffix", NULL, NULL, NULL, flags));
  /**
   * HunchCompletion:stops:
   *
   * Texts that end the completion when they come; they are not part of it.
   */
  g_object_class_install_property (object_class, PROP_STOPS,
                                   g_param_spec_boxed ("stops", NULL, NULL, G_TYPE_STRV, flags));
  for (guint i = 0; i < G_N_ELEMENTS (parameters); i++)
    g_object_class_install_property (object_class, N_PROPS + i, parameter_pspec (&parameters[i]));

  /**
   * HunchCompletion::token:
   * @self: the completion
   * @id: the token; -1 for text that was held back until the end came
   * @text: what became certain with it: whole characters, maybe none
   *
   * A token came. Emitted in the thread-default main context of whoever began the run, in order, and never after it was cancelled. The
   * texts together are that of the result.
   */
  token_signal = g_signal_new ("token", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                               2, G_TYPE_INT, G_TYPE_STRING | G_SIGNAL_TYPE_STATIC_SCOPE);
}

static void
hunch_completion_init (HunchCompletion *self)
{
  g_mutex_init (&self->lock);
  self->runs = g_ptr_array_new ();
}

void
hunch_completion_emit_token (HunchCompletion *self, gint32 id, const char *text)
{
  g_signal_emit (self, token_signal, 0, id, text);
}

HunchRequest
hunch_completion_get_request (HunchCompletion *self)
{
  HunchRequest r = self->request;

  if (self->prompt_ids != NULL)
    {
      r.ids = (const gint32 *) self->prompt_ids->data;
      r.n_ids = self->prompt_ids->len;
    }
  r.text = "";
  if (self->prompt != NULL && g_bytes_get_size (self->prompt) > 0)
    r.text = g_bytes_get_data (self->prompt, &r.text_len);
  if (self->suffix != NULL)
    {
      r.suffix = g_bytes_get_data (self->suffix, &r.suffix_len);
      r.suffix = r.suffix ?: "";
    }
  r.stops = (const char *const *) self->stops;
  r.context = (const char *const *) self->context;
  r.file_name = self->file_name;
  r.given = self->given;
  r.given_len = self->given ? strlen (self->given) : 0;
  return r;
}

/**
 * hunch_completion_new:
 * @model: a model, loaded or not
 *
 * Makes a completion. What is not set by a method is a property.
 *
 * Returns: (transfer full): a completion
 */
HunchCompletion *
hunch_completion_new (HunchModel *model)
{
  g_return_val_if_fail (HUNCH_IS_MODEL (model), NULL);
  return g_object_new (HUNCH_TYPE_COMPLETION, "model", model, NULL);
}

/**
 * hunch_completion_get_model:
 * @self: a completion
 *
 * The model on which it runs.
 *
 * Returns: (transfer none): the model on which it runs
 */
HunchModel *
hunch_completion_get_model (HunchCompletion *self)
{
  g_return_val_if_fail (HUNCH_IS_COMPLETION (self), NULL);
  return self->model;
}
