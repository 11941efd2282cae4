/* hunch-query.c: what a completer is asked and what it answers.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "plugin/core-fields.h"
#include "plugin/query-private.h"

/**
 * HunchQuery:
 *
 * A wish for text at a cursor: what stands before and after it, and the limits of the answer.
 */
G_DEFINE_FINAL_TYPE (HunchQuery, hunch_query, G_TYPE_OBJECT)

static CoreField query_fields[11];
static guint text_signal;

static void
hunch_query_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  core_fields_get (object, &query_fields[id - 1], value);
}

static void
hunch_query_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  core_fields_set (object, &query_fields[id - 1], value);
}

static void
hunch_query_finalize (GObject *object)
{
  core_fields_free (object, query_fields, G_N_ELEMENTS (query_fields));
  G_OBJECT_CLASS (hunch_query_parent_class)->finalize (object);
}

static void
hunch_query_class_init (HunchQueryClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_CONSTRUCT | G_PARAM_STATIC_STRINGS;
  const CoreField fields[] = {
#define FIELD(member) G_STRUCT_OFFSET (HunchQuery, member)
    /**
     * HunchQuery:prefix:
     *
     * The text that ends at the cursor, with LF as line break.
     */
    { g_param_spec_string ("prefix", NULL, NULL, "", flags), FIELD (prefix) },
    /**
     * HunchQuery:suffix:
     *
     * The text that begins at the cursor.
     */
    { g_param_spec_string ("suffix", NULL, NULL, "", flags), FIELD (suffix) },
    /**
     * HunchQuery:language:
     *
     * The language of the text as GtkSourceView names it ("c", "python3", "markdown").
     */
    { g_param_spec_string ("language", NULL, NULL, NULL, flags), FIELD (language) },
    /**
     * HunchQuery:filename:
     *
     * The name of the file, with or without its folders.
     */
    { g_param_spec_string ("filename", NULL, NULL, NULL, flags), FIELD (filename) },
    /**
     * HunchQuery:context:
     *
     * Name, text, name, text of other files that may help, oldest first; as [method@Hunch.Completion.set_context] takes them.
     */
    { g_param_spec_boxed ("context", NULL, NULL, G_TYPE_STRV, flags), FIELD (context) },
    /**
     * HunchQuery:max-tokens:
     *
     * The longest answer in tokens; 0 only reads the prompt, so that a later query finds it read.
     */
    { g_param_spec_uint ("max-tokens", NULL, NULL, 0, G_MAXUINT, 128, flags), FIELD (max_tokens) },
    /**
     * HunchQuery:time-limit-ms:
     *
     * Milliseconds of writing, counted from the first token, after which the answer ends with a line, but in four times as many wherever
     * it is; 0 sets no limit.
     */
    { g_param_spec_uint ("time-limit-ms", NULL, NULL, 0, G_MAXUINT, 500, flags), FIELD (time_limit_ms) },
    /**
     * HunchQuery:one-line:
     *
     * Whether the answer ends with its first line.
     */
    { g_param_spec_boolean ("one-line", NULL, NULL, FALSE, flags), FIELD (one_line) },
    /**
     * HunchQuery:temperature:
     *
     * 0 always takes the likeliest token.
     */
    { g_param_spec_double ("temperature", NULL, NULL, 0, 10, 0, flags), FIELD (temperature) },
    /**
     * HunchQuery:seed:
     *
     * With a temperature: the same seed gives the same answer.
     */
    { g_param_spec_uint ("seed", NULL, NULL, 0, G_MAXUINT, 0, flags), FIELD (seed) },
    /**
     * HunchQuery:explain:
     *
     * A text that is there already, to be judged token by token in place of an answer; see [property@Hunch.Reply:explanation].
     */
    { g_param_spec_string ("explain", NULL, NULL, NULL, flags), FIELD (explain) },
#undef FIELD
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (fields) == G_N_ELEMENTS (query_fields));
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    query_fields[i] = fields[i];
  object_class->get_property = hunch_query_get_property;
  object_class->set_property = hunch_query_set_property;
  object_class->finalize = hunch_query_finalize;
  core_fields_install (object_class, query_fields, G_N_ELEMENTS (query_fields));

  /**
   * HunchQuery::text:
   * @self: the query
   * @text: what came to the answer
   *
   * Emitted by the completer in the main context of the caller while the answer grows.
   */
  text_signal
      = g_signal_new ("text", HUNCH_TYPE_QUERY, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
hunch_query_init (HunchQuery *self)
{
}

/**
 * hunch_query_new:
 * @prefix: (nullable): the text that ends at the cursor
 * @suffix: (nullable): the text that begins at the cursor
 *
 * Makes a query with the default limits.
 *
 * Returns: (transfer full): a new query with the default limits
 */
HunchQuery *
hunch_query_new (const char *prefix, const char *suffix)
{
  return g_object_new (HUNCH_TYPE_QUERY, "prefix", prefix != NULL ? prefix : "", "suffix", suffix != NULL ? suffix : "",
                       NULL);
}

/**
 * hunch_query_get_prefix:
 * @self: a query
 *
 * Gets the text before the cursor.
 *
 * Returns: the text that ends at the cursor
 */
const char *
hunch_query_get_prefix (HunchQuery *self)
{
  g_return_val_if_fail (HUNCH_IS_QUERY (self), NULL);
  return self->prefix;
}

/**
 * hunch_query_get_suffix:
 * @self: a query
 *
 * Gets the text after the cursor.
 *
 * Returns: the text that begins at the cursor
 */
const char *
hunch_query_get_suffix (HunchQuery *self)
{
  g_return_val_if_fail (HUNCH_IS_QUERY (self), NULL);
  return self->suffix;
}

/**
 * hunch_query_emit_text:
 * @self: a query
 * @text: what came to the answer, whole characters
 *
 * For completers: emits [signal@Query::text]; call it in the main context of the caller.
 */
void
hunch_query_emit_text (HunchQuery *self, const char *text)
{
  g_return_if_fail (HUNCH_IS_QUERY (self));
  g_signal_emit (self, text_signal, 0, text);
}
