/* hunch-layer-view.c: the residual stream after a layer, and what the model would say there.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/hunch.h"
#include "libhunch/fields.h"
#include "libhunch/hunch-trace-private.h"

/**
 * HunchLayerView:
 *
 * The residual stream at one position after a layer, and what the final norm and the LM head make of it: the logit lens (nostalgebraist, 2020). Immutable.
 */
struct _HunchLayerView
{
  GObject parent_instance;
  guint layer, rank;
  double norm, attention_move, feed_forward_move, probability, logit;
  HunchCandidate *best;
};

G_DEFINE_FINAL_TYPE (HunchLayerView, hunch_layer_view, G_TYPE_OBJECT)

enum
{
  PROP_BEST = 1,
  N_PROPS
};

static const HunchField fields[] = {
  /**
   * HunchLayerView:layer: (getter get_layer)
   *
   * How many layers lie behind; 0 is the embedding.
   */
  { "layer", HUNCH_FIELD_UINT, G_STRUCT_OFFSET (HunchLayerView, layer) },
  /**
   * HunchLayerView:norm:
   *
   * The Euclidean norm of the residual stream.
   */
  { "norm", HUNCH_FIELD_DOUBLE, G_STRUCT_OFFSET (HunchLayerView, norm) },
  /**
   * HunchLayerView:attention-move:
   *
   * Norm of what attention added, over the norm of the stream before it.
   */
  { "attention-move", HUNCH_FIELD_DOUBLE, G_STRUCT_OFFSET (HunchLayerView, attention_move) },
  /**
   * HunchLayerView:feed-forward-move:
   *
   * Norm of what the feed-forward added, over the norm of the stream before it.
   */
  { "feed-forward-move", HUNCH_FIELD_DOUBLE, G_STRUCT_OFFSET (HunchLayerView, feed_forward_move) },
  /**
   * HunchLayerView:rank: (getter get_rank)
   *
   * Rank of the watched token; 1 is the likeliest.
   */
  { "rank", HUNCH_FIELD_UINT, G_STRUCT_OFFSET (HunchLayerView, rank) },
  /**
   * HunchLayerView:probability: (getter get_probability)
   *
   * Probability of the watched token.
   */
  { "probability", HUNCH_FIELD_DOUBLE, G_STRUCT_OFFSET (HunchLayerView, probability) },
  /**
   * HunchLayerView:logit:
   *
   * Logit of the watched token.
   */
  { "logit", HUNCH_FIELD_DOUBLE, G_STRUCT_OFFSET (HunchLayerView, logit) },
};

static void
hunch_layer_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  HunchLayerView *self = HUNCH_LAYER_VIEW (object);

  if (id >= N_PROPS)
    hunch_field_get (&fields[id - N_PROPS], self, value);
  else
    g_value_set_object (value, self->best);
}

static void
hunch_layer_view_finalize (GObject *object)
{
  HunchLayerView *self = HUNCH_LAYER_VIEW (object);

  g_clear_object (&self->best);
  G_OBJECT_CLASS (hunch_layer_view_parent_class)->finalize (object);
}

static void
hunch_layer_view_class_init (HunchLayerViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = hunch_layer_view_get_property;
  object_class->finalize = hunch_layer_view_finalize;
  /**
   * HunchLayerView:best: (getter get_best)
   *
   * The likeliest token there.
   */
  g_object_class_install_property (object_class, PROP_BEST,
                                   g_param_spec_object ("best", NULL, NULL, HUNCH_TYPE_CANDIDATE, flags));
  hunch_fields_install_readable (object_class, N_PROPS, fields, G_N_ELEMENTS (fields));
}

static void
hunch_layer_view_init (HunchLayerView *self)
{
}

HunchLayerView *
hunch_layer_view_new (const HunchTraceLayer *l, HunchCandidate *best)
{
  HunchLayerView *self = g_object_new (HUNCH_TYPE_LAYER_VIEW, NULL);

  self->layer = l->layer;
  self->rank = l->rank;
  self->norm = l->norm;
  self->attention_move = l->attn_move;
  self->feed_forward_move = l->ffn_move;
  self->probability = l->p;
  self->logit = l->logit;
  self->best = best;
  return self;
}

/**
 * hunch_layer_view_get_layer:
 * @self: a layer view
 *
 * How many layers lie behind; 0 is the embedding.
 *
 * Returns: how many layers lie behind; 0 is the embedding
 */
guint
hunch_layer_view_get_layer (HunchLayerView *self)
{
  g_return_val_if_fail (HUNCH_IS_LAYER_VIEW (self), 0);
  return self->layer;
}

/**
 * hunch_layer_view_get_rank:
 * @self: a layer view
 *
 * Rank of the watched token; 1 is the likeliest.
 *
 * Returns: rank of the watched token; 1 is the likeliest
 */
guint
hunch_layer_view_get_rank (HunchLayerView *self)
{
  g_return_val_if_fail (HUNCH_IS_LAYER_VIEW (self), 0);
  return self->rank;
}

/**
 * hunch_layer_view_get_probability:
 * @self: a layer view
 *
 * Probability of the watched token.
 *
 * Returns: probability of the watched token
 */
double
hunch_layer_view_get_probability (HunchLayerView *self)
{
  g_return_val_if_fail (HUNCH_IS_LAYER_VIEW (self), 0);
  return self->probability;
}

/**
 * hunch_layer_view_get_best:
 * @self: a layer view
 *
 * The likeliest token there.
 *
 * Returns: (transfer none): the likeliest token there
 */
HunchCandidate *
hunch_layer_view_get_best (HunchLayerView *self)
{
  g_return_val_if_fail (HUNCH_IS_LAYER_VIEW (self), NULL);
  return self->best;
}
