/* hunch-trace.c: what a trace is to look at.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/hunch.h"
#include "libhunch/fields.h"
#include "libhunch/hunch-trace-private.h"
#include "libhunch/prompt.h"

#include <string.h>

/**
 * HunchTrace:
 *
 * Looks inside a model while it reads a prompt: what each layer does to the residual stream and what the model would say there, which
 * part of it made a token likely, what happens without that part; and every tensor on the way.
 *
 * It sees the model that runs: the quantized weights on the device, by the kernels that complete text; with
 * [property@Hunch.Model:exact] in float32. Other requests on the same model wait until it is over.
 *
 * Memory: tensors are kept up to [property@Hunch.Trace:memory-limit], which is checked before anything runs.
 * [method@Hunch.Trace.set_tensor_func] takes them row by row instead.
 *
 * To be used from one thread at a time; which one does not matter.
 */

enum
{
  PROP_MODEL = 1,
  PROP_PROMPT,
  PROP_PATCH,
  N_PROPS
};

G_DEFINE_FINAL_TYPE (HunchTrace, hunch_trace, G_TYPE_OBJECT)

#define REQUEST(member) G_STRUCT_OFFSET (HunchTraceRequest, member)

typedef struct
{
  HunchField field;
  double min, max, value; /* of numbers; value alone of booleans */
} Parameter;

static const Parameter parameters[] = {
  /**
   * HunchTrace:max-tokens:
   *
   * How many tokens to follow after the prompt, always the likeliest.
   */
  { { "max-tokens", HUNCH_FIELD_UINT, REQUEST (prompt.max_tokens) }, 0, G_MAXINT, 1 },
  /**
   * HunchTrace:parse-special:
   *
   * Whether names of special tokens in the prompt count as these tokens.
   */
  { { "parse-special", HUNCH_FIELD_BOOLEAN, REQUEST (prompt.parse_special) }, 0, 1, FALSE },
  /**
   * HunchTrace:target:
   *
   * The token whose rank is watched; -1 for the likeliest.
   */
  { { "target", HUNCH_FIELD_INT, REQUEST (target) }, -1, G_MAXINT, -1 },
  /**
   * HunchTrace:position:
   *
   * The position that is looked at, from 0; negative from the end, so that -1 is the last.
   */
  { { "position", HUNCH_FIELD_INT, REQUEST (position) }, G_MININT, G_MAXINT, -1 },
  /**
   * HunchTrace:attribute:
   *
   * Whether to find what each part of the model added to the logit of the watched token (Elhage et al., 2021).
   */
  { { "attribute", HUNCH_FIELD_BOOLEAN, REQUEST (attribute) }, 0, 1, FALSE },
  /**
   * HunchTrace:neurons-layer:
   *
   * The layer whose strongest feed-forward keys are wanted, from 0; -1 for none.
   */
  { { "neurons-layer", HUNCH_FIELD_INT, REQUEST (neurons_layer) }, -1, G_MAXINT, -1 },
  /**
   * HunchTrace:n-neurons:
   *
   * How many of them.
   */
  { { "n-neurons", HUNCH_FIELD_UINT, REQUEST (n_neurons) }, 0, 1000, 10 },
  /**
   * HunchTrace:memory-limit:
   *
   * Most bytes of tensors that are kept; 0 for 1 GiB. Of tensors handed to a function, of one piece.
   */
  { { "memory-limit", HUNCH_FIELD_UINT64, REQUEST (max_bytes) }, 0, 0, 0 },
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
    case HUNCH_FIELD_INT:
      return g_param_spec_int (name, NULL, NULL, (gint) p->min, (gint) p->max, (gint) p->value, flags);
    case HUNCH_FIELD_UINT:
      return g_param_spec_uint (name, NULL, NULL, (guint) p->min, (guint) p->max, (guint) p->value, flags);
    default:
      return g_param_spec_uint64 (name, NULL, NULL, 0, G_MAXUINT64, 0, flags);
    }
}

static void
hunch_trace_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  HunchTrace *self = HUNCH_TRACE (object);
  GBytes *text = id == PROP_PROMPT ? self->prompt : self->patch;

  if (id >= N_PROPS)
    hunch_field_get (&parameters[id - N_PROPS].field, &self->request, value);
  else if (id == PROP_MODEL)
    g_value_set_object (value, self->model);
  else if (text != NULL)
    g_value_take_string (value, g_utf8_make_valid (g_bytes_get_data (text, NULL) ?: "", g_bytes_get_size (text)));
}

static GBytes *
text_bytes (const GValue *value)
{
  const char *text = g_value_get_string (value);

  return text ? g_bytes_new (text, strlen (text)) : NULL;
}

static void
hunch_trace_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  HunchTrace *self = HUNCH_TRACE (object);
  g_autoptr (GBytes) text = NULL;

  if (id >= N_PROPS)
    {
      if (hunch_field_set (&parameters[id - N_PROPS].field, &self->request, value))
        g_object_notify_by_pspec (object, pspec);
    }
  else if (id == PROP_MODEL)
    self->model = g_value_dup_object (value);
  else
    {
      text = text_bytes (value);
      if (id == PROP_PROMPT)
        hunch_trace_set_prompt_bytes (self, text);
      else
        hunch_trace_set_patch_bytes (self, text);
    }
}

