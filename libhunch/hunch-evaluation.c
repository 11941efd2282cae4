/* hunch-evaluation.c: one run through all layers.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/hunch.h"
#include "libhunch/fields.h"
#include "libhunch/hunch-result-private.h"
#include "libhunch/hunch-tokenizer-private.h"
#include "libhunch/hunch-trace-private.h"

/**
 * HunchEvaluation:
 *
 * One run through all layers: of the prompt, or of a token that follows it. Immutable.
 */
struct _HunchEvaluation
{
  GObject parent_instance;
  guint n_new, n_past, n_blocks, position;
  guint64 block_bytes;
  gint target, next;
  GListStore *layers; /* (element-type HunchLayerView) */
  GListStore *top;    /* (element-type HunchCandidate) */
};

G_DEFINE_FINAL_TYPE (HunchEvaluation, hunch_evaluation, G_TYPE_OBJECT)

enum
{
  PROP_LAYERS = 1,
  PROP_TOP,
  N_PROPS
};

static const HunchField fields[] = {
  /**
   * HunchEvaluation:n-new:
   *
   * Tokens that were evaluated.
   */
  { "n-new", HUNCH_FIELD_UINT, G_STRUCT_OFFSET (HunchEvaluation, n_new) },
  /**
   * HunchEvaluation:n-past:
   *
   * Positions before them, whose keys and values were in the cache and were used again.
   */
  { "n-past", HUNCH_FIELD_UINT, G_STRUCT_OFFSET (HunchEvaluation, n_past) },
  /**
   * HunchEvaluation:n-blocks:
   *
   * Blocks of the cache that the sequence holds.
   */
  { "n-blocks", HUNCH_FIELD_UINT, G_STRUCT_OFFSET (HunchEvaluation, n_blocks) },
  /**
   * HunchEvaluation:block-bytes:
   *
   * Bytes of these blocks on the device, of all layers.
   */
  { "block-bytes", HUNCH_FIELD_UINT64, G_STRUCT_OFFSET (HunchEvaluation, block_bytes) },
  /**
   * HunchEvaluation:position:
   *
   * The position looked at, from 0.
   */
  { "position", HUNCH_FIELD_UINT, G_STRUCT_OFFSET (HunchEvaluation, position) },
  /**
   * HunchEvaluation:target:
   *
   * The token that is watched.
   */
  { "target", HUNCH_FIELD_INT, G_STRUCT_OFFSET (HunchEvaluation, target) },
  /**
   * HunchEvaluation:next:
   *
   * The likeliest token after the last position.
   */
  { "next", HUNCH_FIELD_INT, G_STRUCT_OFFSET (HunchEvaluation, next) },
};

static void
hunch_evaluation_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  HunchEvaluation *self = HUNCH_EVALUATION (object);

  if (id >= N_PROPS)
    hunch_field_get (&fields[id - N_PROPS], self, value);
  else if (id == PROP_LAYERS)
    g_value_set_object (value, self->layers);
  else
    g_value_set_object (value, self->top);
}

static void
hunch_evaluation_finalize (GObject *object)
{
  HunchEvaluation *self = HUNCH_EVALUATION (object);

  g_clear_object (&self->layers);
  g_clear_object (&self->top);
  G_OBJECT_CLASS (hunch_evaluation_parent_class)->finalize (object);
}

static void
hunch_evaluation_class_init (HunchEvaluationClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = hunch_evaluation_get_property;
  object_class->finalize = hunch_evaluation_finalize;
  /**
   * HunchEvaluation:layers: (getter get_layers)
   *
   * The residual stream at the position, after each layer; the first is the embedding.
   */
  g_object_class_install_property (object_class, PROP_LAYERS,
                                   g_param_spec_object ("layers", NULL, NULL, G_TYPE_LIST_MODEL, flags));
  /**
   * HunchEvaluation:top: (getter get_top)
   *
   * The likeliest tokens after the position.
   */
  g_object_class_install_property (object_class, PROP_TOP,
                                   g_param_spec_object ("top", NULL, NULL, G_TYPE_LIST_MODEL, flags));
  hunch_fields_install_readable (object_class, N_PROPS, fields, G_N_ELEMENTS (fields));
}

static void
hunch_evaluation_init (HunchEvaluation *self)
{
}

static HunchCandidate *
candidate (const HunchVocab *vocab, gint32 id, double p)
{
  return hunch_candidate_new (id, hunch_vocab_piece_text (vocab, id), p);
}

HunchEvaluation *
hunch_evaluation_new (const HunchTraceStep *step, guint n_layers, const HunchVocab *vocab)
{
  HunchEvaluation *self = g_object_new (HUNCH_TYPE_EVALUATION, NULL);

  self->n_new = step->n_new;
  self->n_past = step->n_past;
  self->n_blocks = step->n_blocks;
  self->block_bytes = step->block_bytes;
  self->position = step->position;
  self->target = step->target;
  self->next = step->next;
  self->layers = g_list_store_new (HUNCH_TYPE_LAYER_VIEW);
  self->top = g_list_store_new (HUNCH_TYPE_CANDIDATE);
  for (guint i = 0; i < n_layers; i++)
    {
      const HunchTraceLayer *l = &step->layers[i];
      g_autoptr (HunchLayerView) view = hunch_layer_view_new (l, candidate (vocab, l->best, l->best_p));

      g_list_store_append (self->layers, view);
    }
  for (guint i = 0; i < step->n_top; i++)
    {
      g_autoptr (HunchCandidate) one = candidate (vocab, step->top[i].id, step->top[i].p);

      g_list_store_append (self->top, one);
    }
  return self;
}

/**
 * hunch_evaluation_get_layers:
 * @self: an evaluation
 *
 * The residual stream at the position, after each layer; the first is the embedding.
 *
 * Returns: (transfer none): a list of [class@Hunch.LayerView]: the residual stream at the position, after each layer; the first is the embedding
 */
GListModel *
hunch_evaluation_get_layers (HunchEvaluation *self)
{
  g_return_val_if_fail (HUNCH_IS_EVALUATION (self), NULL);
  return G_LIST_MODEL (self->layers);
}

/**
 * hunch_evaluation_get_top:
 * @self: an evaluation
 *
 * The likeliest tokens after the position.
 *
 * Returns: (transfer none): a list of [class@Hunch.Candidate]: the likeliest tokens after the position
 */
GListModel *
hunch_evaluation_get_top (HunchEvaluation *self)
{
  g_return_val_if_fail (HUNCH_IS_EVALUATION (self), NULL);
  return G_LIST_MODEL (self->top);
}
