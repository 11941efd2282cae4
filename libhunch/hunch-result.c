/* hunch-result.c: what a completion gave.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/hunch.h"
#include "libhunch/fields.h"
#include "libhunch/hunch-result-private.h"
#include "libhunch/hunch-tokenizer-private.h"

/**
 * HunchResult:
 *
 * What a completion gave: text, ids, the reason of its end, and times. Immutable.
 */
struct _HunchResult
{
  GObject parent_instance;
  HunchAnswer *answer;
  GListStore *top;    /* (element-type HunchCandidate) */
  GListStore *chosen; /* (element-type HunchCandidate) */
  GPtrArray *likely;  /* (element-type GListStore) one for each of chosen */
};

G_DEFINE_FINAL_TYPE (HunchResult, hunch_result, G_TYPE_OBJECT)

enum
{
  PROP_TEXT = 1,
  PROP_FINISH_REASON,
  PROP_TOP,
  N_PROPS
};

#define TIMING(member) G_STRUCT_OFFSET (HunchAnswer, timings.member)

static const HunchField fields[] = {
  /**
   * HunchResult:prompt-n:
   *
   * Tokens of the prompt, those included that needed no evaluation.
   */
  { "prompt-n", HUNCH_FIELD_UINT, TIMING (prompt_n) },
  /**
   * HunchResult:cached-n: (getter get_cached_count)
   *
   * Tokens at the beginning of the prompt that needed no evaluation, since an earlier request had the same.
   */
  { "cached-n", HUNCH_FIELD_UINT, TIMING (cached_n) },
  /**
   * HunchResult:predicted-n:
   *
   * Tokens that were generated.
   */
  { "predicted-n", HUNCH_FIELD_UINT, TIMING (predicted_n) },
  /**
   * HunchResult:prompt-ms: (getter get_prompt_ms)
   *
   * Milliseconds that the prompt took.
   */
  { "prompt-ms", HUNCH_FIELD_DOUBLE, TIMING (prompt_ms) },
  /**
   * HunchResult:first-token-ms: (getter get_first_token_ms)
   *
   * Milliseconds from the request to the first token.
   */
  { "first-token-ms", HUNCH_FIELD_DOUBLE, TIMING (first_token_ms) },
  /**
   * HunchResult:predicted-ms: (getter get_predicted_ms)
   *
   * Milliseconds that the tokens after the prompt took.
   */
  { "predicted-ms", HUNCH_FIELD_DOUBLE, TIMING (predicted_ms) },
  /**
   * HunchResult:context-full: (getter get_context_full)
   *
   * Whether it ended because the context was full.
   */
  { "context-full", HUNCH_FIELD_BOOLEAN, G_STRUCT_OFFSET (HunchAnswer, context_full) },
  /**
   * HunchResult:matched-stop: (getter get_matched_stop)
   *
   * The stop string that ended it, if one did.
   */
  { "matched-stop", HUNCH_FIELD_STRING, G_STRUCT_OFFSET (HunchAnswer, matched) },
  /**
   * HunchResult:note: (getter get_note)
   *
   * What was done otherwise than asked, for people.
   */
  { "note", HUNCH_FIELD_STRING, G_STRUCT_OFFSET (HunchAnswer, note) },
};

static void
hunch_result_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  HunchResult *self = HUNCH_RESULT (object);

  if (id >= N_PROPS)
    hunch_field_get (&fields[id - N_PROPS], self->answer, value);
  else if (id == PROP_TEXT)
    g_value_set_string (value, hunch_result_get_text (self));
  else if (id == PROP_FINISH_REASON)
    g_value_set_enum (value, hunch_result_get_finish_reason (self));
  else
    g_value_set_object (value, self->top);
}

static void
hunch_result_finalize (GObject *object)
{
  HunchResult *self = HUNCH_RESULT (object);

  hunch_answer_free (self->answer);
  g_object_unref (self->top);
  g_object_unref (self->chosen);
  g_ptr_array_unref (self->likely);
  G_OBJECT_CLASS (hunch_result_parent_class)->finalize (object);
}

static void
hunch_result_class_init (HunchResultClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = hunch_result_get_property;
  object_class->finalize = hunch_result_finalize;
  /**
   * HunchResult:text: (getter get_text)
   *
   * The generated text, without the stop string.
   */
  g_object_class_install_property (object_class, PROP_TEXT, g_param_spec_string ("text", NULL, NULL, NULL, flags));
  /**
   * HunchResult:finish-reason: (getter get_finish_reason)
   *
   * Why it ended.
   */
  g_object_class_install_property (
      object_class, PROP_FINISH_REASON,
      g_param_spec_enum ("finish-reason", NULL, NULL, HUNCH_TYPE_FINISH_REASON, HUNCH_FINISH_REASON_LENGTH, flags));
  /**
   * HunchResult:top: (getter get_top)
   *
   * The likeliest first tokens.
   */
  g_object_class_install_property (object_class, PROP_TOP,
                                   g_param_spec_object ("top", NULL, NULL, G_TYPE_LIST_MODEL, flags));
  hunch_fields_install_readable (object_class, N_PROPS, fields, G_N_ELEMENTS (fields));
}

