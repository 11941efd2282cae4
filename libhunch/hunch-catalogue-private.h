/* hunch-catalogue-private.h: what a pull needs of an entry.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "libhunch/hunch-catalogue.h"

/* One package that carries a piece of the file. */
typedef struct
{
  char *package, *version;
  char *member; /* end of the path in the package */
} HunchPart;

struct _HunchCatalogueEntry
{
  GObject parent_instance;
  char *name, *title, *summary, *licence, *file, *sha256;
  char *path;   /* where it is or will be */
  guint64 size; /* bytes, about */
  gboolean infill, is_default;
  GPtrArray *parts; /* (element-type HunchPart) in their order */
};

/* One group of a catalogue. HUNCH_ERROR_FORMAT names group and key. */
HunchCatalogueEntry *hunch_catalogue_entry_new (GKeyFile *file, const char *group, GError **error);
