/* hunch-reply.c: what a completer answers.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "plugin/core-fields.h"
#include "plugin/query-private.h"

/**
 * HunchReply:
 *
 * An answer: the text and what it took to make it.
 */
G_DEFINE_FINAL_TYPE (HunchReply, hunch_reply, G_TYPE_OBJECT)

static CoreField reply_fields[7];

static void
hunch_reply_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  core_fields_get (object, &reply_fields[id - 1], value);
}

static void
hunch_reply_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  core_fields_set (object, &reply_fields[id - 1], value);
}

static void
hunch_reply_finalize (GObject *object)
{
  core_fields_free (object, reply_fields, G_N_ELEMENTS (reply_fields));
  G_OBJECT_CLASS (hunch_reply_parent_class)->finalize (object);
}

static void
hunch_reply_class_init (HunchReplyClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_CONSTRUCT | G_PARAM_STATIC_STRINGS;
  const CoreField fields[] = {
#define FIELD(member) G_STRUCT_OFFSET (HunchReply, member)
    /**
     * HunchReply:text:
     *
     * What the model wrote, untrimmed.
     */
    { g_param_spec_string ("text", NULL, NULL, "", flags), FIELD (text) },
    /**
     * HunchReply:n-tokens:
     *
     * Tokens of the answer.
     */
    { g_param_spec_uint ("n-tokens", NULL, NULL, 0, G_MAXUINT, 0, flags), FIELD (n_tokens) },
    /**
     * HunchReply:n-prompt:
     *
     * Tokens of the prompt, with those found read already.
     */
    { g_param_spec_uint ("n-prompt", NULL, NULL, 0, G_MAXUINT, 0, flags), FIELD (n_prompt) },
    /**
     * HunchReply:n-cached:
     *
     * Tokens of the prompt that were found read already.
     */
    { g_param_spec_uint ("n-cached", NULL, NULL, 0, G_MAXUINT, 0, flags), FIELD (n_cached) },
    /**
     * HunchReply:prompt-ms:
     *
     * Milliseconds spent reading the prompt.
     */
    { g_param_spec_double ("prompt-ms", NULL, NULL, 0, G_MAXDOUBLE, 0, flags), FIELD (prompt_ms) },
    /**
     * HunchReply:total-ms:
     *
     * Milliseconds from the query to the answer.
     */
    { g_param_spec_double ("total-ms", NULL, NULL, 0, G_MAXDOUBLE, 0, flags), FIELD (total_ms) },
    /**
     * HunchReply:explanation:
     *
     * For [property@Hunch.Query:explain]: of each token of the text the text, how likely the model found it, and the likeliest tokens in its
     * place, best first, each likewise; of type `a(sda(sd))`.
     */
    { g_param_spec_variant ("explanation", NULL, NULL, G_VARIANT_TYPE (HUNCH_EXPLANATION_TYPE), NULL, flags),
      FIELD (explanation) },
#undef FIELD
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (fields) == G_N_ELEMENTS (reply_fields));
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    reply_fields[i] = fields[i];
  object_class->get_property = hunch_reply_get_property;
  object_class->set_property = hunch_reply_set_property;
  object_class->finalize = hunch_reply_finalize;
  core_fields_install (object_class, reply_fields, G_N_ELEMENTS (reply_fields));
}

static void
hunch_reply_init (HunchReply *self)
{
}

/**
 * hunch_reply_new:
 * @text: what the model wrote
 *
 * Makes a reply, for completers.
 *
 * Returns: (transfer full): a new reply
 */
HunchReply *
hunch_reply_new (const char *text)
{
  return g_object_new (HUNCH_TYPE_REPLY, "text", text, NULL);
}

/**
 * hunch_reply_get_text:
 * @self: a reply
 *
 * Gets the text of the answer.
 *
 * Returns: what the model wrote, untrimmed
 */
const char *
hunch_reply_get_text (HunchReply *self)
{
  g_return_val_if_fail (HUNCH_IS_REPLY (self), NULL);
  return self->text;
}
