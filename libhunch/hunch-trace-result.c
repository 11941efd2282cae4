/* hunch-trace-result.c: what a trace saw.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/hunch.h"
#include "libhunch/fields.h"
#include "libhunch/hunch-trace-private.h"

#include <string.h>

/**
 * HunchTraceResult:
 *
 * What a [class@Hunch.Trace] saw. Immutable.
 */
struct _HunchTraceResult
{
  GObject parent_instance;
  GArray *prompt_ids, *ids, *patch_ids;
  double contributions_logit, patch_p_from, patch_p_to, patch_logit_from, patch_logit_to;
  guint n_layers, n_heads;
  GListStore *evaluations, *contributions, *neurons, *tensors;
};

G_DEFINE_FINAL_TYPE (HunchTraceResult, hunch_trace_result, G_TYPE_OBJECT)

#define FIELD(member) G_STRUCT_OFFSET (HunchTraceResult, member)

static const HunchField fields[] = {
  /**
   * HunchTraceResult:n-layers:
   *
   * Number of layers of the model.
   */
  { "n-layers", HUNCH_FIELD_UINT, FIELD (n_layers) },
  /**
   * HunchTraceResult:n-heads:
   *
   * Number of attention heads of a layer.
   */
  { "n-heads", HUNCH_FIELD_UINT, FIELD (n_heads) },
  /**
   * HunchTraceResult:contributions-logit:
   *
   * The logit of the watched token that the contributions add up to, but for rounding.
   */
  { "contributions-logit", HUNCH_FIELD_DOUBLE, FIELD (contributions_logit) },
  /**
   * HunchTraceResult:patch-p-from:
   *
   * Probability of the watched token after the prompt, unpatched.
   */
  { "patch-p-from", HUNCH_FIELD_DOUBLE, FIELD (patch_p_from) },
  /**
   * HunchTraceResult:patch-p-to:
   *
   * Probability of the watched token after the second prompt.
   */
  { "patch-p-to", HUNCH_FIELD_DOUBLE, FIELD (patch_p_to) },
  /**
   * HunchTraceResult:patch-logit-from:
   *
   * Logit of the watched token after the prompt, unpatched.
   */
  { "patch-logit-from", HUNCH_FIELD_DOUBLE, FIELD (patch_logit_from) },
  /**
   * HunchTraceResult:patch-logit-to:
   *
   * Logit of the watched token after the second prompt.
   */
  { "patch-logit-to", HUNCH_FIELD_DOUBLE, FIELD (patch_logit_to) },
};

static void
hunch_trace_result_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  hunch_field_get (&fields[id - 1], object, value);
}

static void
hunch_trace_result_finalize (GObject *object)
{
  HunchTraceResult *self = HUNCH_TRACE_RESULT (object);

  g_clear_pointer (&self->prompt_ids, g_array_unref);
  g_clear_pointer (&self->ids, g_array_unref);
  g_clear_pointer (&self->patch_ids, g_array_unref);
  g_clear_object (&self->evaluations);
  g_clear_object (&self->contributions);
  g_clear_object (&self->neurons);
  g_clear_object (&self->tensors);
  G_OBJECT_CLASS (hunch_trace_result_parent_class)->finalize (object);
}

static void
hunch_trace_result_class_init (HunchTraceResultClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = hunch_trace_result_get_property;
  object_class->finalize = hunch_trace_result_finalize;
  hunch_fields_install_readable (object_class, 1, fields, G_N_ELEMENTS (fields));
}

static void
hunch_trace_result_init (HunchTraceResult *self)
{
  self->evaluations = g_list_store_new (HUNCH_TYPE_EVALUATION);
  self->contributions = g_list_store_new (HUNCH_TYPE_CONTRIBUTION);
  self->neurons = g_list_store_new (HUNCH_TYPE_NEURON);
  self->tensors = g_list_store_new (HUNCH_TYPE_ACTIVATION);
}

static void
append (GListStore *store, gpointer item)
{
  g_list_store_append (store, item);
  g_object_unref (item);
}

static void
set_shape (guint64 shape[3], guint n_rows, guint n_heads, guint width)
{
  shape[0] = n_rows;
  shape[1] = n_heads > 1 ? n_heads : width;
  shape[2] = n_heads > 1 ? width : 0;
}

static gint
layer_of (HunchTapPoint point, guint layer)
{
  return hunch_tap_in_layers (point) ? (gint) layer : -1;
}