static void
hunch_trace_finalize (GObject *object)
{
  HunchTrace *self = HUNCH_TRACE (object);

  g_clear_pointer (&self->taker, hunch_tensor_taker_unref);
  g_clear_object (&self->model);
  g_clear_pointer (&self->prompt, g_bytes_unref);
  g_clear_pointer (&self->patch, g_bytes_unref);
  g_clear_pointer (&self->prompt_ids, g_array_unref);
  g_array_unref (self->ablations);
  G_OBJECT_CLASS (hunch_trace_parent_class)->finalize (object);
}

static void
hunch_trace_class_init (HunchTraceClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = hunch_trace_get_property;
  object_class->set_property = hunch_trace_set_property;
  object_class->finalize = hunch_trace_finalize;
  /**
   * HunchTrace:model:
   *
   * The model that is looked into.
   */
  g_object_class_install_property (
      object_class, PROP_MODEL,
      g_param_spec_object ("model", NULL, NULL, HUNCH_TYPE_MODEL,
                           G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS));
  /**
   * HunchTrace:prompt:
   *
   * The text that the model reads.
   */
  g_object_class_install_property (object_class, PROP_PROMPT, g_param_spec_string ("prompt", NULL, NULL, NULL, flags));
  /**
   * HunchTrace:patch:
   *
   * A second text of as many tokens, whose residual streams are put into the first one's run, one position of one layer at a time
   * (Meng et al., 2022); %NULL for none.
   */
  g_object_class_install_property (object_class, PROP_PATCH, g_param_spec_string ("patch", NULL, NULL, NULL, flags));
  for (guint i = 0; i < G_N_ELEMENTS (parameters); i++)
    g_object_class_install_property (object_class, N_PROPS + i, parameter_pspec (&parameters[i]));
}

static void
hunch_trace_init (HunchTrace *self)
{
  self->ablations = g_array_new (FALSE, FALSE, sizeof (HunchAblation));
}

/**
 * hunch_trace_new:
 * @model: a model, loaded or not
 *
 * Makes a trace. What is not set by a method is a property.
 *
 * Returns: (transfer full): a trace
 */
HunchTrace *
hunch_trace_new (HunchModel *model)
{
  g_return_val_if_fail (HUNCH_IS_MODEL (model), NULL);
  return g_object_new (HUNCH_TYPE_TRACE, "model", model, NULL);
}

/**
 * hunch_trace_set_prompt_bytes:
 * @self: a trace
 * @prompt: (nullable): the text, any bytes
 *
 * Sets the prompt; an earlier one, also one of ids, is forgotten.
 */
void
hunch_trace_set_prompt_bytes (HunchTrace *self, GBytes *prompt)
{
  g_return_if_fail (HUNCH_IS_TRACE (self));
  hunch_prompt_set_bytes (&self->prompt, prompt);
  g_clear_pointer (&self->prompt_ids, g_array_unref);
  g_object_notify (G_OBJECT (self), "prompt");
}

/**
 * hunch_trace_set_prompt_ids:
 * @self: a trace
 * @ids: (array length=n_ids) (nullable): tokens
 * @n_ids: how many
 *
 * Sets a prompt of tokens in place of a text; nothing is added to them.
 */
void
hunch_trace_set_prompt_ids (HunchTrace *self, const gint32 *ids, gsize n_ids)
{
  g_return_if_fail (HUNCH_IS_TRACE (self));
  g_return_if_fail (n_ids <= G_MAXINT && (ids != NULL || n_ids == 0));
  hunch_prompt_set_ids (&self->prompt, &self->prompt_ids, ids, n_ids);
  g_object_notify (G_OBJECT (self), "prompt");
}

/**
 * hunch_trace_set_patch_bytes:
 * @self: a trace
 * @prompt: (nullable): the text, any bytes
 *
 * Sets the second prompt, as [property@Hunch.Trace:patch] does.
 */
void
hunch_trace_set_patch_bytes (HunchTrace *self, GBytes *prompt)
{
  g_return_if_fail (HUNCH_IS_TRACE (self));
  hunch_prompt_set_bytes (&self->patch, prompt);
  g_object_notify (G_OBJECT (self), "patch");
}

static void
taker_clear (gpointer data)
{
  const HunchTensorTaker *taker = data;

  if (taker->destroy)
    taker->destroy (taker->data);
}

void
hunch_tensor_taker_unref (HunchTensorTaker *taker)
{
  g_atomic_rc_box_release_full (taker, taker_clear);
}

/**
 * hunch_trace_set_tensor_func:
 * @self: a trace
 * @func: (scope notified) (closure user_data) (destroy destroy) (nullable): takes the tensors; %NULL keeps them in the result
 * @user_data: for @func
 * @destroy: for @user_data
 *
 * Sets a function that takes tensors piece by piece, so that they need not fit into memory. What runs keeps the one that it began with,
 * so that @destroy may be called later, and in another thread.
 */
void
hunch_trace_set_tensor_func (HunchTrace *self, HunchActivationFunc func, gpointer user_data, GDestroyNotify destroy)
{
  g_return_if_fail (HUNCH_IS_TRACE (self));
  g_clear_pointer (&self->taker, hunch_tensor_taker_unref);
  self->taker = g_atomic_rc_box_new (HunchTensorTaker);
  *self->taker = (HunchTensorTaker){ func, user_data, destroy };
}
