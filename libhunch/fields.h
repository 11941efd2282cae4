/* fields.h: properties that are plain members of a struct, described by a table instead of a case each.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib-object.h>

typedef enum
{
  HUNCH_FIELD_BOOLEAN,
  HUNCH_FIELD_INT,
  HUNCH_FIELD_UINT,
  HUNCH_FIELD_UINT64,
  HUNCH_FIELD_FLOAT, /* a float in the struct, a double as a property */
  HUNCH_FIELD_DOUBLE,
  HUNCH_FIELD_STRING,
} HunchFieldKind;

typedef struct
{
  const char *name; /* of the property */
  HunchFieldKind kind;
  gsize offset; /* of the member */
} HunchField;

/* Installs fields[0] … as read-only properties first … first + n - 1. */
void hunch_fields_install_readable (GObjectClass *klass, guint first, const HunchField *fields, guint n);
void hunch_field_get (const HunchField *field, gconstpointer base, GValue *value);
/* Numbers and booleans only; TRUE when the member changed. */
gboolean hunch_field_set (const HunchField *field, gpointer base, const GValue *value);
