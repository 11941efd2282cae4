/* languages.c: Geany's file types by the names that GtkSourceView gives to languages.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "plugin/geany/languages.h"

/* Only those that are not the same in lower case. */
static const struct
{
  const char *filetype, *language;
} others[] = {
  { "Batch", "dosbatch" },   { "C#", "c-sharp" },
  { "C++", "cpp" },          { "Conf", "ini" },
  { "F77", "fortran" },      { "Javascript", "js" },
  { "Make", "makefile" },    { "Matlab/Octave", "octave" },
  { "Objective-C", "objc" }, { "PO", "gettext-translation" },
  { "Python", "python3" },   { "ReStructuredText", "rst" },
};

char *
language_from_filetype (const char *name)
{
  if (name == NULL || g_str_equal (name, "None"))
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (g_str_equal (others[i].filetype, name))
      return g_strdup (others[i].language);
  return g_ascii_strdown (name, -1);
}
