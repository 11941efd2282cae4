/* npz.c: writes arrays for numpy. (NEP 1 for .npy; PKWARE's APPNOTE for ZIP)
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/npz.h"
#include "tools/output.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

typedef struct
{
  char *name;      /* "q.0.npy" */
  guint64 offset;  /* of its local header */
  guint64 size;    /* of header and numbers */
  guint64 written; /* of these */
  guint32 crc;
} Entry;

struct Npz
{
  char *path, *part; /* part: the file that is written */
  int fd;
  guint64 end;
  GPtrArray *entries; /* (element-type Entry) */
};

static void
entry_free (gpointer data)
{
  Entry *e = data;

  g_free (e->name);
  g_free (e);
}

/* The polynomial of ZIP, bit by bit in a table made once. */
static guint32
crc32_add (guint32 crc, const guchar *data, gsize n)
{
  static guint32 table[256];
  static gsize made;

  if (g_once_init_enter (&made))
    {
      for (guint32 i = 0; i < 256; i++)
        {
          guint32 c = i;

          for (int k = 0; k < 8; k++)
            c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
          table[i] = c;
        }
      g_once_init_leave (&made, 1);
    }
  crc = ~crc;
  for (gsize i = 0; i < n; i++)
    crc = table[(crc ^ data[i]) & 0xff] ^ crc >> 8;
  return ~crc;
}

static gboolean
fail (const Npz *npz, int e, GError **error)
{
  g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (e), _ ("%s cannot be written: %s"), npz->path,
               g_strerror (e));
  return FALSE;
}

static gboolean
write_at (Npz *npz, guint64 at, gconstpointer data, gsize n, GError **error)
{
  const char *p = data;

  while (n > 0)
    {
      const gssize k = pwrite (npz->fd, p, n, (goffset) at);

      if (k < 0 && errno == EINTR)
        continue;
      if (k < 0)
        return fail (npz, errno, error);
      p += k;
      at += (guint64) k;
      n -= (gsize) k;
    }
  return TRUE;
}

Npz *
npz_new (const char *path, GError **error)
{
  char *target = output_target (path, error);
  Npz *npz;

  if (target == NULL)
    return NULL;
  npz = g_new0 (Npz, 1);
  npz->path = target;
  npz->part = g_strconcat (target, ".XXXXXX", NULL);
  npz->entries = g_ptr_array_new_with_free_func (entry_free);
  npz->fd = g_mkstemp_full (npz->part, O_RDWR | O_CLOEXEC, 0666);
  if (npz->fd >= 0)
    return npz;
  fail (npz, errno, error);
  npz_close (npz, FALSE, NULL);
  return NULL;
}

static void
put (GByteArray *out, guint64 value, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      const guint8 byte = (guint8) (value >> (8 * i));

      g_byte_array_append (out, &byte, 1);
    }
}

static void
put_text (GByteArray *out, const char *text)
{
  g_byte_array_append (out, (const guint8 *) text, strlen (text));
}

/* What a .npy file begins with, padded so that the numbers stand at a multiple of 64. */
static GByteArray *
npy_header (const guint64 *shape, gsize n_dims)
{
  GByteArray *out = g_byte_array_new ();
  GString *dict = g_string_new (NULL);

  g_string_append_printf (dict, "{'descr': '%cf4', 'fortran_order': False, 'shape': (",
                          G_BYTE_ORDER == G_LITTLE_ENDIAN ? '<' : '>');
  for (gsize i = 0; i < n_dims; i++)
    g_string_append_printf (dict, "%" G_GUINT64_FORMAT ", ", shape[i]);
  g_string_append (dict, "), }");
  while ((dict->len + 11) % 64 != 0)
    g_string_append_c (dict, ' ');
  g_string_append_c (dict, '\n');
  put_text (out, "\x93NUMPY\x01");
  put (out, 0, 1);
  put (out, dict->len, 2);
  put_text (out, dict->str);
  g_string_free (dict, TRUE);
  return out;
}

/* What local header and directory have in common. */
static void
put_common (GByteArray *out, const Entry *e)
{
  put (out, 20, 2);         /* version that is needed */
  put (out, 1 << 11, 2);    /* names are UTF-8 */
  put (out, 0, 2);          /* stored */
  put (out, 0, 2);          /* time */
  put (out, 1 | 1 << 5, 2); /* date: 1980-01-01, so that equal arrays make equal files */
  put (out, e->crc, 4);
  put (out, e->size, 4);
  put (out, e->size, 4);
  put (out, strlen (e->name), 2);
  put (out, 0, 2); /* no extra field */
}

