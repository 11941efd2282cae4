/* core-cache.c: suggestions made before, found by the text around the cursor.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A place is known by the last KEY_BEFORE bytes before and the first KEY_AFTER bytes after the cursor, and by the file and the
 * language that it is in: where little is written yet, much the same stands in all. All of them are compared; the bytes next to the cursor
 * are hashed, since typed-ahead text is found by asking for the places 1, 2, 3 … bytes back, at each key. */
#include "config.h"

#include <string.h>

#include "plugin/core-cache.h"

#define KEY_BEFORE  1024
#define KEY_AFTER   256
#define HASHED      32 /* bytes on either side */
#define TYPED_AHEAD 128

typedef struct
{
  const char *before, *after; /* not NUL-terminated */
  gsize n_before, n_after;
  const char *filename, *language; /* may be NULL */
} Key;

typedef struct
{
  Key key; /* first, so that an entry is its own key; owns its text */
  GPtrArray *texts;
  GList link; /* in the queue, most recently used first */
} Entry;

struct CoreCache
{
  GHashTable *entries; /* Entry, itself the key */
  GQueue used;
};

static guint
hash_bytes (guint h, const char *p, gsize n)
{
  for (gsize i = 0; i < n; i++)
    h = (h ^ (guchar) p[i]) * 16777619u;
  return h;
}

static guint
key_hash (gconstpointer data)
{
  const Key *key = data;
  gsize n_before = MIN (key->n_before, HASHED), n_after = MIN (key->n_after, HASHED);

  return hash_bytes (hash_bytes (2166136261u, key->before + key->n_before - n_before, n_before), key->after, n_after);
}

static gboolean
key_equal (gconstpointer a, gconstpointer b)
{
  const Key *x = a, *y = b;

  return x->n_before == y->n_before && x->n_after == y->n_after && memcmp (x->before, y->before, x->n_before) == 0
         && memcmp (x->after, y->after, x->n_after) == 0 && g_strcmp0 (x->filename, y->filename) == 0
         && g_strcmp0 (x->language, y->language) == 0;
}

/* The key of the place behind the first len bytes of context's prefix; what follows of these counts as typed. */
static Key
key_of (const CoreContext *context, gsize len)
{
  gsize n_before = MIN (len, KEY_BEFORE);

  return (Key){ .before = context->prefix + len - n_before,
                .after = context->suffix,
                .n_before = n_before,
                .n_after = strnlen (context->suffix, KEY_AFTER),
                .filename = context->filename,
                .language = context->language };
}

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_free ((char *) entry->key.before);
  g_free ((char *) entry->key.after);
  g_free ((char *) entry->key.filename);
  g_free ((char *) entry->key.language);
  g_ptr_array_unref (entry->texts);
  g_free (entry);
}

CoreCache *
core_cache_new (void)
{
  CoreCache *self = g_new0 (CoreCache, 1);

  self->entries = g_hash_table_new_full (key_hash, key_equal, NULL, entry_free);
  return self;
}

void
core_cache_clear (CoreCache *self)
{
  g_queue_init (&self->used);
  g_hash_table_remove_all (self->entries);
}

void
core_cache_free (CoreCache *self)
{
  g_hash_table_unref (self->entries);
  g_free (self);
}

guint
core_cache_get_size (CoreCache *self)
{
  return g_hash_table_size (self->entries);
}

static void
touch (CoreCache *self, Entry *entry)
{
  g_queue_unlink (&self->used, &entry->link);
  g_queue_push_head_link (&self->used, &entry->link);
}

static Entry *
entry_new (CoreCache *self, const Key *key)
{
  Entry *entry = g_new0 (Entry, 1);

  entry->key = *key;
  entry->key.before = g_strndup (key->before, key->n_before);
  entry->key.after = g_strndup (key->after, key->n_after);
  entry->key.filename = g_strdup (key->filename);
  entry->key.language = g_strdup (key->language);
  entry->texts = g_ptr_array_new_with_free_func (g_free);
  entry->link.data = entry;
  g_hash_table_add (self->entries, entry);
  g_queue_push_head_link (&self->used, &entry->link);
  return entry;
}

void
core_cache_add (CoreCache *self, const CoreContext *context, const char *text, guint max)
{
  Key key = key_of (context, strlen (context->prefix));
  Entry *entry = g_hash_table_lookup (self->entries, &key);

  if (max == 0)
    return;
  if (entry == NULL)
    entry = entry_new (self, &key);
  touch (self, entry);
  if (text != NULL && !g_ptr_array_find_with_equal_func (entry->texts, text, g_str_equal, NULL))
    g_ptr_array_add (entry->texts, g_strdup (text));
  while (g_queue_get_length (&self->used) > max)
    {
      Entry *oldest = g_queue_peek_tail (&self->used);

      g_queue_unlink (&self->used, &oldest->link);
      g_hash_table_remove (self->entries, oldest);
    }
}

/* Adds what of the texts is still to come after the typed bytes. */
static void
add_rest (GPtrArray *found, const GPtrArray *texts, const char *typed, gsize n)
{
  for (guint i = 0; i < texts->len; i++)
    {
      const char *text = g_ptr_array_index (texts, i);

      if (strncmp (text, typed, n) == 0 && text[n] != '\0')
        g_ptr_array_add (found, g_strdup (text + n));
    }
}

GPtrArray *
core_cache_lookup (CoreCache *self, const CoreContext *context)
{
  gsize len = strlen (context->prefix);

  for (gsize back = 0; back <= MIN (len, TYPED_AHEAD); back++)
    {
      Key key = key_of (context, len - back);
      Entry *entry = g_hash_table_lookup (self->entries, &key);
      g_autoptr (GPtrArray) found = NULL;

      if (entry == NULL)
        continue;
      found = g_ptr_array_new_with_free_func (g_free);
      add_rest (found, entry->texts, context->prefix + len - back, back);
      if (back > 0 && found->len == 0)
        continue;
      touch (self, entry);
      return g_steal_pointer (&found);
    }
  return NULL;
}
