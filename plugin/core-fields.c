/* core-fields.c: GObject properties that are fields of the instance, without a switch for each.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "plugin/core-fields.h"

void
core_fields_install (GObjectClass *klass, const CoreField *fields, guint n_fields)
{
  for (guint i = 0; i < n_fields; i++)
    g_object_class_install_property (klass, i + 1, fields[i].pspec);
}

void
core_fields_free (gpointer instance, const CoreField *fields, guint n_fields)
{
  for (guint i = 0; i < n_fields; i++)
    {
      gpointer place = G_STRUCT_MEMBER_P (instance, fields[i].offset);
      GType type = G_PARAM_SPEC_VALUE_TYPE (fields[i].pspec);

      if (type == G_TYPE_STRING)
        g_clear_pointer ((char **) place, g_free);
      else if (type == G_TYPE_STRV)
        g_clear_pointer ((char ***) place, g_strfreev);
      else if (type == G_TYPE_VARIANT)
        g_clear_pointer ((GVariant **) place, g_variant_unref);
    }
}

void
core_fields_get (gpointer instance, const CoreField *field, GValue *value)
{
  gpointer place = G_STRUCT_MEMBER_P (instance, field->offset);

  if (G_VALUE_HOLDS_BOOLEAN (value))
    g_value_set_boolean (value, *(gboolean *) place);
  else if (G_VALUE_HOLDS_INT (value))
    g_value_set_int (value, *(gint *) place);
  else if (G_VALUE_HOLDS_ENUM (value))
    g_value_set_enum (value, *(gint *) place);
  else if (G_VALUE_HOLDS_UINT (value))
    g_value_set_uint (value, *(guint *) place);
  else if (G_VALUE_HOLDS_UINT64 (value))
    g_value_set_uint64 (value, *(guint64 *) place);
  else if (G_VALUE_HOLDS_DOUBLE (value))
    g_value_set_double (value, *(double *) place);
  else if (G_VALUE_HOLDS_STRING (value))
    g_value_set_string (value, *(char **) place);
  else if (G_VALUE_HOLDS_VARIANT (value))
    g_value_set_variant (value, *(GVariant **) place);
  else
    g_value_set_boxed (value, *(char ***) place);
}

void
core_fields_set (gpointer instance, const CoreField *field, const GValue *value)
{
  gpointer place = G_STRUCT_MEMBER_P (instance, field->offset);

  if (G_VALUE_HOLDS_BOOLEAN (value))
    *(gboolean *) place = g_value_get_boolean (value);
  else if (G_VALUE_HOLDS_INT (value))
    *(gint *) place = g_value_get_int (value);
  else if (G_VALUE_HOLDS_ENUM (value))
    *(gint *) place = g_value_get_enum (value);
  else if (G_VALUE_HOLDS_UINT (value))
    *(guint *) place = g_value_get_uint (value);
  else if (G_VALUE_HOLDS_UINT64 (value))
    *(guint64 *) place = g_value_get_uint64 (value);
  else if (G_VALUE_HOLDS_DOUBLE (value))
    *(double *) place = g_value_get_double (value);
  else if (G_VALUE_HOLDS_STRING (value))
    {
      const char *text = g_value_get_string (value);

      g_free (*(char **) place);
      *(char **) place = g_strdup (text ? text : G_PARAM_SPEC_STRING (field->pspec)->default_value);
    }
  else if (G_VALUE_HOLDS_VARIANT (value))
    {
      g_clear_pointer ((GVariant **) place, g_variant_unref);
      *(GVariant **) place = g_value_dup_variant (value);
    }
  else
    {
      g_strfreev (*(char ***) place);
      *(char ***) place = g_value_dup_boxed (value);
    }
}
