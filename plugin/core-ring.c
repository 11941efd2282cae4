/* core-ring.c: pieces of text that were visited lately, as further context for the model.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "plugin/core-ring.h"
#include "plugin/core-text.h"

#define MIN_LINES       3
#define MAX_WAITING     16
#define MAX_CHUNK_BYTES 8192
#define ALIKE           0.9

typedef struct
{
  char *filename, *text;
} Chunk;

struct CoreRing
{
  GQueue chunks, waiting; /* Chunk, oldest first */
};

static void
chunk_free (gpointer data)
{
  Chunk *chunk = data;

  g_free (chunk->filename);
  g_free (chunk->text);
  g_free (chunk);
}

CoreRing *
core_ring_new (void)
{
  return g_new0 (CoreRing, 1);
}

void
core_ring_clear (CoreRing *self)
{
  g_queue_clear_full (&self->chunks, chunk_free);
  g_queue_clear_full (&self->waiting, chunk_free);
}

void
core_ring_free (CoreRing *self)
{
  core_ring_clear (self);
  g_free (self);
}

static GHashTable *
line_set (const char *text)
{
  GHashTable *set = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (char **p = lines; *p != NULL; p++)
    if (*g_strstrip (*p) != '\0')
      g_hash_table_add (set, g_strdup (*p));
  return set;
}

/* The share of lines that two chunks have in common: 2 |A and B| / (|A| + |B|). */
static double
likeness (GHashTable *a, GHashTable *b)
{
  GHashTableIter iter;
  gpointer line;
  guint common = 0, total = g_hash_table_size (a) + g_hash_table_size (b);

  g_hash_table_iter_init (&iter, a);
  while (g_hash_table_iter_next (&iter, &line, NULL))
    common += g_hash_table_contains (b, line);
  return total == 0 ? 1 : 2.0 * common / total;
}

static void
drop_alike (GQueue *queue, const char *text)
{
  g_autoptr (GHashTable) lines = line_set (text);

  for (GList *l = queue->head, *next; l != NULL; l = next)
    {
      g_autoptr (GHashTable) other = line_set (((Chunk *) l->data)->text);

      next = l->next;
      if (likeness (lines, other) >= ALIKE)
        {
          chunk_free (l->data);
          g_queue_delete_link (queue, l);
        }
    }
}

void
core_ring_note (CoreRing *self, const char *filename, const char *text, guint max_lines)
{
  const char *start = core_text_last_lines (text, max_lines, MAX_CHUNK_BYTES);
  g_autoptr (GHashTable) lines = line_set (start);
  Chunk *chunk;

  if (g_hash_table_size (lines) < MIN_LINES)
    return;
  drop_alike (&self->waiting, start);
  chunk = g_new (Chunk, 1);
  chunk->filename = g_strdup (filename);
  chunk->text = g_strdup (start);
  g_queue_push_tail (&self->waiting, chunk);
  if (g_queue_get_length (&self->waiting) > MAX_WAITING)
    chunk_free (g_queue_pop_head (&self->waiting));
}

gboolean
core_ring_is_waiting (CoreRing *self)
{
  return !g_queue_is_empty (&self->waiting);
}

void
core_ring_refill (CoreRing *self, guint max_chunks)
{
  Chunk *chunk;

  while ((chunk = g_queue_pop_head (&self->waiting)) != NULL)
    {
      drop_alike (&self->chunks, chunk->text);
      g_queue_push_tail (&self->chunks, chunk);
    }
  while (g_queue_get_length (&self->chunks) > max_chunks)
    chunk_free (g_queue_pop_head (&self->chunks));
}

/* Whether most of a chunk stands in the window already: its middle line does. */
static gboolean
stands_in (const Chunk *chunk, const char *window)
{
  gsize len = strlen (chunk->text);
  const char *middle = core_text_line_start (chunk->text, chunk->text + len / 2);
  g_autofree char *line = g_strndup (middle, core_text_line_length (middle));

  return strlen (g_strstrip (line)) > 3 && strstr (window, line) != NULL;
}

static char *
name_of (const Chunk *chunk)
{
  return chunk->filename != NULL ? g_path_get_basename (chunk->filename) : g_strdup ("untitled");
}

char **
core_ring_get (CoreRing *self, const char *prefix, const char *suffix, gsize budget)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new ();

  for (GList *l = self->chunks.tail; l != NULL; l = l->prev)
    {
      const Chunk *chunk = l->data;
      gsize n = strlen (chunk->text);

      if (n > budget || stands_in (chunk, prefix) || stands_in (chunk, suffix))
        continue;
      budget -= n;
      g_ptr_array_insert (list, 0, g_strdup (chunk->text));
      g_ptr_array_insert (list, 0, name_of (chunk));
    }
  g_ptr_array_add (list, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&list), FALSE);
}
