/* roles.c: gives each tensor of a file its role in the family, and checks its shape and type.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/i18n.h"
#include "engine/base/printable.h"
#include "engine/model/gguf-private.h"
#include "engine/model/hf.h"
#include "engine/model/roles.h"

#include <inttypes.h>
#include <string.h>

#define MAX_WARNINGS 8

typedef struct
{
  HunchModelFile *m;
  const HunchFamily *family;
  guint64 dims[HUNCH_N_DIMS]; /* what each HunchDim is worth in this file */
  gboolean *used;             /* (n_tensors) */
} Binder;

static const HunchGgufPart *
first_part (const Binder *b)
{
  return g_ptr_array_index (b->m->gguf->parts, 0);
}

/* Lengths are at most 2^31, so no product of two wraps. */
static void
set_dims (Binder *b)
{
  const HunchHparams *hp = &b->m->hp;

  b->dims[HUNCH_DIM_ONE] = 1;
  b->dims[HUNCH_DIM_EMBD] = hp->n_embd;
  b->dims[HUNCH_DIM_Q] = (guint64) hp->n_head * hp->head_dim;
  b->dims[HUNCH_DIM_KV] = (guint64) hp->n_head_kv * hp->head_dim;
  b->dims[HUNCH_DIM_QKV] = b->dims[HUNCH_DIM_Q] + 2 * b->dims[HUNCH_DIM_KV];
  b->dims[HUNCH_DIM_HEAD] = hp->head_dim;
  b->dims[HUNCH_DIM_FF] = hp->n_ff;
  b->dims[HUNCH_DIM_VOCAB] = hp->n_vocab_rows;
  b->dims[HUNCH_DIM_CTX] = hp->n_ctx_train;
  b->dims[HUNCH_DIM_ROPE_PAIRS] = hp->rope_dim / 2;
}

static char *
shape_text (const guint64 *dims, guint n)
{
  GString *s = g_string_new ("[");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (s, "%s%" PRIu64, i > 0 ? ", " : "", dims[i]);
  g_string_append_c (s, ']');
  return g_string_free (s, FALSE);
}

static gboolean
check_shape (Binder *b, const HunchTensorRule *rule, const HunchTensor *t, const char *shown, GError **error)
{
  guint64 expected[HUNCH_MAX_DIMS] = { b->dims[rule->dims[0]], b->dims[rule->dims[1]], 1, 1 };
  g_autofree char *want = NULL, *found = NULL;

  if (memcmp (expected, t->dims, sizeof expected) == 0)
    return TRUE;
  want = shape_text (expected, rule->dims[1] == HUNCH_DIM_ONE ? 1 : 2);
  found = shape_text (t->dims, t->n_dims);
  return hunch_gguf_fail (first_part (b), HUNCH_ERROR_FORMAT, error, _ ("tensor %s: expected shape %s, found %s"),
                          shown, want, found);
}

/* Vectors are read element by element; the divisors of RoPE by this reader itself. */
static gboolean
check_type (Binder *b, const HunchTensorRule *rule, const HunchTensor *t, const char *shown, GError **error)
{
  if (rule->dims[1] != HUNCH_DIM_ONE || t->type == HUNCH_TYPE_F32
      || (rule->dims[0] != HUNCH_DIM_ROPE_PAIRS && (t->type == HUNCH_TYPE_F16 || t->type == HUNCH_TYPE_BF16)))
    return TRUE;
  return hunch_gguf_fail (first_part (b), HUNCH_ERROR_UNSUPPORTED, error, _ ("tensor %s: expected type F32, found %s"),
                          shown, hunch_type_info (t->type)->name);
}

/* A tensor's name as the user's file has it; layer: -1 for none. */
static char *
name_of (const Binder *b, const HunchTensorRule *rule, int layer)
{
  if (b->m->gguf->folder != NULL && rule->hf != NULL)
    return hunch_hf_name (b->family, rule, layer);
  return layer < 0 ? g_strdup (rule->name) : g_strdup_printf ("blk.%d.%s", layer, rule->name);
}

/* base: the struct that rule->place is an offset into; layer: -1 for none. */
static gboolean
bind (Binder *b, const HunchTensorRule *rule, const char *name, int layer, gpointer base, GError **error)
{
  const HunchTensor *t = hunch_gguf_tensor (b->m->gguf, name);
  g_autofree char *shown = name_of (b, rule, layer);

  if (t == NULL && !rule->optional)
    return hunch_gguf_fail (first_part (b), HUNCH_ERROR_FORMAT, error, _ ("tensor %s is missing"), shown);
  if (t == NULL)
    return TRUE;
  if (!check_shape (b, rule, t, shown, error) || !check_type (b, rule, t, shown, error))
    return FALSE;
  b->used[t - hunch_gguf_tensor_at (b->m->gguf, 0)] = TRUE;
  G_STRUCT_MEMBER (const HunchTensor *, base, rule->place) = t;
  return TRUE;
}

