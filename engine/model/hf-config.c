/* hf-config.c: the fields of config.json as the keys that GGUF files have.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What a value may be is checked where the keys are read; here only what GGUF has no key for. */
#include "config.h"

#include "engine/base/i18n.h"
#include "engine/base/printable.h"
#include "engine/model/hf.h"

#include <math.h>
#include <string.h>

/* A configuration on its way; the first fault stays, and what follows it does nothing. */
typedef struct
{
  HunchGguf *g;
  const HunchFamily *family;
  JsonObject *fields;
  GError *error;
} Config;

static void
fail (Config *c, HunchError code, const char *field, const char *why)
{
  if (c->error == NULL)
    hunch_gguf_fail (g_ptr_array_index (c->g->parts, 0), code, &c->error, "%s: %s", field, why);
}

/* Keys */

static void
add (Config *c, const char *key, const char *field, HunchKvType type, gconstpointer raw, gsize n)
{
  HunchKv kv = { .type = type, .n = type == HUNCH_KV_STRING ? n : 1, .raw = g_memdup2 (raw, n) };

  g_ptr_array_add (c->g->owned, (gpointer) kv.raw);
  kv.key = g_string_chunk_insert (c->g->names, key);
  g_array_append_val (c->g->kvs, kv);
  g_hash_table_insert (c->g->fields, g_strdup (key), g_strdup (field));
}

static char *
arch_key (const Config *c, const char *suffix)
{
  return g_strconcat (c->family->arch, ".", suffix, NULL);
}

static void
add_int (Config *c, const char *suffix, const char *field, gint64 v)
{
  g_autofree char *key = arch_key (c, suffix);

  v = GINT64_TO_LE (v);
  add (c, key, field, HUNCH_KV_I64, &v, sizeof v);
}

static void
add_float (Config *c, const char *suffix, const char *field, double v)
{
  g_autofree char *key = arch_key (c, suffix);
  guint64 bits;

  memcpy (&bits, &v, sizeof bits);
  bits = GUINT64_TO_LE (bits);
  add (c, key, field, HUNCH_KV_F64, &bits, sizeof bits);
}

static void
add_string (Config *c, const char *suffix, const char *field, const char *v)
{
  g_autofree char *key = arch_key (c, suffix);

  add (c, key, field, HUNCH_KV_STRING, v, strlen (v));
}

/* A member of o as it is: of the wrong kind, it is found when it is read. An integer is a float where real says so. */
static void
add_member (Config *c, JsonObject *o, const char *field, const char *suffix, gboolean real)
{
  JsonNode *node = hunch_json_member (o, field);
  double number;
  gint64 v;

  if (node == NULL)
    {
      /* What is missing has a name too. */
      g_autofree char *key = arch_key (c, suffix);

      if (!g_hash_table_contains (c->g->fields, key))
        g_hash_table_insert (c->g->fields, g_strdup (key), g_strdup (field));
      return;
    }
  if (!real && hunch_json_int (node, &v))
    add_int (c, suffix, field, v);
  else if (hunch_json_number (node, &number))
    add_float (c, suffix, field, number);
  else if (hunch_json_string (node) != NULL)
    add_string (c, suffix, field, hunch_json_string (node));
  else
    fail (c, HUNCH_ERROR_FORMAT, field, _ ("expected a number"));
}

