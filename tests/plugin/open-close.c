/* open-close.c: opens and closes a module many times, as a host that only lists modules does.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 *   open-close MODULE N: prints the types of Hunch that stay after each time, then "ok N" */
#include "config.h"

#include <glib-object.h>
#include <gmodule.h>
#include <stdlib.h>

static void
print_types (GType type)
{
  guint n;
  g_autofree GType *children = g_type_children (type, &n);

  for (guint i = 0; i < n; i++)
    {
      if (g_str_has_prefix (g_type_name (children[i]), "Hunch"))
        g_print ("type %s\n", g_type_name (children[i]));
      print_types (children[i]);
    }
}

int
main (int argc, char **argv)
{
  int n = argc == 3 ? atoi (argv[2]) : 0;

  for (int i = 0; i < n; i++)
    {
      GModule *module = g_module_open (argv[1], G_MODULE_BIND_LAZY | G_MODULE_BIND_LOCAL);

      if (module == NULL)
        {
          g_printerr ("open %d: %s\n", i, g_module_error ());
          return EXIT_FAILURE;
        }
      print_types (G_TYPE_OBJECT);
      if (!g_module_close (module))
        {
          g_printerr ("close %d: %s\n", i, g_module_error ());
          return EXIT_FAILURE;
        }
    }
  g_print ("ok %d\n", n);
  return EXIT_SUCCESS;
}