static gboolean
write_local (Npz *npz, const Entry *e, GError **error)
{
  g_autoptr (GByteArray) out = g_byte_array_new ();

  put_text (out, "PK\x03\x04");
  put_common (out, e);
  put_text (out, e->name);
  return write_at (npz, e->offset, out->data, out->len, error);
}

static guint64
data_offset (const Entry *e)
{
  return e->offset + 30 + strlen (e->name);
}

static gboolean
append (Npz *npz, Entry *e, gconstpointer data, gsize n, GError **error)
{
  if (!write_at (npz, data_offset (e) + e->written, data, n, error))
    return FALSE;
  e->crc = crc32_add (e->crc, data, n);
  e->written += n;
  return TRUE;
}

static Entry *
find (Npz *npz, const char *name)
{
  for (guint i = npz->entries->len; i-- > 0;)
    if (strcmp (((Entry *) npz->entries->pdata[i])->name, name) == 0)
      return npz->entries->pdata[i];
  return NULL;
}

/* Sets a place aside. */
static Entry *
begin (Npz *npz, char *name, const guint64 *shape, gsize n_dims, GError **error)
{
  g_autoptr (GByteArray) header = npy_header (shape, n_dims);
  Entry *e = g_new0 (Entry, 1);

  e->name = name;
  e->size = sizeof (float);
  for (gsize i = 0; i < n_dims; i++)
    e->size *= shape[i];
  e->size += header->len;
  e->offset = npz->end;
  npz->end = data_offset (e) + e->size;
  g_ptr_array_add (npz->entries, e);
  if (npz->end > G_MAXUINT32 - (1 << 20) || npz->entries->len >= G_MAXUINT16)
    {
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
                   _ ("%s would be larger than 4 GiB; ask for fewer --points or --layers"), npz->path);
      return NULL;
    }
  return append (npz, e, header->data, header->len, error) ? e : NULL;
}

gboolean
npz_add (Npz *npz, const char *name, const guint64 *shape, gsize n_dims, const void *data, gsize bytes, GError **error)
{
  g_autofree char *file = g_strconcat (name, ".npy", NULL);
  Entry *e = find (npz, file);

  if (e == NULL)
    e = begin (npz, g_steal_pointer (&file), shape, n_dims, error);
  if (e == NULL)
    return FALSE;
  g_return_val_if_fail (bytes <= e->size - e->written, FALSE);
  return append (npz, e, data, bytes, error);
}

static gboolean
write_directory (Npz *npz, GError **error)
{
  g_autoptr (GByteArray) out = g_byte_array_new ();
  const guint64 n = npz->entries->len;
  guint64 size;

  for (guint i = 0; i < n; i++)
    {
      const Entry *e = npz->entries->pdata[i];

      if (!write_local (npz, e, error))
        return FALSE;
      put_text (out, "PK\x01\x02");
      put (out, 20, 2);
      put_common (out, e);
      put (out, 0, 2 + 2 + 2 + 4); /* no comment, disk 0, no attributes */
      put (out, e->offset, 4);
      put_text (out, e->name);
    }
  size = out->len;
  put_text (out, "PK\x05\x06");
  put (out, 0, 2 + 2);
  put (out, n, 2);
  put (out, n, 2);
  put (out, size, 4);
  put (out, npz->end, 4);
  put (out, 0, 2);
  return write_at (npz, npz->end, out->data, out->len, error);
}

gboolean
npz_close (Npz *npz, gboolean keep, GError **error)
{
  gboolean ok = keep && npz->fd >= 0 && write_directory (npz, error);

  if (npz->fd >= 0 && close (npz->fd) != 0 && ok)
    ok = fail (npz, errno, error);
  if (ok && g_rename (npz->part, npz->path) != 0)
    ok = fail (npz, errno, error);
  if (!ok && npz->fd >= 0)
    g_unlink (npz->part);
  g_ptr_array_unref (npz->entries);
  g_free (npz->path);
  g_free (npz->part);
  g_free (npz);
  return ok;
}
