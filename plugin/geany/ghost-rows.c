/* ghost-rows.c: a suggestion as the rows that a view can show.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "plugin/geany/ghost-rows.h"

typedef struct
{
  GPtrArray *rows;
  GString *row;
  guint column;    /* where the next character goes */
  gsize blank;     /* bytes of the row up to behind its last blank; 0 for none */
  guint tab_width; /* columns */
  guint n_columns; /* 0 for no limit */
} Rows;

static guint
width_of (gunichar c)
{
  return g_unichar_iszerowidth (c) ? 0 : g_unichar_iswide (c) ? 2 : 1;
}

static guint
columns_of (const char *text)
{
  guint n = 0;

  for (; *text != '\0'; text = g_utf8_next_char (text))
    n += width_of (g_utf8_get_char (text));
  return n;
}

static void
end_row (Rows *self)
{
  g_ptr_array_add (self->rows, g_string_free (self->row, FALSE));
  self->row = g_string_new (NULL);
  self->column = 0;
  self->blank = 0;
}

/* What stands behind the last blank moves to a row of its own; without a blank, the row is cut where it is full. */
static void
fold (Rows *self)
{
  g_autofree char *rest = NULL;

  if (self->blank > 0)
    {
      rest = g_strdup (self->row->str + self->blank);
      g_string_truncate (self->row, self->blank);
    }
  end_row (self);
  if (rest == NULL)
    return;
  g_string_append (self->row, rest);
  self->column = columns_of (rest);
}

static void
append (Rows *self, gunichar c)
{
  guint width = width_of (c);

  if (self->n_columns > 0 && self->column + width > self->n_columns && (self->column > 0 || self->row->len > 0))
    fold (self);
  g_string_append_unichar (self->row, c);
  self->column += width;
  if (c == ' ')
    self->blank = self->row->len;
}

GPtrArray *
ghost_rows (const char *text, guint column, guint tab_width, guint n_columns)
{
  Rows self
      = { g_ptr_array_new_with_free_func (g_free), g_string_new (NULL), column, 0, MAX (tab_width, 1), n_columns };

  for (; *text != '\0'; text = g_utf8_next_char (text))
    {
      gunichar c = g_utf8_get_char (text);

      if (c == '\n')
        end_row (&self);
      else if (c == '\t')
        for (guint n = self.tab_width - self.column % self.tab_width; n > 0; n--)
          append (&self, ' ');
      else if (!g_unichar_iscntrl (c))
        append (&self, c);
    }
  end_row (&self);
  g_string_free (self.row, TRUE);
  return self.rows;
}
