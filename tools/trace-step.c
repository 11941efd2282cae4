/* trace-step.c: a debugger's commands over a prompt's way through the model.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/trace-step.h"

#include "tools/input.h"
#include "tools/line.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define N_SHOWN 8 /* numbers of a row that are printed */

typedef struct
{
  const TraceShown *t;
  TraceLines lines;
  guint at;                 /* the line */
  GHashTable *breaks;       /* names, with or without a layer */
  HunchEvaluation *watched; /* NULL: the one that was traced first */
} Stepper;

typedef gboolean (*CommandFunc) (Stepper *s, char **words, GError **error);

typedef struct
{
  const char *name, *letter, *arguments, *summary;
  CommandFunc run; /* NULL: quit */
} Command;

static HunchEvaluation *
evaluation (const Stepper *s)
{
  return s->watched ? g_object_ref (s->watched)
                    : TRACE_ITEM (HunchEvaluation, hunch_trace_result_get_evaluations (s->t->result), 0);
}

/* What the model would say where the residual stream has passed a layer. */
static void
print_lens (const Stepper *s, guint layer)
{
  g_autoptr (HunchEvaluation) e = evaluation (s);
  g_autoptr (HunchLayerView) view = TRACE_ITEM (HunchLayerView, hunch_evaluation_get_layers (e), layer);
  HunchCandidate *best = hunch_layer_view_get_best (view);
  g_autofree char *says = trace_quote (s->t->tokenizer, hunch_candidate_get_id (best)), *watched = NULL;
  g_autofree char *best_p = trace_percent (hunch_candidate_get_probability (best));
  g_autofree char *p = trace_percent (hunch_layer_view_get_probability (view));
  gint target;

  g_object_get (e, "target", &target, NULL);
  watched = trace_quote (s->t->tokenizer, target);
  printf (_ ("  would say %s %s; %s has rank %u, %s\n"), says, best_p, watched, hunch_layer_view_get_rank (view), p);
}

static gboolean
print_place (Stepper *s, GError **error)
{
  HunchActivation *tensor = trace_lines_fetch (&s->lines, s->at, error);
  const guint64 *shape;
  gint layer;
  gsize n;

  if (tensor == NULL)
    return FALSE;
  shape = hunch_activation_get_shape (tensor, &n);
  printf ("%s (%" G_GUINT64_FORMAT, hunch_activation_get_name (tensor), shape[0]);
  for (gsize i = 1; i < n; i++)
    printf (", %" G_GUINT64_FORMAT, shape[i]);
  puts (")");
  trace_lines_point (&s->lines, s->at, &layer);
  if (s->at == 0 || (s->at % s->lines.n_points == 0 && layer >= 0))
    print_lens (s, (guint) (layer + 1));
  return TRUE;
}

static gboolean
go (Stepper *s, guint line, GError **error)
{
  if (line >= s->lines.end)
    {
      puts (_ ("That was all; 'print' still looks at every point, 'quit' ends"));
      s->at = s->lines.end - 1;
      return TRUE;
    }
  s->at = line;
  return print_place (s, error);
}

static gboolean
on_step (Stepper *s, char **words, GError **error)
{
  return go (s, s->at + 1, error);
}

/* Over the rest of a layer. */
static gboolean
on_next (Stepper *s, char **words, GError **error)
{
  const guint inside = s->lines.n_layers * s->lines.n_points;

  return go (s, s->at < inside ? (s->at / s->lines.n_points + 1) * s->lines.n_points : s->at + 1, error);
}

static gboolean
breaks_at (const Stepper *s, guint line)
{
  g_autofree char *name = trace_lines_name (&s->lines, line);
  gint layer;

  return g_hash_table_contains (s->breaks, name)
         || g_hash_table_contains (s->breaks, trace_lines_point (&s->lines, line, &layer));
}

static gboolean
on_continue (Stepper *s, char **words, GError **error)
{
  guint line = s->at + 1;

  if (words[1])
    {
      if (!trace_lines_find (&s->lines, words[1], &line, error))
        return FALSE;
      if (line > s->at)
        return go (s, line, error);
      g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT, _ ("%s lies behind; 'print %s' shows it"), words[1],
                   words[1]);
      return FALSE;
    }
  while (line < s->lines.end && !breaks_at (s, line))
    line++;
  return go (s, line, error);
}