/* A point with heads has the dimension of heads also where the model has one. */
static gboolean
has_heads (HunchTapPoint point)
{
  return point == HUNCH_TAP_Q || point == HUNCH_TAP_K || point == HUNCH_TAP_V || point == HUNCH_TAP_SCORES
         || point == HUNCH_TAP_ATTN_OUT;
}

static HunchActivation *
new_tensor (HunchTapPoint point, guint layer, guint n_rows, guint n_heads, guint width, GBytes *bytes, guint first_row,
            guint total_rows)
{
  guint64 shape[3] = { n_rows, n_heads, width };

  if (!has_heads (point))
    set_shape (shape, n_rows, 1, width);
  return hunch_activation_new (hunch_tap_name (point), layer_of (point, layer), shape, bytes, first_row, total_rows);
}

HunchActivation *
hunch_activation_new_for_piece (const HunchTracePiece *p)
{
  const gsize n = (gsize) p->n_here * p->n_heads * p->width;

  return new_tensor (p->point, p->layer, p->n_here, p->n_heads, p->width,
                     g_bytes_new (p->values, n * sizeof *p->values), p->first_row, p->n_rows);
}

static void
add_tensor (HunchTraceResult *self, HunchTraceTensor *t)
{
  const gsize bytes = (gsize) t->n_rows * t->n_heads * t->width * sizeof *t->values;

  append (self->tensors, new_tensor (t->point, t->layer, t->n_rows, t->n_heads, t->width,
                                     g_bytes_new_take (g_steal_pointer (&t->values), bytes), 0, t->n_rows));
}

static void
add_part (HunchTraceResult *self, const HunchTracePart *p)
{
  gint layer = (gint) p->layer, head = -1;
  char *name = NULL;

  switch (p->kind)
    {
    case HUNCH_PART_EMBEDDING:
      name = g_strdup ("embedding");
      layer = -1;
      break;
    case HUNCH_PART_HEAD:
      head = (gint) p->head;
      name = g_strdup_printf ("L%d.H%d", layer, head);
      break;
    case HUNCH_PART_ATTENTION_BIAS:
      name = g_strdup_printf ("attn.%d", layer);
      break;
    case HUNCH_PART_FFN:
      name = g_strdup_printf ("ffn.%d", layer);
      break;
    case HUNCH_PART_NORM_BIAS:
      name = g_strdup ("norm");
      layer = -1;
      break;
    }
  append (self->contributions, hunch_contribution_new (name, layer, head, -1, p->logit));
}

static void
add_map (HunchTraceResult *self, const char *name, const HunchTracePatch *p, const double *values)
{
  const guint64 shape[3] = { p->n_layers, p->n_positions, 0 };
  const gsize n = (gsize) p->n_layers * p->n_positions;
  float *copy = g_new (float, n);

  for (gsize i = 0; i < n; i++)
    copy[i] = (float) values[i];
  append (self->tensors,
          hunch_activation_new (name, -1, shape, g_bytes_new_take (copy, n * sizeof *copy), 0, p->n_layers));
}

static void
add_patch (HunchTraceResult *self, const HunchTracePatch *p)
{
  self->patch_ids = g_array_ref (p->ids);
  self->patch_p_from = p->p_from;
  self->patch_p_to = p->p_to;
  self->patch_logit_from = p->logit_from;
  self->patch_logit_to = p->logit_to;
  add_map (self, "patch_p", p, p->p);
  add_map (self, "patch_logit", p, p->logit);
}

HunchTraceResult *
hunch_trace_result_new (HunchTraceAnswer *a, gint neurons_layer, const HunchVocab *vocab)
{
  HunchTraceResult *self = g_object_new (HUNCH_TYPE_TRACE_RESULT, NULL);

  self->prompt_ids = g_array_ref (a->prompt_ids);
  self->ids = g_array_ref (a->ids);
  self->n_layers = a->n_layer;
  self->n_heads = a->n_head;
  self->contributions_logit = a->parts_logit;
  for (guint i = 0; i < a->steps->len; i++)
    append (self->evaluations, hunch_evaluation_new (a->steps->pdata[i], a->n_layer + 1, vocab));
  for (guint i = 0; i < a->parts->len; i++)
    add_part (self, &g_array_index (a->parts, HunchTracePart, i));
  for (guint i = 0; i < a->neurons->len; i++)
    append (self->neurons, hunch_neuron_new (&g_array_index (a->neurons, HunchTraceNeuron, i), neurons_layer, vocab));
  for (guint i = 0; i < a->tensors->len; i++)
    add_tensor (self, a->tensors->pdata[i]);
  if (a->patch)
    add_patch (self, a->patch);
  hunch_trace_answer_free (a);
  return self;
}

