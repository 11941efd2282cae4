/* hunch-activation.c: numbers out of a forward pass.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/hunch.h"
#include "libhunch/fields.h"
#include "libhunch/hunch-trace-private.h"

#include <string.h>

/**
 * HunchActivation:
 *
 * A tensor out of a forward pass: float32, row by row, in the byte order of the machine. Immutable.
 */
struct _HunchActivation
{
  GObject parent_instance;
  char *name, *point;
  gint layer;
  guint first_row, total_rows;
  guint64 shape[3];
  GBytes *bytes;
};

G_DEFINE_FINAL_TYPE (HunchActivation, hunch_activation, G_TYPE_OBJECT)

static const HunchField fields[] = {
  /**
   * HunchActivation:name: (getter get_name)
   *
   * Its point, and after a dot its layer where there is one in each: `resid.5`.
   */
  { "name", HUNCH_FIELD_STRING, G_STRUCT_OFFSET (HunchActivation, name) },
  /**
   * HunchActivation:point:
   *
   * The point of the forward pass.
   */
  { "point", HUNCH_FIELD_STRING, G_STRUCT_OFFSET (HunchActivation, point) },
  /**
   * HunchActivation:layer:
   *
   * The layer, from 0; -1 where there is none.
   */
  { "layer", HUNCH_FIELD_INT, G_STRUCT_OFFSET (HunchActivation, layer) },
  /**
   * HunchActivation:first-row:
   *
   * The first of its rows; 0 unless it is a piece.
   */
  { "first-row", HUNCH_FIELD_UINT, G_STRUCT_OFFSET (HunchActivation, first_row) },
  /**
   * HunchActivation:total-rows:
   *
   * Rows that all pieces have together.
   */
  { "total-rows", HUNCH_FIELD_UINT, G_STRUCT_OFFSET (HunchActivation, total_rows) },
};

static void
hunch_activation_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  hunch_field_get (&fields[id - 1], object, value);
}

static void
hunch_activation_finalize (GObject *object)
{
  HunchActivation *self = HUNCH_ACTIVATION (object);

  g_free (self->name);
  g_free (self->point);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  G_OBJECT_CLASS (hunch_activation_parent_class)->finalize (object);
}

static void
hunch_activation_class_init (HunchActivationClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = hunch_activation_get_property;
  object_class->finalize = hunch_activation_finalize;
  hunch_fields_install_readable (object_class, 1, fields, G_N_ELEMENTS (fields));
}

static void
hunch_activation_init (HunchActivation *self)
{
}

HunchActivation *
hunch_activation_new (const char *point, gint layer, const guint64 shape[3], GBytes *bytes, guint first_row,
                      guint total_rows)
{
  HunchActivation *self = g_object_new (HUNCH_TYPE_ACTIVATION, NULL);

  self->point = g_strdup (point);
  self->name = layer < 0 ? g_strdup (point) : g_strdup_printf ("%s.%d", point, layer);
  self->layer = layer;
  memcpy (self->shape, shape, sizeof self->shape);
  self->bytes = bytes;
  self->first_row = first_row;
  self->total_rows = total_rows;
  return self;
}

/**
 * hunch_activation_get_shape:
 * @self: an activation
 * @n_dims: (out): number of dimensions
 *
 * Its shape: position, head, channel; without the head where there are none.
 *
 * Returns: (transfer none) (array length=n_dims): the length of each dimension
 */
const guint64 *
hunch_activation_get_shape (HunchActivation *self, gsize *n_dims)
{
  g_return_val_if_fail (HUNCH_IS_ACTIVATION (self), NULL);
  *n_dims = self->shape[2] > 0 ? 3 : 2;
  return self->shape;
}

/**
 * hunch_activation_get_bytes:
 * @self: an activation
 *
 * Its numbers.
 *
 * Returns: (transfer none): its numbers
 */
GBytes *
hunch_activation_get_bytes (HunchActivation *self)
{
  g_return_val_if_fail (HUNCH_IS_ACTIVATION (self), NULL);
  return self->bytes;
}

/**
 * hunch_activation_get_name:
 * @self: an activation
 *
 * Its point, and after a dot its layer where there is one in each: `resid.5`.
 *
 * Returns: (nullable): its point, and after a dot its layer where there is one in each: `resid.5`
 */
const char *
hunch_activation_get_name (HunchActivation *self)
{
  g_return_val_if_fail (HUNCH_IS_ACTIVATION (self), NULL);
  return self->name;
}