static gboolean
on_break (Stepper *s, char **words, GError **error)
{
  const char *what = words[1] ? words[1] : "";
  guint line;

  if (!g_strv_contains ((const char *const *) s->lines.names, what))
    {
      if (!trace_lines_find (&s->lines, what, &line, error))
        return FALSE;
      g_hash_table_add (s->breaks, trace_lines_name (&s->lines, line));
      return TRUE;
    }
  g_hash_table_add (s->breaks, g_strdup (what));
  return TRUE;
}

static gboolean
on_delete (Stepper *s, char **words, GError **error)
{
  if (words[1])
    g_hash_table_remove (s->breaks, words[1]);
  else
    g_hash_table_remove_all (s->breaks);
  return TRUE;
}

static void
print_statistics (const float *x, gsize n)
{
  double sum = 0, squares = 0, low = INFINITY, high = -INFINITY;

  for (gsize i = 0; i < n; i++)
    {
      sum += x[i];
      squares += (double) x[i] * x[i];
      low = fmin (low, x[i]);
      high = fmax (high, x[i]);
    }
  printf (_ ("  %u numbers: mean %.6g, deviation %.6g, from %.6g to %.6g, norm %.6g\n"), (guint) n, sum / (double) n,
          sqrt (fmax (0, squares / (double) n - sum / (double) n * (sum / (double) n))), low, high, sqrt (squares));
}

/* "3", "3.2" (row and head), "3:10" (from there on). */
static gboolean
slice (const char *text, const guint64 *shape, gsize n_dims, guint64 *row, guint64 *head, guint64 *first,
       GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ":", 2), place = g_strsplit (parts[0] ? parts[0] : "", ".", 2);
  const guint64 width = shape[n_dims - 1];

  if (place[0] && g_ascii_string_to_unsigned (place[0], 10, 0, shape[0] - 1, row, NULL)
      && (!place[1] || (n_dims == 3 && g_ascii_string_to_unsigned (place[1], 10, 0, shape[1] - 1, head, NULL)))
      && (!parts[1] || g_ascii_string_to_unsigned (parts[1], 10, 0, width - 1, first, NULL)))
    return TRUE;
  g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT,
               _ ("'%s' is no row of it; write ROW, ROW.HEAD or ROW:FIRST, all from 0"), text);
  return FALSE;
}

static void
print_numbers (const float *x, guint64 first, guint64 width)
{
  printf ("  [%" G_GUINT64_FORMAT "…]", first);
  for (guint64 i = first; i < MIN (width, first + N_SHOWN); i++)
    printf (" %.6g", x[i]);
  puts (first + N_SHOWN < width ? " …" : "");
}

/* The whole with statistics, and a row: the last one unless told. */
static gboolean
on_print (Stepper *s, char **words, GError **error)
{
  guint64 row, head = 0, first = 0;
  HunchActivation *tensor;
  const guint64 *shape;
  const float *x;
  guint line = s->at;
  gsize n_dims, bytes;

  if (words[1] && !trace_lines_find (&s->lines, words[1], &line, error))
    return FALSE;
  tensor = trace_lines_fetch (&s->lines, line, error);
  if (tensor == NULL)
    return FALSE;
  shape = hunch_activation_get_shape (tensor, &n_dims);
  x = g_bytes_get_data (hunch_activation_get_bytes (tensor), &bytes);
  row = shape[0] - 1;
  if (words[1] && words[2] && !slice (words[2], shape, n_dims, &row, &head, &first, error))
    return FALSE;
  printf ("%s\n", hunch_activation_get_name (tensor));
  print_statistics (x, bytes / sizeof *x);
  x += row * (n_dims == 3 ? shape[1] * shape[2] : shape[1]) + head * (n_dims == 3 ? shape[2] : 0);
  if (n_dims == 3)
    printf (_ ("  row %u, head %u"), (guint) row, (guint) head);
  else
    printf (_ ("  row %u"), (guint) row);
  print_numbers (x, first, shape[n_dims - 1]);
  return TRUE;
}