static const gint32 *
ids_of (GArray *ids, gsize *n)
{
  *n = ids ? ids->len : 0;
  return ids ? (const gint32 *) (gpointer) ids->data : NULL;
}

/**
 * hunch_trace_result_get_prompt_ids:
 * @self: a result
 * @n_ids: (out): how many
 *
 * The tokens of the prompt.
 *
 * Returns: (transfer none) (array length=n_ids): the tokens of the prompt
 */
const gint32 *
hunch_trace_result_get_prompt_ids (HunchTraceResult *self, gsize *n_ids)
{
  g_return_val_if_fail (HUNCH_IS_TRACE_RESULT (self), NULL);
  return ids_of (self->prompt_ids, n_ids);
}

/**
 * hunch_trace_result_get_ids:
 * @self: a result
 * @n_ids: (out): how many
 *
 * The tokens that were followed after the prompt.
 *
 * Returns: (transfer none) (array length=n_ids): the tokens that were followed after the prompt
 */
const gint32 *
hunch_trace_result_get_ids (HunchTraceResult *self, gsize *n_ids)
{
  g_return_val_if_fail (HUNCH_IS_TRACE_RESULT (self), NULL);
  return ids_of (self->ids, n_ids);
}

/**
 * hunch_trace_result_get_patch_ids:
 * @self: a result
 * @n_ids: (out): how many
 *
 * The tokens of the second prompt, where there was one.
 *
 * Returns: (transfer none) (nullable) (array length=n_ids): the tokens of the second prompt
 */
const gint32 *
hunch_trace_result_get_patch_ids (HunchTraceResult *self, gsize *n_ids)
{
  g_return_val_if_fail (HUNCH_IS_TRACE_RESULT (self), NULL);
  return ids_of (self->patch_ids, n_ids);
}

/**
 * hunch_trace_result_get_evaluations:
 * @self: a result
 *
 * The runs through the model: of the prompt, then of each token that was followed.
 *
 * Returns: (transfer none): a list of [class@Hunch.Evaluation]
 */
GListModel *
hunch_trace_result_get_evaluations (HunchTraceResult *self)
{
  g_return_val_if_fail (HUNCH_IS_TRACE_RESULT (self), NULL);
  return G_LIST_MODEL (self->evaluations);
}

/**
 * hunch_trace_result_get_contributions:
 * @self: a result
 *
 * What each part of the model added to the logit of the watched token; empty unless [property@Hunch.Trace:attribute].
 *
 * Returns: (transfer none): a list of [class@Hunch.Contribution]
 */
GListModel *
hunch_trace_result_get_contributions (HunchTraceResult *self)
{
  g_return_val_if_fail (HUNCH_IS_TRACE_RESULT (self), NULL);
  return G_LIST_MODEL (self->contributions);
}

/**
 * hunch_trace_result_get_neurons:
 * @self: a result
 *
 * The strongest feed-forward keys of [property@Hunch.Trace:neurons-layer], strongest first.
 *
 * Returns: (transfer none): a list of [class@Hunch.Neuron]
 */
GListModel *
hunch_trace_result_get_neurons (HunchTraceResult *self)
{
  g_return_val_if_fail (HUNCH_IS_TRACE_RESULT (self), NULL);
  return G_LIST_MODEL (self->neurons);
}

/**
 * hunch_trace_result_get_tensors:
 * @self: a result
 *
 * The tensors that were asked for. After patching there are also `patch_p` and `patch_logit`, (layer, position).
 *
 * Returns: (transfer none): a list of [class@Hunch.Activation]
 */
GListModel *
hunch_trace_result_get_tensors (HunchTraceResult *self)
{
  g_return_val_if_fail (HUNCH_IS_TRACE_RESULT (self), NULL);
  return G_LIST_MODEL (self->tensors);
}

/**
 * hunch_trace_result_lookup_tensor:
 * @self: a result
 * @name: a name, such as `resid.5`
 *
 * Finds a tensor by its name.
 *
 * Returns: (transfer none) (nullable): the tensor
 */
HunchActivation *
hunch_trace_result_lookup_tensor (HunchTraceResult *self, const char *name)
{
  GListModel *list;

  g_return_val_if_fail (HUNCH_IS_TRACE_RESULT (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);
  list = G_LIST_MODEL (self->tensors);
  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (HunchActivation) t = g_list_model_get_item (list, i);

      if (strcmp (hunch_activation_get_name (t), name) == 0)
        return t; /* the list holds it */
    }
  return NULL;
}
