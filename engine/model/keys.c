/* keys.c: reads hyper-parameters one after another; the first fault is kept, and what follows it does nothing.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/i18n.h"
#include "engine/model/gguf-private.h"
#include "engine/model/keys.h"

#include <math.h>

static char *
full_key (const HunchKeys *k, const char *suffix)
{
  return g_strconcat (k->arch, ".", suffix, NULL);
}

void
hunch_keys_fail (HunchKeys *k, int code, const char *suffix, const char *format, ...)
{
  g_autofree char *key = NULL, *why = NULL;
  va_list args;

  if (k->error != NULL)
    return;
  va_start (args, format);
  why = g_strdup_vprintf (format, args);
  va_end (args);
  key = full_key (k, suffix);
  hunch_gguf_fail_key (k->g, code, key, &k->error, "%s", why);
}

gboolean
hunch_keys_has (const HunchKeys *k, const char *suffix)
{
  g_autofree char *key = full_key (k, suffix);

  return hunch_gguf_has (k->g, key);
}

guint
hunch_keys_count (HunchKeys *k, const char *suffix, guint fallback, guint max)
{
  g_autofree char *key = full_key (k, suffix);
  guint64 v = fallback;

  if (k->error != NULL)
    return fallback;
  if (!hunch_gguf_get_same_u64 (k->g, key, k->n_layer, 1, max, &v, &k->error) && k->error == NULL && fallback == 0)
    hunch_keys_fail (k, HUNCH_ERROR_FORMAT, suffix, _ ("is missing"));
  return (guint) v;
}

double
hunch_keys_positive (HunchKeys *k, const char *suffix, double fallback)
{
  g_autofree char *key = full_key (k, suffix);
  double v;

  if (k->error != NULL)
    return fallback;
  if (!hunch_gguf_get_float (k->g, key, &v, &k->error))
    {
      if (k->error == NULL && fallback == 0)
        hunch_keys_fail (k, HUNCH_ERROR_FORMAT, suffix, _ ("is missing"));
      return fallback;
    }
  if (!((float) v > 0.f) || !isfinite ((float) v))
    hunch_keys_fail (k, HUNCH_ERROR_FORMAT, suffix, _ ("%g is out of range: it must be above 0"), v);
  return v;
}

char *
hunch_keys_string (HunchKeys *k, const char *suffix)
{
  g_autofree char *key = full_key (k, suffix);
  char *s = NULL;

  if (k->error == NULL)
    hunch_gguf_get_string (k->g, key, &s, &k->error);
  return s;
}