static void
hunch_result_init (HunchResult *self)
{
  self->top = g_list_store_new (HUNCH_TYPE_CANDIDATE);
  self->chosen = g_list_store_new (HUNCH_TYPE_CANDIDATE);
  self->likely = g_ptr_array_new_with_free_func (g_object_unref);
  self->answer = g_new0 (HunchAnswer, 1);
  self->answer->prompt_ids = g_array_new (FALSE, FALSE, sizeof (gint32));
  self->answer->ids = g_array_new (FALSE, FALSE, sizeof (gint32));
  self->answer->text = g_string_new (NULL);
  self->answer->top = g_array_new (FALSE, FALSE, sizeof (HunchTokenP));
}

/* Tokens first … end - 1 of an array, which may be NULL. */
static void
append_tokens (GListStore *list, const GArray *tokens, guint first, guint end, const HunchVocab *vocab)
{
  for (guint i = first; i < end; i++)
    {
      HunchTokenP token = g_array_index (tokens, HunchTokenP, i);
      g_autoptr (HunchCandidate) c = hunch_candidate_new (token.id, hunch_vocab_piece_text (vocab, token.id), token.p);

      g_list_store_append (list, c);
    }
}

HunchResult *
hunch_result_new (HunchAnswer *answer, const HunchVocab *vocab)
{
  HunchResult *self = g_object_new (HUNCH_TYPE_RESULT, NULL);

  g_assert (answer->error == NULL);
  hunch_answer_free (self->answer);
  self->answer = answer;
  append_tokens (self->top, answer->top, 0, answer->top->len, vocab);
  if (answer->chosen)
    append_tokens (self->chosen, answer->chosen, 0, answer->chosen->len, vocab);
  for (guint i = 0, first = 0; answer->chosen && i < answer->chosen->len; i++)
    {
      GListStore *list = g_list_store_new (HUNCH_TYPE_CANDIDATE);
      const guint end = g_array_index (answer->likely_ends, guint, i);

      append_tokens (list, answer->likely, first, end, vocab);
      g_ptr_array_add (self->likely, list);
      first = end;
    }
  return self;
}

/**
 * hunch_result_get_text:
 * @self: a result
 *
 * The generated text, without the stop string. A NUL in it ends what this sees; [method@Hunch.Result.get_text_bytes] has all.
 *
 * Returns: (transfer none): the text
 */
const char *
hunch_result_get_text (HunchResult *self)
{
  g_return_val_if_fail (HUNCH_IS_RESULT (self), NULL);
  return self->answer->text->str;
}

/**
 * hunch_result_get_text_bytes:
 * @self: a result
 *
 * The generated text: valid UTF-8, NULs included.
 *
 * Returns: (transfer full): the generated text: valid UTF-8, NULs included
 */
GBytes *
hunch_result_get_text_bytes (HunchResult *self)
{
  g_return_val_if_fail (HUNCH_IS_RESULT (self), NULL);
  return g_bytes_new (self->answer->text->str, self->answer->text->len);
}

/**
 * hunch_result_get_ids:
 * @self: a result
 * @n_ids: (out): how many
 *
 * The generated tokens; when the model ended the text, the token of its end is the last.
 *
 * Returns: (array length=n_ids) (transfer none) (nullable): the ids; %NULL if there are none
 */
const gint32 *
hunch_result_get_ids (HunchResult *self, gsize *n_ids)
{
  g_return_val_if_fail (HUNCH_IS_RESULT (self) && n_ids != NULL, NULL);
  *n_ids = self->answer->ids->len;
  return (const gint32 *) self->answer->ids->data;
}

/**
 * hunch_result_get_prompt_ids:
 * @self: a result
 * @n_ids: (out): how many
 *
 * The tokens that the model read: the prompt, and what the model wants at its beginning.
 *
 * Returns: (array length=n_ids) (transfer none) (nullable): the ids; %NULL if there are none
 */
const gint32 *
hunch_result_get_prompt_ids (HunchResult *self, gsize *n_ids)
{
  g_return_val_if_fail (HUNCH_IS_RESULT (self) && n_ids != NULL, NULL);
  *n_ids = self->answer->prompt_ids->len;
  return (const gint32 *) self->answer->prompt_ids->data;
}

/**
 * hunch_result_get_top:
 * @self: a result
 *
 * The likeliest first tokens, best first, as many as [property@Hunch.Completion:n-top] asked for.
 *
 * Returns: (transfer none): a list of [class@Hunch.Candidate]
 */
GListModel *
hunch_result_get_top (HunchResult *self)
{
  g_return_val_if_fail (HUNCH_IS_RESULT (self), NULL);
  return G_LIST_MODEL (self->top);
}

