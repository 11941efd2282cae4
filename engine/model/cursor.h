/* cursor.h: reads little-endian numbers from bytes and never past their end.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>
#include <string.h>

typedef struct
{
  const guint8 *p;
  guint64 left;
} HunchCursor;

/* The next n bytes, or NULL, and nothing moves, when there are not as many. */
static inline const guint8 *
hunch_cursor_take (HunchCursor *c, guint64 n)
{
  const guint8 *p = c->p;

  if (n > c->left)
    return NULL;
  c->p += n;
  c->left -= n;
  return p;
}

/* Little-endian numbers anywhere in memory. */
static inline guint16
hunch_le16 (const guint8 *p)
{
  guint16 v;

  memcpy (&v, p, sizeof v);
  return GUINT16_FROM_LE (v);
}

static inline guint32
hunch_le32 (const guint8 *p)
{
  guint32 v;

  memcpy (&v, p, sizeof v);
  return GUINT32_FROM_LE (v);
}

static inline guint64
hunch_le64 (const guint8 *p)
{
  guint64 v;

  memcpy (&v, p, sizeof v);
  return GUINT64_FROM_LE (v);
}

static inline float
hunch_lef32 (const guint8 *p)
{
  guint32 u = hunch_le32 (p);
  float v;

  memcpy (&v, &u, sizeof v);
  return v;
}

static inline double
hunch_lef64 (const guint8 *p)
{
  guint64 u = hunch_le64 (p);
  double v;

  memcpy (&v, &u, sizeof v);
  return v;
}

static inline gboolean
hunch_cursor_u32 (HunchCursor *c, guint32 *out)
{
  const guint8 *p = hunch_cursor_take (c, 4);

  if (p != NULL)
    *out = hunch_le32 (p);
  return p != NULL;
}

static inline gboolean
hunch_cursor_u64 (HunchCursor *c, guint64 *out)
{
  const guint8 *p = hunch_cursor_take (c, 8);

  if (p != NULL)
    *out = hunch_le64 (p);
  return p != NULL;
}

/* A length of 64 bits and as many bytes. */
static inline gboolean
hunch_cursor_text (HunchCursor *c, const guint8 **data, guint64 *len)
{
  guint64 n;

  if (!hunch_cursor_u64 (c, &n) || (*data = hunch_cursor_take (c, n)) == NULL)
    return FALSE;
  *len = n;
  return TRUE;
}