/* The fields of all families: none has two names here for one thing. */
static void
add_plain (Config *c)
{
  static const struct
  {
    const char *field, *suffix;
    gboolean real;
  } plain[] = {
    { "num_hidden_layers", "block_count" },
    { "n_layer", "block_count" },
    { "hidden_size", "embedding_length" },
    { "n_embd", "embedding_length" },
    { "intermediate_size", "feed_forward_length" },
    { "n_inner", "feed_forward_length" },
    { "max_position_embeddings", "context_length" },
    { "n_positions", "context_length" },
    { "num_attention_heads", "attention.head_count" },
    { "n_head", "attention.head_count" },
    { "num_key_value_heads", "attention.head_count_kv" },
    { "head_dim", "attention.key_length" },
    { "rms_norm_eps", "attention.layer_norm_rms_epsilon", TRUE },
    { "layer_norm_epsilon", "attention.layer_norm_epsilon", TRUE },
    { "vocab_size", "vocab_size" },
    { "num_local_experts", "expert_count" },
    { "num_experts", "expert_count" },
    { "final_logit_softcapping", "final_logit_softcapping", TRUE },
    { "attn_logit_softcapping", "attn_logit_softcapping", TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (plain); i++)
    add_member (c, c->fields, plain[i].field, plain[i].suffix, plain[i].real);
}

/* Lengths and scales that follow from others. */
static void
add_derived (Config *c)
{
  JsonNode *embd = hunch_json_member (c->fields, "n_embd");
  JsonNode *scalar = hunch_json_member (c->fields, "query_pre_attn_scalar");
  double v;
  gint64 n;

  if (embd != NULL && hunch_json_member (c->fields, "n_inner") == NULL && hunch_json_int (embd, &n) && n > 0
      && n < G_MAXINT32)
    add_int (c, "feed_forward_length", "n_inner", 4 * n);
  if (scalar == NULL)
    return;
  if (hunch_json_number (scalar, &v) && v > 0)
    add_float (c, "attention.scale", "query_pre_attn_scalar", 1 / sqrt (v));
  else
    fail (c, HUNCH_ERROR_FORMAT, "query_pre_attn_scalar", _ ("expected a number above 0"));
}

/* RoPE: rope_theta and rope_scaling, or both in rope_parameters (from transformers 5 on), for each kind of layer perhaps. */

static void
add_partial (Config *c, JsonObject *o)
{
  JsonNode *node = hunch_json_member (o, "partial_rotary_factor");
  JsonNode *head = hunch_json_member (c->fields, "head_dim");
  JsonNode *embd = hunch_json_member (c->fields, "hidden_size"),
           *heads = hunch_json_member (c->fields, "num_attention_heads");
  gint64 dim, n;
  double part;

  if (node == NULL)
    return;
  if (!hunch_json_number (node, &part) || !(part > 0 && part <= 1))
    fail (c, HUNCH_ERROR_FORMAT, "partial_rotary_factor", _ ("expected a number above 0 and at most 1"));
  else if (head != NULL ? hunch_json_int (head, &dim)
                        : embd != NULL && heads != NULL && hunch_json_int (embd, &dim) && hunch_json_int (heads, &n)
                              && n > 0 && (dim /= n) > 0)
    add_int (c, "rope.dimension_count", "partial_rotary_factor", (gint64) ((double) dim * part));
}

/* attention_factor is all of the factor on cos and sin; the key is what it has beside YaRN's own. */
static void
add_attention_factor (Config *c, JsonObject *o)
{
  JsonNode *node = hunch_json_member (o, "attention_factor"), *stretch = hunch_json_member (o, "factor");
  double v, factor;

  if (node == NULL)
    return;
  if (!hunch_json_number (node, &v) || stretch == NULL || !hunch_json_number (stretch, &factor))
    fail (c, HUNCH_ERROR_FORMAT, "attention_factor", _ ("expected a number, beside factor"));
  else
    add_float (c, "rope.scaling.attn_factor", "attention_factor", factor > 1 ? v / (1 + 0.1 * log (factor)) : v);
}

static void
add_rope (Config *c, JsonObject *o)
{
  static const char *const unknown[] = { "mscale", "mscale_all_dim", "long_factor", "short_factor" };
  JsonNode *type = hunch_json_member (o, "rope_type");

  if (type == NULL)
    type = hunch_json_member (o, "type");
  if (type != NULL && hunch_json_string (type) == NULL)
    fail (c, HUNCH_ERROR_FORMAT, "rope_type", _ ("expected a string"));
  else if (type != NULL)
    add_string (c, "rope.scaling.type", "rope_type",
                strcmp (hunch_json_string (type), "default") == 0 ? "none" : hunch_json_string (type));
  for (gsize i = 0; i < G_N_ELEMENTS (unknown); i++)
    if (hunch_json_member (o, unknown[i]) != NULL)
      fail (c, HUNCH_ERROR_UNSUPPORTED, unknown[i], _ ("is not supported"));
  if (json_object_has_member (o, "truncate") && !json_object_get_boolean_member_with_default (o, "truncate", TRUE))
    fail (c, HUNCH_ERROR_UNSUPPORTED, "truncate", _ ("is not supported"));
  add_member (c, o, "rope_theta", "rope.freq_base", TRUE);
  add_member (c, o, "factor", "rope.scaling.factor", TRUE);
  add_member (c, o, "original_max_position_embeddings", "rope.scaling.original_context_length", FALSE);
  add_member (c, o, "beta_fast", "rope.scaling.yarn_beta_fast", TRUE);
  add_member (c, o, "beta_slow", "rope.scaling.yarn_beta_slow", TRUE);
  add_member (c, o, "low_freq_factor", "rope.scaling.low_freq_factor", TRUE);
  add_member (c, o, "high_freq_factor", "rope.scaling.high_freq_factor", TRUE);
  add_attention_factor (c, o);
  add_partial (c, o);
}

static JsonObject *
object_of (JsonObject *o, const char *name)
{
  JsonNode *node = hunch_json_member (o, name);

  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

static void
add_all_rope (Config *c)
{
  JsonObject *both = object_of (c->fields, "rope_parameters");
  JsonObject *full = both != NULL ? object_of (both, "full_attention") : NULL;
  JsonObject *sliding = both != NULL ? object_of (both, "sliding_attention") : NULL;
  JsonObject *scaling = object_of (c->fields, "rope_scaling");
  const char *type
      = sliding != NULL ? json_object_get_string_member_with_default (sliding, "rope_type", "default") : "default";

  if (both == NULL)
    {
      add_member (c, c->fields, "rope_theta", "rope.freq_base", TRUE);
      add_member (c, c->fields, "rope_local_base_freq", "rope.freq_base_swa", TRUE);
      if (scaling != NULL)
        add_rope (c, scaling);
      add_partial (c, c->fields);
      return;
    }
  add_rope (c, full != NULL ? full : both);
  if (sliding != NULL)
    add_member (c, sliding, "rope_theta", "rope.freq_base_swa", TRUE);
  if (g_strcmp0 (type, "default") != 0)
    fail (c, HUNCH_ERROR_UNSUPPORTED, "sliding_attention", _ ("scaled positions are not supported there"));
}

/* Sliding windows */

/* Of layer_types: the period with which a layer sees everything, 1 when all do, 0 when there is no list. */
static gint64
period_of (Config *c)
{
  JsonNode *node = hunch_json_member (c->fields, "layer_types");
  JsonArray *types = node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  guint n = types != NULL ? json_array_get_length (types) : 0, period = n + 1;

  for (guint i = 0; i < n; i++)
    {
      const char *type = hunch_json_string (json_array_get_element (types, i));
      gboolean full = g_strcmp0 (type, "full_attention") == 0;

      if (full && period == n + 1)
        period = i + 1;
      if (!full && g_strcmp0 (type, "sliding_attention") != 0)
        fail (c, HUNCH_ERROR_UNSUPPORTED, "layer_types", _ ("only full_attention and sliding_attention are supported"));
      else if (full != ((i + 1) % period == 0))
        fail (c, HUNCH_ERROR_UNSUPPORTED, "layer_types",
              _ ("layers that do not follow one another in turn are not supported"));
    }
  return n > 0 ? period : 0;
}

static void
add_window (Config *c)
{
  gint64 period = period_of (c);
  gboolean own = c->family->own_keys != NULL && g_strv_contains (c->family->own_keys, "attention.sliding_window");
  gboolean off = json_object_has_member (c->fields, "use_sliding_window")
                 && !json_object_get_boolean_member_with_default (c->fields, "use_sliding_window", TRUE);

  /* A family that does not slide refuses the key, so it gets it only when the window is in use. */
  if (own || (!off && period != 1))
    add_member (c, c->fields, "sliding_window", "attention.sliding_window", FALSE);
  if (period > 0)
    add_int (c, "attention.sliding_window_pattern", "layer_types", period);
  else
    add_member (c, c->fields, "sliding_window_pattern", "attention.sliding_window_pattern", FALSE);
}

/* What has to be as the family has it */

static void
check_fixed (Config *c)
{
  for (const HunchHfFixed *fixed = c->family->hf_fixed; fixed->field != NULL; fixed++)
    {
      JsonNode *node = hunch_json_member (c->fields, fixed->field);
      const char *found = node != NULL ? hunch_json_string (node) : NULL;
      g_autofree char *shown = NULL, *why = NULL;

      if (node != NULL && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_BOOLEAN)
        found = json_node_get_boolean (node) ? "true" : "false";
      if (node == NULL || g_strcmp0 (found, fixed->value) == 0)
        continue;
      shown = hunch_printable (found != NULL ? found : "?", -1, 40);
      why = g_strdup_printf (_ ("'%s' is not supported, only '%s'"), shown, fixed->value);
      fail (c, HUNCH_ERROR_UNSUPPORTED, fixed->field, why);
    }
  if (hunch_json_member (c->fields, "quantization_config") != NULL)
    fail (c, HUNCH_ERROR_UNSUPPORTED, "quantization_config",
          _ ("quantized folders are not supported: take the original or a GGUF file"));
}

static void
find_family (Config *c)
{
  JsonNode *node = hunch_json_member (c->fields, "model_type");
  const char *type = node != NULL ? hunch_json_string (node) : NULL;
  g_autofree char *shown = NULL, *list = NULL, *why = NULL;

  if (type == NULL)
    {
      fail (c, HUNCH_ERROR_FORMAT, "model_type", _ ("is missing"));
      return;
    }
  c->family = hunch_family_find_hf (type);
  if (c->family != NULL)
    return;
  shown = hunch_printable (type, -1, 40);
  list = hunch_family_list_hf ();
  why = g_strdup_printf (_ ("'%s' is not supported; these are: %s"), shown, list);
  fail (c, HUNCH_ERROR_UNSUPPORTED, "model_type", why);
}

gboolean
hunch_hf_config_read (HunchGguf *g, JsonObject *config, const HunchFamily **family, GError **error)
{
  Config c = { .g = g, .fields = config };

  find_family (&c);
  if (c.error == NULL)
    {
      add (&c, "general.architecture", "model_type", HUNCH_KV_STRING, c.family->arch, strlen (c.family->arch));
      add_plain (&c);
      add_derived (&c);
      add_all_rope (&c);
      add_window (&c);
      check_fixed (&c);
    }
  *family = c.family;
  if (c.error != NULL)
    g_propagate_error (error, c.error);
  return c.error == NULL;
}