/**
 * hunch_result_get_chosen:
 * @self: a result
 *
 * The tokens of [method@Hunch.Result.get_ids] with how likely the model found each, whatever it was drawn by.
 *
 * Returns: (transfer none): a list of [class@Hunch.Candidate]; empty unless [property@Hunch.Completion:n-likely] asked for it
 */
GListModel *
hunch_result_get_chosen (HunchResult *self)
{
  g_return_val_if_fail (HUNCH_IS_RESULT (self), NULL);
  return G_LIST_MODEL (self->chosen);
}

/**
 * hunch_result_dup_likely:
 * @self: a result
 * @i: which of the tokens of [method@Hunch.Result.get_chosen]
 *
 * The likeliest tokens in the place of one that came, best first; it may be among them.
 *
 * Returns: (transfer full): a list of [class@Hunch.Candidate]
 */
GListModel *
hunch_result_dup_likely (HunchResult *self, guint i)
{
  g_return_val_if_fail (HUNCH_IS_RESULT (self), NULL);
  g_return_val_if_fail (i < self->likely->len, NULL);
  return g_object_ref (g_ptr_array_index (self->likely, i));
}

/**
 * hunch_result_get_finish_reason:
 * @self: a result
 *
 * Why it ended.
 *
 * Returns: why it ended
 */
HunchFinishReason
hunch_result_get_finish_reason (HunchResult *self)
{
  g_return_val_if_fail (HUNCH_IS_RESULT (self), HUNCH_FINISH_REASON_LENGTH);
  switch (self->answer->finish)
    {
    case HUNCH_FINISH_STOP:
      return HUNCH_FINISH_REASON_STOP;
    case HUNCH_FINISH_EOS:
      return HUNCH_FINISH_REASON_EOS;
    case HUNCH_FINISH_CANCELLED:
      return HUNCH_FINISH_REASON_CANCELLED;
    default:
      return HUNCH_FINISH_REASON_LENGTH; /* a full context is told by hunch_result_get_context_full */
    }
}

/**
 * hunch_result_get_matched_stop:
 * @self: a result
 *
 * The stop string that ended it, if one did; a line break when only a line was wanted.
 *
 * Returns: (transfer none) (nullable): the stop string that ended it, if one did; a line break when only a line was wanted
 */
const char *
hunch_result_get_matched_stop (HunchResult *self)
{
  g_return_val_if_fail (HUNCH_IS_RESULT (self), NULL);
  return self->answer->matched;
}

/**
 * hunch_result_get_note:
 * @self: a result
 *
 * What was done otherwise than asked, for people; %NULL: nothing.
 *
 * Returns: (transfer none) (nullable): what was done otherwise than asked, for people; %NULL: nothing
 */
const char *
hunch_result_get_note (HunchResult *self)
{
  g_return_val_if_fail (HUNCH_IS_RESULT (self), NULL);
  return self->answer->note;
}

/**
 * hunch_result_get_context_full:
 * @self: a result
 *
 * Whether it ended because the context was full.
 *
 * Returns: whether it ended because the context was full
 */
gboolean
hunch_result_get_context_full (HunchResult *self)
{
  g_return_val_if_fail (HUNCH_IS_RESULT (self), FALSE);
  return self->answer->context_full;
}

/**
 * hunch_result_get_cached_count:
 * @self: a result
 *
 * How many tokens of the prompt needed no evaluation, since an earlier request began with the same.
 *
 * Returns: how many tokens of the prompt needed no evaluation, since an earlier request began with the same
 */
guint
hunch_result_get_cached_count (HunchResult *self)
{
  g_return_val_if_fail (HUNCH_IS_RESULT (self), 0);
  return self->answer->timings.cached_n;
}

/**
 * hunch_result_get_prompt_ms:
 * @self: a result
 *
 * Milliseconds that the prompt took.
 *
 * Returns: milliseconds that the prompt took
 */
double
hunch_result_get_prompt_ms (HunchResult *self)
{
  g_return_val_if_fail (HUNCH_IS_RESULT (self), 0);
  return self->answer->timings.prompt_ms;
}

/**
 * hunch_result_get_first_token_ms:
 * @self: a result
 *
 * Milliseconds from the request to the first token.
 *
 * Returns: milliseconds from the request to the first token
 */
double
hunch_result_get_first_token_ms (HunchResult *self)
{
  g_return_val_if_fail (HUNCH_IS_RESULT (self), 0);
  return self->answer->timings.first_token_ms;
}

/**
 * hunch_result_get_predicted_ms:
 * @self: a result
 *
 * Milliseconds that the tokens after the prompt took.
 *
 * Returns: milliseconds that the tokens after the prompt took
 */
double
hunch_result_get_predicted_ms (HunchResult *self)
{
  g_return_val_if_fail (HUNCH_IS_RESULT (self), 0);
  return self->answer->timings.predicted_ms;
}