/* Text of the rest of the line, spaces included: a token usually begins with one. */
static gboolean
on_watch (Stepper *s, char **words, GError **error)
{
  g_autofree char *text = words[1] ? g_strjoinv (" ", words + 1) : NULL;
  g_autoptr (GBytes) bytes = g_bytes_new (text ? text : "", text ? strlen (text) : 0);
  g_autoptr (HunchTraceResult) result = NULL;
  g_autofree gint32 *ids = NULL;
  gsize n;

  ids = hunch_tokenizer_encode_bytes (s->t->tokenizer, bytes, HUNCH_TOKENIZER_SPECIAL, &n, NULL, error);
  if (ids == NULL)
    return FALSE;
  if (n != 1)
    {
      g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT, _ ("'%s' is %u tokens, not one"), text ? text : "",
                   (guint) n);
      return FALSE;
    }
  hunch_trace_set_points (s->lines.trace, (const char *const[]){ NULL }, 0, 0, NULL);
  g_object_set (s->lines.trace, "target", ids[0], NULL);
  result = s->lines.run (s->lines.trace, error);
  if (result == NULL)
    return FALSE;
  g_clear_object (&s->watched);
  s->watched = TRACE_ITEM (HunchEvaluation, hunch_trace_result_get_evaluations (result), 0);
  print_lens (s, MIN (s->at / s->lines.n_points, s->lines.n_layers)); /* after the layers that lie behind */
  return TRUE;
}

static gboolean on_help (Stepper *s, char **words, GError **error);

static const Command commands[] = {
  { "next", "n", "", N_ ("go on to the end of the layer, or of the next one"), on_next },
  { "step", "s", "", N_ ("go on to the next point, into a layer"), on_step },
  { "continue", "c", "[POINT]", N_ ("go on to a point, to the end of a layer, or to the next break"), on_continue },
  { "break", "b", "POINT", N_ ("stop at scores.5, at scores in every layer, or at the end of layer 5"), on_break },
  { "delete", "d", "[POINT]", N_ ("forget a break, or all"), on_delete },
  { "print", "p", "[POINT [ROW[.HEAD][:FIRST]]]", N_ ("show a tensor: statistics, and a row of it"), on_print },
  { "watch", "w", "TEXT", N_ ("follow the rank of another token; a word usually begins with a space"), on_watch },
  { "help", "h", "", N_ ("show this"), on_help },
  { "quit", "q", "", N_ ("end"), NULL },
};

static gboolean
on_help (Stepper *s, char **words, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    printf ("  %-8s %s  %-30s %s\n", commands[i].name, commands[i].letter, commands[i].arguments,
            _ (commands[i].summary));
  puts (_ ("An empty line does the last command again."));
  return TRUE;
}

static const Command *
find_command (const char *word, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (strcmp (word, commands[i].name) == 0 || strcmp (word, commands[i].letter) == 0)
      return &commands[i];
  g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT, _ ("There is no command '%s'; 'help' shows them"), word);
  return NULL;
}

/* FALSE with no error: quit. */
static gboolean
execute (Stepper *s, const char *line, GError **error)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  const Command *command = find_command (words[0], error);

  return command && command->run && command->run (s, words, error);
}

static gboolean
run_script (Stepper *s, const char *path, GError **error)
{
  g_autoptr (GBytes) bytes = input_read (path, error);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  GError *failed = NULL;

  if (bytes == NULL)
    return FALSE;
  text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    {
      if (lines[i][0] == '\0' || lines[i][0] == '#')
        continue;
      printf ("(hunch) %s\n", lines[i]);
      if (!execute (s, lines[i], &failed))
        break;
    }
  if (failed)
    g_propagate_error (error, failed);
  return failed == NULL;
}

/* A person's: what fails is said, and goes on. */
static void
run_terminal (Stepper *s)
{
  g_autofree char *last = g_strdup ("next");
  char *line;

  puts (_ ("'help' shows the commands."));
  while ((line = line_read ("(hunch) ")))
    {
      GError *error = NULL;

      if (line[0] != '\0')
        {
          g_free (last);
          last = g_steal_pointer (&line);
        }
      g_free (line);
      if (execute (s, last, &error))
        continue;
      if (error == NULL)
        break;
      puts (error->message);
      g_error_free (error);
    }
}

gboolean
trace_step (const TraceShown *t, HunchTrace *trace, TraceRun run, const char *script, GError **error)
{
  Stepper s = { .t = t };
  guint n_layers;
  gboolean ok;

  g_object_get (t->result, "n-layers", &n_layers, NULL);
  trace_lines_init (&s.lines, trace, run, n_layers);
  s.breaks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_object_set (trace, "max-tokens", 0, "attribute", FALSE, "neurons-layer", -1, "patch", NULL, NULL);
  ok = print_place (&s, error) && (script == NULL || run_script (&s, script, error));
  if (ok && script == NULL)
    run_terminal (&s);
  g_clear_object (&s.watched);
  g_hash_table_unref (s.breaks);
  trace_lines_clear (&s.lines);
  return ok;
}
