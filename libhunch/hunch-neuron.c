/* hunch-neuron.c: a feed-forward key, and the tokens that its value pushes.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/hunch.h"
#include "libhunch/fields.h"
#include "libhunch/hunch-tokenizer-private.h"
#include "libhunch/hunch-trace-private.h"

/**
 * HunchNeuron:
 *
 * A key of a feed-forward after its activation, and the tokens that its value vector makes likelier through final norm and LM head (Geva et al., 2021). Immutable.
 */
struct _HunchNeuron
{
  GObject parent_instance;
  guint index;
  double key;
  GListStore *pushes; /* (element-type HunchContribution) */
};

G_DEFINE_FINAL_TYPE (HunchNeuron, hunch_neuron, G_TYPE_OBJECT)

enum
{
  PROP_PUSHES = 1,
  N_PROPS
};

static const HunchField fields[] = {
  /**
   * HunchNeuron:index: (getter get_index)
   *
   * Which key of the layer, from 0.
   */
  { "index", HUNCH_FIELD_UINT, G_STRUCT_OFFSET (HunchNeuron, index) },
  /**
   * HunchNeuron:key: (getter get_key)
   *
   * Its value at the position.
   */
  { "key", HUNCH_FIELD_DOUBLE, G_STRUCT_OFFSET (HunchNeuron, key) },
};

static void
hunch_neuron_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  HunchNeuron *self = HUNCH_NEURON (object);

  if (id >= N_PROPS)
    hunch_field_get (&fields[id - N_PROPS], self, value);
  else
    g_value_set_object (value, self->pushes);
}

static void
hunch_neuron_finalize (GObject *object)
{
  HunchNeuron *self = HUNCH_NEURON (object);

  g_clear_object (&self->pushes);
  G_OBJECT_CLASS (hunch_neuron_parent_class)->finalize (object);
}

static void
hunch_neuron_class_init (HunchNeuronClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = hunch_neuron_get_property;
  object_class->finalize = hunch_neuron_finalize;
  /**
   * HunchNeuron:pushes: (getter get_pushes)
   *
   * The tokens that are pushed most, the sign of the key taken in.
   */
  g_object_class_install_property (object_class, PROP_PUSHES,
                                   g_param_spec_object ("pushes", NULL, NULL, G_TYPE_LIST_MODEL, flags));
  hunch_fields_install_readable (object_class, N_PROPS, fields, G_N_ELEMENTS (fields));
}

static void
hunch_neuron_init (HunchNeuron *self)
{
}

HunchNeuron *
hunch_neuron_new (const HunchTraceNeuron *neuron, gint layer, const HunchVocab *vocab)
{
  HunchNeuron *self = g_object_new (HUNCH_TYPE_NEURON, NULL);

  self->index = neuron->index;
  self->key = neuron->key;
  self->pushes = g_list_store_new (HUNCH_TYPE_CONTRIBUTION);
  for (guint i = 0; i < HUNCH_TRACE_N_TOP; i++)
    {
      g_autoptr (HunchContribution) push = hunch_contribution_new (hunch_vocab_piece_text (vocab, neuron->tokens[i]),
                                                                   layer, -1, neuron->tokens[i], neuron->pushes[i]);

      g_list_store_append (self->pushes, push);
    }
  return self;
}

/**
 * hunch_neuron_get_index:
 * @self: a neuron
 *
 * Which key of the layer, from 0.
 *
 * Returns: which key of the layer, from 0
 */
guint
hunch_neuron_get_index (HunchNeuron *self)
{
  g_return_val_if_fail (HUNCH_IS_NEURON (self), 0);
  return self->index;
}

/**
 * hunch_neuron_get_key:
 * @self: a neuron
 *
 * Its value at the position.
 *
 * Returns: its value at the position
 */
double
hunch_neuron_get_key (HunchNeuron *self)
{
  g_return_val_if_fail (HUNCH_IS_NEURON (self), 0);
  return self->key;
}

/**
 * hunch_neuron_get_pushes:
 * @self: a neuron
 *
 * The tokens that are pushed most, the sign of the key taken in.
 *
 * Returns: (transfer none): a list of [class@Hunch.Contribution]: the tokens that are pushed most, the sign of the key taken in
 */
GListModel *
hunch_neuron_get_pushes (HunchNeuron *self)
{
  g_return_val_if_fail (HUNCH_IS_NEURON (self), NULL);
  return G_LIST_MODEL (self->pushes);
}
