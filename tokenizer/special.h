/* special.h: special tokens: finding their names in a text, and what the well-known names mean.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

#include "tokenizer/vocab.h"

/* Names in the order of their bytes; a name found twice is the lower id. */
typedef struct
{
  gint32 *ids; /* (n) owned */
  guint n;
  const guint8 *bytes; /* not owned, as in HunchTokenTable */
  const guint32 *starts;
  gboolean first[256]; /* whether a name begins with this byte */
} HunchSpecials;

/* Takes ids (n, in rising order; none empty). */
void hunch_specials_init (HunchSpecials *s, gint32 *ids, guint n, const guint8 *bytes, const guint32 *starts);
void hunch_specials_finish (HunchSpecials *s);
/* The longest name with which text begins: its id and length, or -1. */
gint32 hunch_specials_match (const HunchSpecials *s, const guint8 *text, gsize len, gsize *n);
/* The token of this very name, or -1. */
gint32 hunch_specials_lookup (const HunchSpecials *s, const guint8 *name, gsize len);

/* What a well-known name says about its token. */
typedef struct
{
  const char *name;
  HunchFim fim; /* HUNCH_N_FIM: none */
  gboolean eog; /* ends a generation */
} HunchKnownName;

/* NULL when the name is not one of those. */
const HunchKnownName *hunch_known_name (const guint8 *name, gsize len);
