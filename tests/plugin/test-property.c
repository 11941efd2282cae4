/* test-property.c: thousands of random keys, suggestions and accepts: no byte of the document changes but by a key or an accept.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "tests/plugin/rig.h"

#define N_STEPS 2000

/* The text as it must be, kept by the simplest means. */
typedef struct
{
  GString *text;
  gsize cursor;
  const char *newline;
} Model;

static const char *const pieces[]
    = { "a", "b", "foo", "(", ")", "\"", " ", "    ", "\n", "x = 1", "é", "数", "👍", ";", "{", "}" };

static char *
random_text (guint max_pieces)
{
  GString *s = g_string_new (NULL);

  for (gint n = g_test_rand_int_range (0, max_pieces + 1); n > 0; n--)
    g_string_append (s, pieces[g_test_rand_int_range (0, G_N_ELEMENTS (pieces))]);
  return g_string_free (s, FALSE);
}

static char *
random_answer (HunchQuery *query, gpointer user_data)
{
  if (g_test_rand_int_range (0, 20) == 0)
    return NULL;
  return random_text (12);
}

/* Text in the document's own line breaks. */
static char *
in_document (const Model *model, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  return g_strjoinv (model->newline, lines);
}

static void
model_insert (Model *model, const char *text)
{
  g_string_insert (model->text, model->cursor, text);
  model->cursor += strlen (text);
}

static void
type (Rig *rig, Model *model, const char *piece)
{
  g_autofree char *text = in_document (model, piece);

  headless_host_type (rig->host, text);
  model_insert (model, text);
}

static void
backspace (Rig *rig, Model *model)
{
  gsize n;

  headless_host_backspace (rig->host);
  if (model->cursor == 0)
    return;
  n = model->text->str + model->cursor - g_utf8_find_prev_char (model->text->str, model->text->str + model->cursor);
  model->cursor -= n;
  g_string_erase (model->text, model->cursor, n);
}

static void
move (Rig *rig, Model *model)
{
  gsize n = g_test_rand_int_range (0, model->text->len + 1);

  while (n > 0 && ((guchar) model->text->str[n] & 0xC0) == 0x80)
    n--;
  model->cursor = n;
  headless_host_move (rig->host, n);
}

/* Line breaks of any kind as "\n". */
static char *
plain_breaks (const char *text)
{
  g_autoptr (GString) plain = g_string_new (text);

  g_string_replace (plain, "\r\n", "\n", 0);
  g_string_replace (plain, "\r", "\n", 0);
  return g_strdup (plain->str);
}

/* What an accept may insert is a beginning of what was shown. Its line breaks are those of the text around the cursor, which backspaces
 * within a CRLF may have changed. */
static void
accept (Rig *rig, Model *model)
{
  g_autofree char *ghost = g_strdup (headless_host_get_ghost (rig->host));
  HunchAcceptPart part = g_test_rand_int_range (0, 3);
  gsize before = headless_host_get_cursor (rig->host);
  gboolean done = hunch_suggester_accept (rig->suggester, part);
  g_autofree char *plain = NULL, *inserted = NULL;

  g_assert_true (done == (ghost != NULL));
  if (!done)
    return;
  inserted = g_strndup (headless_host_get_text (rig->host) + before, headless_host_get_cursor (rig->host) - before);
  g_assert_cmpstr (inserted, !=, "");
  plain = plain_breaks (inserted);
  g_assert_true (g_str_has_prefix (ghost, plain));
  if (part == HUNCH_ACCEPT_ALL)
    g_assert_cmpstr (plain, ==, ghost);
  model_insert (model, inserted);
}

/* An answer that comes in pieces, with whatever a person does between them. */
static void
answer_slowly (Rig *rig)
{
  g_autofree char *piece = random_text (6);

  if (g_test_rand_int_range (0, 2) == 0)
    {
      stub_completer_hold (rig->completer, FALSE);
      stub_completer_release (rig->completer);
      return;
    }
  stub_completer_hold (rig->completer, TRUE);
  hunch_suggester_complete (rig->suggester);
  if (stub_completer_get_query (rig->completer) == NULL)
    return;
  stub_completer_say (rig->completer, piece);
  stub_completer_say (rig->completer, "\n");
}

static void
step (Rig *rig, Model *model)
{
  gint what = g_test_rand_int_range (0, 100);

  if (what < 36)
    type (rig, model, pieces[g_test_rand_int_range (0, G_N_ELEMENTS (pieces))]);
  else if (what < 42)
    backspace (rig, model);
  else if (what < 46)
    move (rig, model);
  else if (what < 60)
    accept (rig, model);
  else if (what < 66)
    hunch_suggester_next (rig->suggester);
  else if (what < 68)
    hunch_suggester_previous (rig->suggester);
  else if (what < 70)
    hunch_suggester_dismiss (rig->suggester);
  else if (what < 75)
    answer_slowly (rig);
  else if (what < 83)
    hunch_suggester_complete (rig->suggester);
  else if (what < 84)
    headless_host_set_flags (rig->host, 1 << g_test_rand_int_range (0, 5));
  else if (what < 87)
    headless_host_set_flags (rig->host, HUNCH_HOST_NONE);
  else if (headless_host_get_ghost (rig->host) != NULL && what < 94) /* types what is shown */
    {
      g_autofree char *one = g_utf8_substring (headless_host_get_ghost (rig->host), 0, 1);

      type (rig, model, one);
    }
  else
    rig_wait (rig, g_test_rand_int_range (1, 300));
}

static void
run (const char *newline)
{
  Model model = { g_string_new (NULL), 0, newline };
  g_autofree char *start = in_document (&model, "int main\n{\n  return 0;\n}\n");
  g_autofree char *marked = g_strconcat ("|", start, NULL);
  guint n_shown = 0;
  Rig rig;

  g_string_assign (model.text, start);
  rig_init (&rig, marked, NULL);
  stub_completer_set_answer (rig.completer, random_answer, NULL);
  for (guint i = 0; i < N_STEPS; i++)
    {
      step (&rig, &model);
      if (g_test_rand_int_range (0, 3) == 0)
        rig_settle ();
      n_shown += headless_host_get_ghost (rig.host) != NULL;
      rig_assert_text (&rig, model.text->str);
      g_assert_cmpuint (headless_host_get_cursor (rig.host), ==, model.cursor);
      g_assert_cmpstr (headless_host_get_ghost (rig.host), ==, hunch_suggester_get_text (rig.suggester));
    }
  g_assert_cmpuint (n_shown, >, N_STEPS / 40); /* or the run would show nothing */
  rig_clear (&rig);
  g_string_free (model.text, TRUE);
}

static void
test_lf (void)
{
  run ("\n");
}

static void
test_crlf (void)
{
  run ("\r\n");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plugin/property/lf", test_lf);
  g_test_add_func ("/plugin/property/crlf", test_crlf);
  return g_test_run ();
}
