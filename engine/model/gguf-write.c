/* gguf-write.c: a GGUF file, header first, then tensors as they come, under another name until it is whole.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/model/gguf-write.h"

#include "engine/base/checked.h"
#include "engine/base/hunch-error.h"
#include "engine/base/i18n.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ALIGNMENT 32

struct HunchGgufWriter
{
  GByteArray *kvs, *tensors; /* as in the file */
  guint64 n_kvs, n_tensors;
  GArray *sizes;     /* guint64; of the tensors' data */
  guint64 end;       /* of the data so far announced, from their beginning */
  char *path, *part; /* part: the other name; NULL once it has its own, or before */
  gboolean overwrite;
  int fd;
  guint tensor;    /* whose data come */
  guint64 written; /* of them */
};

HunchGgufWriter *
hunch_gguf_writer_new (void)
{
  HunchGgufWriter *w = g_new0 (HunchGgufWriter, 1);

  w->kvs = g_byte_array_new ();
  w->tensors = g_byte_array_new ();
  w->sizes = g_array_new (FALSE, FALSE, sizeof (guint64));
  w->fd = -1;
  return w;
}

void
hunch_gguf_writer_free (HunchGgufWriter *w)
{
  if (w == NULL)
    return;
  if (w->fd >= 0)
    close (w->fd);
  if (w->part != NULL)
    g_unlink (w->part);
  g_byte_array_unref (w->kvs);
  g_byte_array_unref (w->tensors);
  g_array_unref (w->sizes);
  g_free (w->path);
  g_free (w->part);
  g_free (w);
}

static void
put_u32 (GByteArray *to, guint32 v)
{
  v = GUINT32_TO_LE (v);
  g_byte_array_append (to, (const guint8 *) &v, sizeof v);
}

static void
put_u64 (GByteArray *to, guint64 v)
{
  v = GUINT64_TO_LE (v);
  g_byte_array_append (to, (const guint8 *) &v, sizeof v);
}

static void
put_text (GByteArray *to, const char *text, gsize len)
{
  put_u64 (to, len);
  g_byte_array_append (to, (const guint8 *) text, (guint) len);
}

void
hunch_gguf_writer_add (HunchGgufWriter *w, const char *key, HunchKvType type, gconstpointer raw, gsize bytes)
{
  put_text (w->kvs, key, strlen (key));
  put_u32 (w->kvs, type);
  g_byte_array_append (w->kvs, raw, (guint) bytes);
  w->n_kvs++;
}

void
hunch_gguf_writer_add_u32 (HunchGgufWriter *w, const char *key, guint32 value)
{
  value = GUINT32_TO_LE (value);
  hunch_gguf_writer_add (w, key, HUNCH_KV_U32, &value, sizeof value);
}

void
hunch_gguf_writer_add_f32 (HunchGgufWriter *w, const char *key, float value)
{
  guint32 bits;

  memcpy (&bits, &value, sizeof bits);
  bits = GUINT32_TO_LE (bits);
  hunch_gguf_writer_add (w, key, HUNCH_KV_F32, &bits, sizeof bits);
}

void
hunch_gguf_writer_add_bool (HunchGgufWriter *w, const char *key, gboolean value)
{
  const guint8 byte = value != FALSE;

  hunch_gguf_writer_add (w, key, HUNCH_KV_BOOL, &byte, 1);
}

void
hunch_gguf_writer_add_string (HunchGgufWriter *w, const char *key, const char *text, gsize len)
{
  const guint64 n = GUINT64_TO_LE ((guint64) len);

  hunch_gguf_writer_add (w, key, HUNCH_KV_STRING, &n, sizeof n);
  g_byte_array_append (w->kvs, (const guint8 *) text, (guint) len);
}

void
hunch_gguf_writer_add_array (HunchGgufWriter *w, const char *key, HunchKvType element, guint64 n, gconstpointer raw,
                             gsize bytes)
{
  const guint32 type = GUINT32_TO_LE ((guint32) element);

  hunch_gguf_writer_add (w, key, HUNCH_KV_ARRAY, &type, sizeof type);
  put_u64 (w->kvs, n);
  g_byte_array_append (w->kvs, raw, (guint) bytes);
}

void
hunch_gguf_writer_add_tensor (HunchGgufWriter *w, const char *name, guint32 type, guint n_dims, const guint64 *dims)
{
  const HunchTypeInfo *info = hunch_type_info (type);
  guint64 bytes = dims[0] / info->block * info->block_bytes;

  put_text (w->tensors, name, strlen (name));
  put_u32 (w->tensors, n_dims);
  for (guint i = 0; i < n_dims; i++)
    put_u64 (w->tensors, dims[i]);
  for (guint i = 1; i < n_dims; i++)
    bytes *= dims[i];
  put_u32 (w->tensors, type);
  put_u64 (w->tensors, w->end);
  g_array_append_val (w->sizes, bytes);
  w->end = hunch_round_up (w->end + bytes, ALIGNMENT);
  w->n_tensors++;
}

