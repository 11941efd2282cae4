/* core-fields.h: GObject properties that are fields of the instance, without a switch for each.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

typedef struct
{
  GParamSpec *pspec;
  gsize offset; /* of the field in the instance */
} CoreField;

/* Fields of the types gboolean, gint, enumerations, guint, guint64, double, char * and GStrv; property n + 1 is field n. */
void core_fields_install (GObjectClass *klass, const CoreField *fields, guint n_fields);
void core_fields_free (gpointer instance, const CoreField *fields, guint n_fields);
void core_fields_get (gpointer instance, const CoreField *field, GValue *value);
/* A string that is NULL is the default. */
void core_fields_set (gpointer instance, const CoreField *field, const GValue *value);

G_END_DECLS