static gboolean
has (const Binder *b, const HunchTensorRule *rule, guint layer)
{
  return G_STRUCT_MEMBER (const HunchTensor *, &b->m->layers[layer], rule->place) != NULL;
}

/* Two tensors are both there or both not. */
static gboolean
check_pair (Binder *b, const HunchTensorRule *one, guint one_layer, const HunchTensorRule *two, guint two_layer,
            GError **error)
{
  const gboolean has_one = has (b, one, one_layer);
  g_autofree char *first = NULL, *second = NULL;

  if (has_one == has (b, two, two_layer))
    return TRUE;
  first = name_of (b, one, (int) one_layer);
  second = name_of (b, two, (int) two_layer);
  return hunch_gguf_fail (first_part (b), HUNCH_ERROR_FORMAT, error, _ ("tensor %s is missing, though %s is there"),
                          has_one ? second : first, has_one ? first : second);
}

/* Kernels are built once for all layers, and q, k and v are one matrix: what is optional is in every layer or in none, and the three
 * have biases together. */
static gboolean
check_optional (Binder *b, guint i, GError **error)
{
  const HunchTensorRule *q_bias = NULL;

  for (const HunchTensorRule *rule = b->family->layer; rule->name != NULL; rule++)
    {
      if (!rule->optional)
        continue;
      if (!check_pair (b, rule, i, rule, 0, error))
        return FALSE;
      if (rule->place == HUNCH_LAYER (bq))
        q_bias = rule;
      else if ((rule->place == HUNCH_LAYER (bk) || rule->place == HUNCH_LAYER (bv))
               && !check_pair (b, q_bias, i, rule, i, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
bind_layer (Binder *b, guint i, GError **error)
{
  char name[128];

  for (const HunchTensorRule *rule = b->family->layer; rule->name != NULL; rule++)
    {
      g_snprintf (name, sizeof name, "blk.%u.%s", i, rule->name);
      if (!bind (b, rule, name, (int) i, &b->m->layers[i], error))
        return FALSE;
    }
  return check_optional (b, i, error);
}

static gboolean
bind_all (Binder *b, GError **error)
{
  for (const HunchTensorRule *rule = b->family->globals; rule->name != NULL; rule++)
    if (!bind (b, rule, rule->name, -1, b->m, error))
      return FALSE;
  b->m->layers = g_new0 (HunchLayerTensors, b->m->hp.n_layer);
  for (guint i = 0; i < b->m->hp.n_layer; i++)
    if (!bind_layer (b, i, error))
      return FALSE;
  return TRUE;
}

static gboolean
in_rules (const HunchTensorRule *rule, const char *name)
{
  for (; rule->name != NULL; rule++)
    if (strcmp (rule->name, name) == 0)
      return TRUE;
  return FALSE;
}

/* Whether a tensor without a role is one that other models compute with, so that leaving it out gives wrong answers. */
static gboolean
matters (const char *name)
{
  const char *in_layer = NULL;

  if (g_str_has_suffix (name, ".bias"))
    return TRUE;
  if (g_str_has_prefix (name, "blk."))
    in_layer = strchr (name + 4, '.');
  for (gsize i = 0; hunch_families[i] != NULL; i++)
    if (in_rules (hunch_families[i]->globals, name)
        || (in_layer != NULL && in_rules (hunch_families[i]->layer, in_layer + 1)))
      return TRUE;
  return FALSE;
}

static gboolean
look_at_unused (Binder *b, GError **error)
{
  guint n = 0;

  for (guint i = 0; i < hunch_gguf_n_tensors (b->m->gguf); i++)
    {
      const HunchTensor *t = hunch_gguf_tensor_at (b->m->gguf, i);
      g_autofree char *shown = NULL;

      if (b->used[i])
        continue;
      shown = hunch_printable (t->name, -1, 0);
      if (matters (t->name))
        return hunch_gguf_fail (first_part (b), HUNCH_ERROR_UNSUPPORTED, error,
                                _ ("tensor %s has no place in a %s model of %u layers"), shown, b->family->arch,
                                b->m->hp.n_layer);
      if (n++ < MAX_WARNINGS)
        g_ptr_array_add (b->m->warnings, g_strdup_printf (_ ("tensor %s is unknown and left alone"), shown));
    }
  if (n > MAX_WARNINGS)
    g_ptr_array_add (b->m->warnings,
                     g_strdup_printf (_ ("%u more tensors are unknown and left alone"), n - MAX_WARNINGS));
  return TRUE;
}

gboolean
hunch_roles_bind (HunchModelFile *m, const HunchFamily *family, GError **error)
{
  Binder b = { .m = m, .family = family, .used = g_new0 (gboolean, MAX (hunch_gguf_n_tensors (m->gguf), 1)) };
  gboolean ok;

  set_dims (&b);
  ok = bind_all (&b, error) && look_at_unused (&b, error);
  g_free (b.used);
  return ok;
}