static gboolean
fail (const HunchGgufWriter *w, int e, GError **error)
{
  g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (e), _ ("%s cannot be written: %s"), w->path,
               g_strerror (e));
  return FALSE;
}

static gboolean
write_all (HunchGgufWriter *w, const guint8 *data, gsize bytes, GError **error)
{
  while (bytes > 0)
    {
      const gssize n = write (w->fd, data, MIN (bytes, 1 << 30));

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return fail (w, errno, error);
      data += n;
      bytes -= (gsize) n;
    }
  return TRUE;
}

static gboolean
pad (HunchGgufWriter *w, guint64 written, GError **error)
{
  static const guint8 zeros[ALIGNMENT];

  return write_all (w, zeros, hunch_round_up (written, ALIGNMENT) - written, error);
}

static gboolean
refuse_existing (const HunchGgufWriter *w, GError **error)
{
  g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT, _ ("%s is there already"), w->path);
  return FALSE;
}

/* Where to write: what is there is written over where that is asked for and it is a file, which links lead to. */
static gboolean
find_target (HunchGgufWriter *w, const char *path, GError **error)
{
  GStatBuf st;
  char *real;

  w->path = g_strdup (path);
  if (g_stat (path, &st) != 0)
    return TRUE;
  if (!w->overwrite)
    return refuse_existing (w, error);
  if (!S_ISREG (st.st_mode))
    {
      g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT, _ ("%s cannot be written: it is not a regular file"),
                   path);
      return FALSE;
    }
  real = realpath (path, NULL);
  if (real == NULL)
    return fail (w, errno, error);
  g_free (w->path);
  w->path = g_strdup (real);
  free (real);
  return TRUE;
}

gboolean
hunch_gguf_writer_open (HunchGgufWriter *w, const char *path, gboolean overwrite, GError **error)
{
  g_autoptr (GByteArray) head = g_byte_array_new ();

  w->overwrite = overwrite;
  if (!find_target (w, path, error))
    return FALSE;
  w->part = g_strconcat (w->path, ".XXXXXX", NULL);
  w->fd = g_mkstemp_full (w->part, O_WRONLY | O_CLOEXEC, 0666);
  if (w->fd < 0)
    {
      const int e = errno;

      g_clear_pointer (&w->part, g_free);
      return fail (w, e, error);
    }
  g_byte_array_append (head, (const guint8 *) "GGUF", 4);
  put_u32 (head, 3);
  put_u64 (head, w->n_tensors);
  put_u64 (head, w->n_kvs);
  return write_all (w, head->data, head->len, error) && write_all (w, w->kvs->data, w->kvs->len, error)
         && write_all (w, w->tensors->data, w->tensors->len, error)
         && pad (w, (guint64) head->len + w->kvs->len + w->tensors->len, error);
}

gboolean
hunch_gguf_writer_write (HunchGgufWriter *w, gconstpointer data, gsize bytes, GError **error)
{
  const guint8 *p = data;

  while (bytes > 0)
    {
      const guint64 size = g_array_index (w->sizes, guint64, w->tensor);
      const gsize n = MIN (bytes, size - w->written);

      if (!write_all (w, p, n, error))
        return FALSE;
      p += n;
      bytes -= n;
      w->written += n;
      if (w->written < size)
        continue;
      if (!pad (w, size, error))
        return FALSE;
      w->tensor++;
      w->written = 0;
    }
  return TRUE;
}

/* Gives the file its name, which must be free unless it is to be overwritten. */
static gboolean
settle (HunchGgufWriter *w, GError **error)
{
  if (!w->overwrite)
    {
      if (link (w->part, w->path) == 0)
        {
          g_unlink (w->part);
          return TRUE;
        }
      if (errno == EEXIST)
        return refuse_existing (w, error);
      /* A file system without links. */
    }
  return g_rename (w->part, w->path) == 0 || fail (w, errno, error);
}

gboolean
hunch_gguf_writer_finish (HunchGgufWriter *w, GError **error)
{
  const int fd = w->fd;

  g_assert (w->tensor == w->n_tensors);
  if (fsync (fd) != 0)
    return fail (w, errno, error);
  w->fd = -1;
  if (close (fd) != 0)
    return fail (w, errno, error);
  if (!settle (w, error))
    return FALSE;
  g_clear_pointer (&w->part, g_free);
  return TRUE;
}
