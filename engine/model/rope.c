/* rope.c: the angles of rotary position embeddings, with all scaling applied.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/hunch-error.h"
#include "engine/base/i18n.h"
#include "engine/base/printable.h"
#include "engine/model/rope.h"

#include <math.h>
#include <string.h>

static void
read_kind (HunchKeys *k, HunchRopeScaling *s)
{
  g_autofree char *type = hunch_keys_string (k, "rope.scaling.type");
  g_autofree char *shown = NULL;

  /* Without a type a factor means linear scaling, as in files older than the key. */
  if (type == NULL || strcmp (type, "linear") == 0)
    s->kind = HUNCH_SCALING_LINEAR;
  else if (strcmp (type, "none") == 0 || *type == '\0')
    s->kind = HUNCH_SCALING_NONE;
  else if (strcmp (type, "yarn") == 0)
    s->kind = HUNCH_SCALING_YARN;
  else if (strcmp (type, "llama3") == 0)
    s->kind = HUNCH_SCALING_LLAMA3;
  else
    {
      shown = hunch_printable (type, -1, 40);
      hunch_keys_fail (k, HUNCH_ERROR_UNSUPPORTED, "rope.scaling.type",
                       _ ("'%s' is not a scaling that Hunch knows (none, linear, llama3 and yarn are)"), shown);
    }
}

void
hunch_rope_scaling_read (HunchKeys *k, guint n_ctx_train, HunchRopeScaling *s)
{
  gboolean by_wavelength;

  read_kind (k, s);
  by_wavelength = s->kind == HUNCH_SCALING_YARN || s->kind == HUNCH_SCALING_LLAMA3;
  s->factor = 1;
  if (hunch_keys_has (k, "rope.scaling.factor"))
    s->factor = hunch_keys_positive (k, "rope.scaling.factor", 1);
  else if (by_wavelength)
    hunch_keys_fail (k, HUNCH_ERROR_FORMAT, "rope.scaling.factor", _ ("is missing, and the scaling needs it"));
  else
    s->factor = hunch_keys_positive (k, "rope.scale_linear", 1);
  s->attn_factor = hunch_keys_positive (k, "rope.scaling.attn_factor", 1);
  s->n_ctx_orig = hunch_keys_count (k, "rope.scaling.original_context_length", n_ctx_train, HUNCH_MAX_COUNT);
  if (s->kind == HUNCH_SCALING_LLAMA3)
    {
      s->beta_fast = hunch_keys_positive (k, "rope.scaling.high_freq_factor", 0);
      s->beta_slow = hunch_keys_positive (k, "rope.scaling.low_freq_factor", 0);
    }
  else
    {
      s->beta_fast = hunch_keys_positive (k, "rope.scaling.yarn_beta_fast", 32);
      s->beta_slow = hunch_keys_positive (k, "rope.scaling.yarn_beta_slow", 1);
    }
  if (k->error == NULL && by_wavelength && s->beta_fast <= s->beta_slow)
    hunch_keys_fail (k, HUNCH_ERROR_FORMAT, "rope.scaling",
                     _ ("fast pairs must turn more often (%g) than slow ones (%g)"), s->beta_fast, s->beta_slow);
}

/* The pair, as a real number, that turns beta times within n_ctx_orig positions. */
static double
pair_of_turns (double beta, double theta, guint rope_dim, double n_ctx_orig)
{
  return rope_dim * log (n_ctx_orig / (beta * 2 * G_PI)) / (2 * log (theta));
}

/* Share of the stretched angle in that of pair i, which turns by f. */
static double
stretched (const HunchRopeScaling *s, double theta, guint rope_dim, guint i, double f)
{
  double low, high;

  switch (s->kind)
    {
    case HUNCH_SCALING_NONE:
      return 0;
    case HUNCH_SCALING_YARN: /* straight between two pairs */
      low = MAX (0, floor (pair_of_turns (s->beta_fast, theta, rope_dim, s->n_ctx_orig)));
      high = MIN (rope_dim - 1, ceil (pair_of_turns (s->beta_slow, theta, rope_dim, s->n_ctx_orig)));
      return CLAMP ((i - low) / MAX (0.001, high - low), 0, 1);
    case HUNCH_SCALING_LLAMA3: /* straight between two numbers of turns */
      return CLAMP ((s->beta_fast - s->n_ctx_orig * f / (2 * G_PI)) / (s->beta_fast - s->beta_slow), 0, 1);
    default:
      return 1;
    }
}

float *
hunch_rope_freqs (double theta, guint rope_dim, const HunchRopeScaling *s, const float *factors)
{
  float *freqs = g_new (float, rope_dim / 2);

  for (guint i = 0; i < rope_dim / 2; i++)
    {
      double f = pow (theta, -2.0 * i / rope_dim) / (factors != NULL ? factors[i] : 1);
      double share = stretched (s, theta, rope_dim, i, f);

      freqs[i] = (float) (f * (1 - share) + f / s->factor * share);
    }
  return freqs;
}

float
hunch_rope_mscale (const HunchRopeScaling *s)
{
  double m = s->attn_factor;

  if (s->kind == HUNCH_SCALING_YARN && s->factor > 1)
    m *= 1 + 0.1 * log (s->factor);
  return (float) m;
}
