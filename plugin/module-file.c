/* module-file.c: looks at a module's file before it is opened.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <link.h>
#include <string.h>

#include "plugin/module-private.h"

/* Whether what the header says is to be mapped lies within the file. */
static gboolean
holds_segments (const char *data, gsize size)
{
  ElfW (Ehdr) header;

  memcpy (&header, data, sizeof header);
  if (header.e_phoff > size)
    return FALSE;
  for (gsize i = 0; i < header.e_phnum; i++)
    {
      ElfW (Phdr) segment;

      if ((size - header.e_phoff) / sizeof segment <= i)
        return FALSE;
      memcpy (&segment, data + header.e_phoff + i * sizeof segment, sizeof segment);
      if (segment.p_type == PT_LOAD && (segment.p_offset > size || segment.p_filesz > size - segment.p_offset))
        return FALSE;
    }
  return TRUE;
}

gboolean
module_file_is_cut_off (const char *filename)
{
  g_autoptr (GMappedFile) file = g_mapped_file_new (filename, FALSE, NULL);
  const char *data = file != NULL ? g_mapped_file_get_contents (file) : NULL;
  gsize size = data != NULL ? g_mapped_file_get_length (file) : 0;

  return size >= sizeof (ElfW (Ehdr)) && memcmp (data, ELFMAG, SELFMAG) == 0
         && data[EI_CLASS] == (sizeof (gpointer) == 8 ? ELFCLASS64 : ELFCLASS32) && !holds_segments (data, size);
}
