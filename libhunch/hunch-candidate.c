/* hunch-candidate.c: a token that could have come.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/hunch.h"
#include "libhunch/fields.h"
#include "libhunch/hunch-result-private.h"

/**
 * HunchCandidate:
 *
 * A token that could have come, and how likely it was. Immutable.
 */
struct _HunchCandidate
{
  GObject parent_instance;
  gint id;
  char *text;
  double probability;
};

G_DEFINE_FINAL_TYPE (HunchCandidate, hunch_candidate, G_TYPE_OBJECT)

static const HunchField fields[] = {
  /**
   * HunchCandidate:id: (getter get_id)
   *
   * The token.
   */
  { "id", HUNCH_FIELD_INT, G_STRUCT_OFFSET (HunchCandidate, id) },
  /**
   * HunchCandidate:text: (getter get_text)
   *
   * The token's text; the name of a control token.
   */
  { "text", HUNCH_FIELD_STRING, G_STRUCT_OFFSET (HunchCandidate, text) },
  /**
   * HunchCandidate:probability: (getter get_probability)
   *
   * How likely it was, from 0 to 1, at temperature 1.
   */
  { "probability", HUNCH_FIELD_DOUBLE, G_STRUCT_OFFSET (HunchCandidate, probability) },
};

static void
hunch_candidate_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  hunch_field_get (&fields[id - 1], object, value);
}

static void
hunch_candidate_finalize (GObject *object)
{
  g_free (HUNCH_CANDIDATE (object)->text);
  G_OBJECT_CLASS (hunch_candidate_parent_class)->finalize (object);
}

static void
hunch_candidate_class_init (HunchCandidateClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = hunch_candidate_get_property;
  object_class->finalize = hunch_candidate_finalize;
  hunch_fields_install_readable (object_class, 1, fields, G_N_ELEMENTS (fields));
}

static void
hunch_candidate_init (HunchCandidate *self)
{
}

HunchCandidate *
hunch_candidate_new (gint32 id, char *text, double probability)
{
  HunchCandidate *self = g_object_new (HUNCH_TYPE_CANDIDATE, NULL);

  self->id = id;
  self->text = text;
  self->probability = probability;
  return self;
}

/**
 * hunch_candidate_get_id:
 * @self: a candidate
 *
 * The token.
 *
 * Returns: the token
 */
gint32
hunch_candidate_get_id (HunchCandidate *self)
{
  g_return_val_if_fail (HUNCH_IS_CANDIDATE (self), -1);
  return self->id;
}

/**
 * hunch_candidate_get_text:
 * @self: a candidate
 *
 * The token's text; U+FFFD stands for a part of a character.
 *
 * Returns: (nullable): the token's text; U+FFFD stands for a part of a character
 */
const char *
hunch_candidate_get_text (HunchCandidate *self)
{
  g_return_val_if_fail (HUNCH_IS_CANDIDATE (self), NULL);
  return self->text;
}

/**
 * hunch_candidate_get_probability:
 * @self: a candidate
 *
 * How likely it was, from 0 to 1, at temperature 1.
 *
 * Returns: how likely it was, from 0 to 1, at temperature 1
 */
double
hunch_candidate_get_probability (HunchCandidate *self)
{
  g_return_val_if_fail (HUNCH_IS_CANDIDATE (self), 0);
  return self->probability;
}
