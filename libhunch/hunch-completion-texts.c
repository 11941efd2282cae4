/* hunch-completion-texts.c: the texts of a completion: what is before and after, what ends it, what may help.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/hunch.h"
#include "libhunch/hunch-completion-private.h"
#include "libhunch/prompt.h"

#include <string.h>

static GBytes *
text_bytes (const char *text)
{
  return text ? g_bytes_new (text, strlen (text)) : NULL;
}

/**
 * hunch_completion_set_prompt:
 * @self: a completion
 * @prompt: (nullable): the text before; %NULL is none
 *
 * Sets the prompt; an earlier one, also one of ids, is forgotten.
 */
void
hunch_completion_set_prompt (HunchCompletion *self, const char *prompt)
{
  g_autoptr (GBytes) bytes = text_bytes (prompt);

  hunch_completion_set_prompt_bytes (self, bytes);
}

/**
 * hunch_completion_set_prompt_bytes:
 * @self: a completion
 * @prompt: (nullable): the text before, any bytes
 *
 * As [method@Hunch.Completion.set_prompt], of text that may hold NULs and bytes that are no UTF-8.
 */
void
hunch_completion_set_prompt_bytes (HunchCompletion *self, GBytes *prompt)
{
  g_return_if_fail (HUNCH_IS_COMPLETION (self));
  hunch_prompt_set_bytes (&self->prompt, prompt);
  g_clear_pointer (&self->prompt_ids, g_array_unref);
  g_object_notify (G_OBJECT (self), "prompt");
}

/**
 * hunch_completion_set_prompt_ids:
 * @self: a completion
 * @ids: (array length=n_ids) (nullable): tokens
 * @n_ids: how many
 *
 * Sets a prompt of tokens in place of a text; nothing is added to them.
 */
void
hunch_completion_set_prompt_ids (HunchCompletion *self, const gint32 *ids, gsize n_ids)
{
  g_return_if_fail (HUNCH_IS_COMPLETION (self));
  g_return_if_fail (n_ids <= G_MAXINT && (ids != NULL || n_ids == 0));
  hunch_prompt_set_ids (&self->prompt, &self->prompt_ids, ids, n_ids);
  g_object_notify (G_OBJECT (self), "prompt");
}

/**
 * hunch_completion_set_suffix:
 * @self: a completion
 * @suffix: (nullable): the text after; %NULL to go on from the prompt
 *
 * Sets the text that follows.
 */
void
hunch_completion_set_suffix (HunchCompletion *self, const char *suffix)
{
  g_autoptr (GBytes) bytes = text_bytes (suffix);

  hunch_completion_set_suffix_bytes (self, bytes);
}

/**
 * hunch_completion_set_suffix_bytes:
 * @self: a completion
 * @suffix: (nullable): the text after, any bytes
 *
 * As [method@Hunch.Completion.set_suffix].
 */
void
hunch_completion_set_suffix_bytes (HunchCompletion *self, GBytes *suffix)
{
  g_return_if_fail (HUNCH_IS_COMPLETION (self));
  hunch_prompt_set_bytes (&self->suffix, suffix);
  g_object_notify (G_OBJECT (self), "suffix");
}

/**
 * hunch_completion_set_stops:
 * @self: a completion
 * @stops: (array zero-terminated=1) (nullable): texts
 *
 * Sets the texts that end the completion when they come; they are not part of it, also when they come spread over tokens.
 */
void
hunch_completion_set_stops (HunchCompletion *self, const char *const *stops)
{
  GStrv copy;

  g_return_if_fail (HUNCH_IS_COMPLETION (self));
  copy = g_strdupv ((char **) stops);
  g_strfreev (self->stops);
  self->stops = copy;
  g_object_notify (G_OBJECT (self), "stops");
}

/**
 * hunch_completion_set_given:
 * @self: a completion
 * @text: (nullable): a text that is there already; %NULL to let the model write
 *
 * Sets what comes after the prompt: the model reads it in place of writing, so that with [property@Hunch.Completion:n-likely] it can be
 * asked how likely a text is, token by token. Stops, limits of tokens and of lines do not count.
 */
void
hunch_completion_set_given (HunchCompletion *self, const char *text)
{
  char *given;

  g_return_if_fail (HUNCH_IS_COMPLETION (self));
  given = g_strdup (text);
  g_free (self->given);
  self->given = given;
}

/**
 * hunch_completion_set_context:
 * @self: a completion
 * @file_name: (nullable): the name of the file that prompt and suffix are of
 * @context: (array zero-terminated=1) (nullable): name, text, name, text of other files, oldest first
 *
 * Sets other texts that may help, for an infill: the model reads them before its own file, as far as it has tokens that part files.
 * One that has not is given none, since to it they would be one text with the prompt.
 */
void
hunch_completion_set_context (HunchCompletion *self, const char *file_name, const char *const *context)
{
  GStrv texts;
  char *name;

  g_return_if_fail (HUNCH_IS_COMPLETION (self));
  g_return_if_fail (context == NULL || g_strv_length ((GStrv) context) % 2 == 0);
  texts = g_strdupv ((GStrv) context);
  name = g_strdup (file_name);
  g_strfreev (self->context);
  g_free (self->file_name);
  self->context = texts;
  self->file_name = name;
}
