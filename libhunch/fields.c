/* fields.c: properties that are plain members of a struct.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/fields.h"

static GParamSpec *
readable_pspec (const HunchField *field)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  switch (field->kind)
    {
    case HUNCH_FIELD_BOOLEAN:
      return g_param_spec_boolean (field->name, NULL, NULL, FALSE, flags);
    case HUNCH_FIELD_INT:
      return g_param_spec_int (field->name, NULL, NULL, G_MININT, G_MAXINT, 0, flags);
    case HUNCH_FIELD_UINT:
      return g_param_spec_uint (field->name, NULL, NULL, 0, G_MAXUINT, 0, flags);
    case HUNCH_FIELD_UINT64:
      return g_param_spec_uint64 (field->name, NULL, NULL, 0, G_MAXUINT64, 0, flags);
    case HUNCH_FIELD_FLOAT:
    case HUNCH_FIELD_DOUBLE:
      return g_param_spec_double (field->name, NULL, NULL, -G_MAXDOUBLE, G_MAXDOUBLE, 0, flags);
    case HUNCH_FIELD_STRING:
      return g_param_spec_string (field->name, NULL, NULL, NULL, flags);
    }
  g_assert_not_reached ();
}

void
hunch_fields_install_readable (GObjectClass *klass, guint first, const HunchField *fields, guint n)
{
  for (guint i = 0; i < n; i++)
    g_object_class_install_property (klass, first + i, readable_pspec (&fields[i]));
}

void
hunch_field_get (const HunchField *field, gconstpointer base, GValue *value)
{
  gconstpointer member = (const char *) base + field->offset;

  switch (field->kind)
    {
    case HUNCH_FIELD_BOOLEAN:
      g_value_set_boolean (value, *(const gboolean *) member);
      break;
    case HUNCH_FIELD_INT:
      g_value_set_int (value, *(const gint *) member);
      break;
    case HUNCH_FIELD_UINT:
      g_value_set_uint (value, *(const guint *) member);
      break;
    case HUNCH_FIELD_UINT64:
      g_value_set_uint64 (value, *(const guint64 *) member);
      break;
    case HUNCH_FIELD_FLOAT:
      g_value_set_double (value, *(const float *) member);
      break;
    case HUNCH_FIELD_DOUBLE:
      g_value_set_double (value, *(const double *) member);
      break;
    case HUNCH_FIELD_STRING:
      g_value_set_string (value, *(const char *const *) member);
      break;
    }
}

#define SET(type, v)                                                                                                   \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    type new_value = (type) (v);                                                                                       \
    gboolean changed = *(type *) member != new_value;                                                                  \
                                                                                                                       \
    *(type *) member = new_value;                                                                                      \
    return changed;                                                                                                    \
  }                                                                                                                    \
  G_STMT_END

gboolean
hunch_field_set (const HunchField *field, gpointer base, const GValue *value)
{
  gpointer member = (char *) base + field->offset;

  switch (field->kind)
    {
    case HUNCH_FIELD_BOOLEAN:
      SET (gboolean, g_value_get_boolean (value));
    case HUNCH_FIELD_INT:
      SET (gint, g_value_get_int (value));
    case HUNCH_FIELD_UINT:
      SET (guint, g_value_get_uint (value));
    case HUNCH_FIELD_UINT64:
      SET (guint64, g_value_get_uint64 (value));
    case HUNCH_FIELD_FLOAT:
      SET (float, g_value_get_double (value));
    case HUNCH_FIELD_DOUBLE:
      SET (double, g_value_get_double (value));
    case HUNCH_FIELD_STRING:
      break;
    }
  g_assert_not_reached ();
}
