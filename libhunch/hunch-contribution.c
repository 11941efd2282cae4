/* hunch-contribution.c: what one part of a model added to a number.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/hunch.h"
#include "libhunch/fields.h"
#include "libhunch/hunch-trace-private.h"

/**
 * HunchContribution:
 *
 * What one part of a model, or one token, has to do with a number: a term of a sum. Immutable.
 */
struct _HunchContribution
{
  GObject parent_instance;
  char *name;
  gint layer, head, id;
  double value;
};

G_DEFINE_FINAL_TYPE (HunchContribution, hunch_contribution, G_TYPE_OBJECT)

static const HunchField fields[] = {
  /**
   * HunchContribution:name: (getter get_name)
   *
   * The part: `embedding`, `L5.H3` for a head, `attn.5` for the bias of attention, `ffn.7`, `norm` for the bias of the final norm; or the text of a token.
   */
  { "name", HUNCH_FIELD_STRING, G_STRUCT_OFFSET (HunchContribution, name) },
  /**
   * HunchContribution:layer:
   *
   * The layer, from 0; -1 where there is none.
   */
  { "layer", HUNCH_FIELD_INT, G_STRUCT_OFFSET (HunchContribution, layer) },
  /**
   * HunchContribution:head:
   *
   * The head, from 0; -1 where it is none.
   */
  { "head", HUNCH_FIELD_INT, G_STRUCT_OFFSET (HunchContribution, head) },
  /**
   * HunchContribution:id:
   *
   * The token; -1 where it is none.
   */
  { "id", HUNCH_FIELD_INT, G_STRUCT_OFFSET (HunchContribution, id) },
  /**
   * HunchContribution:value: (getter get_value)
   *
   * What it added.
   */
  { "value", HUNCH_FIELD_DOUBLE, G_STRUCT_OFFSET (HunchContribution, value) },
};

static void
hunch_contribution_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  hunch_field_get (&fields[id - 1], object, value);
}

static void
hunch_contribution_finalize (GObject *object)
{
  HunchContribution *self = HUNCH_CONTRIBUTION (object);

  g_free (self->name);
  G_OBJECT_CLASS (hunch_contribution_parent_class)->finalize (object);
}

static void
hunch_contribution_class_init (HunchContributionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = hunch_contribution_get_property;
  object_class->finalize = hunch_contribution_finalize;
  hunch_fields_install_readable (object_class, 1, fields, G_N_ELEMENTS (fields));
}

static void
hunch_contribution_init (HunchContribution *self)
{
}

HunchContribution *
hunch_contribution_new (char *name, gint layer, gint head, gint32 id, double value)
{
  HunchContribution *self = g_object_new (HUNCH_TYPE_CONTRIBUTION, NULL);

  self->name = name;
  self->layer = layer;
  self->head = head;
  self->id = id;
  self->value = value;
  return self;
}

/**
 * hunch_contribution_get_name:
 * @self: a contribution
 *
 * The part: `embedding`, `L5.H3` for a head, `attn.5` for the bias of attention, `ffn.7`, `norm` for the bias of the final norm; or the text of a token.
 *
 * Returns: (nullable): the part: `embedding`, `L5.H3` for a head, `attn.5` for the bias of attention, `ffn.7`, `norm` for the bias of the final norm; or the text of a token
 */
const char *
hunch_contribution_get_name (HunchContribution *self)
{
  g_return_val_if_fail (HUNCH_IS_CONTRIBUTION (self), NULL);
  return self->name;
}

/**
 * hunch_contribution_get_value:
 * @self: a contribution
 *
 * What it added.
 *
 * Returns: what it added
 */
double
hunch_contribution_get_value (HunchContribution *self)
{
  g_return_val_if_fail (HUNCH_IS_CONTRIBUTION (self), 0);
  return self->value;
}
