/* stream.c: answers that are streamed from the engine on the fake, and what holds for each of them.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tests/engine/session/stream.h"

#include <string.h>

HunchEngine *
fake_engine_new (FakeVocabFlags flags, guint n_ctx)
{
  fake_reset ();
  return hunch_engine_start (fake_parts_new (flags, n_ctx, 4, 64, n_ctx / 16 * 3 + 3));
}

HunchRequest
fake_request (const char *text, guint max_tokens)
{
  return (HunchRequest){
    .text = text, .text_len = strlen (text), .max_tokens = max_tokens, .sampler = HUNCH_SAMPLER_DEFAULTS
  };
}

/* NUL is a character like any other here, and not for GLib. */
static gboolean
is_utf8 (const char *text, gsize len)
{
  const char *end = NULL;

  while (!g_utf8_validate (text, (gssize) len, &end))
    {
      if (*end != '\0')
        return FALSE;
      len -= (gsize) (end + 1 - text);
      text = end + 1;
    }
  return TRUE;
}

void
stream_token (gint32 id, const char *text, gsize len, gpointer user_data)
{
  Stream *s = user_data;

  g_mutex_lock (&s->lock);
  g_assert_cmpuint (s->n_done, ==, 0);
  g_assert_true (is_utf8 (text, len));
  g_string_append_len (s->text, text, (gssize) len);
  s->n_tokens += id >= 0;
  g_cond_signal (&s->changed);
  g_mutex_unlock (&s->lock);
}

void
stream_done (HunchAnswer *answer, gpointer user_data)
{
  Stream *s = user_data;

  g_mutex_lock (&s->lock);
  s->answer = answer;
  s->n_done++;
  g_cond_signal (&s->changed);
  g_mutex_unlock (&s->lock);
}

Stream *
stream_new (void)
{
  Stream *s = g_new0 (Stream, 1);

  g_mutex_init (&s->lock);
  g_cond_init (&s->changed);
  s->text = g_string_new (NULL);
  return s;
}

void
stream_wait (Stream *s, guint n_tokens)
{
  g_mutex_lock (&s->lock);
  while (s->n_done == 0 && s->n_tokens < n_tokens)
    g_cond_wait (&s->changed, &s->lock);
  g_mutex_unlock (&s->lock);
}

void
stream_free (Stream *s)
{
  stream_wait (s, G_MAXUINT);
  g_assert_cmpuint (s->n_done, ==, 1);
  if (s->answer->error == NULL)
    g_assert_cmpmem (s->text->str, s->text->len, s->answer->text->str, s->answer->text->len);
  g_assert_cmpuint (s->n_tokens, ==, s->answer->ids->len);
  g_assert_cmpuint (s->answer->timings.predicted_n, ==, s->answer->ids->len);
  hunch_answer_free (s->answer);
  g_string_free (s->text, TRUE);
  g_mutex_clear (&s->lock);
  g_cond_clear (&s->changed);
  g_free (s);
}
