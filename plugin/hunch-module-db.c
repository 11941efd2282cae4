/* hunch-module-db.c: the modules of a search path, as a list.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <gmodule.h>
#include <string.h>

#include "libhunch/hunch.h"
#include <glib/gi18n-lib.h>
#include "plugin/module-private.h"

/**
 * HunchModuleDb:
 *
 * The modules of a search path, a #GListModel of [class@Module]. Where two folders hold modules of one name, the first counts.
 * All of it is for one thread, the one with the host's main loop.
 */
struct _HunchModuleDb
{
  GObject parent_instance;
  char *search_path;
  char **inhibited;
  GPtrArray *modules; /* HunchModule, by name */
};

static void list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (HunchModuleDb, hunch_module_db, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static GType
get_item_type (GListModel *list)
{
  return HUNCH_TYPE_MODULE;
}

static guint
get_n_items (GListModel *list)
{
  return HUNCH_MODULE_DB (list)->modules->len;
}

static gpointer
get_item (GListModel *list, guint position)
{
  GPtrArray *modules = HUNCH_MODULE_DB (list)->modules;

  return position < modules->len ? g_object_ref (g_ptr_array_index (modules, position)) : NULL;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

static void
hunch_module_db_finalize (GObject *object)
{
  HunchModuleDb *self = HUNCH_MODULE_DB (object);

  g_free (self->search_path);
  g_strfreev (self->inhibited);
  g_ptr_array_unref (self->modules);
  G_OBJECT_CLASS (hunch_module_db_parent_class)->finalize (object);
}

static void
hunch_module_db_class_init (HunchModuleDbClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = hunch_module_db_finalize;
}

static void
hunch_module_db_init (HunchModuleDb *self)
{
  self->modules = g_ptr_array_new_with_free_func (g_object_unref);
}

/* $HUNCH_MODULE_PATH, this person's own folder, the system's data folders, the folder of this installation. */
static char *
default_search_path (void)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) folders = NULL;
  g_autofree char *own = g_build_filename (g_get_user_data_dir (), "hunch", "modules", NULL);
  const char *env = g_getenv ("HUNCH_MODULE_PATH");

  if (env != NULL && *env != '\0')
    g_strv_builder_add (builder, env);
  g_strv_builder_add (builder, own);
  for (const char *const *dir = g_get_system_data_dirs (); *dir != NULL; dir++)
    {
      g_autofree char *folder = g_build_filename (*dir, "hunch", "modules", NULL);

      g_strv_builder_add (builder, folder);
    }
  g_strv_builder_add (builder, HUNCH_MODULE_DIR);
  folders = g_strv_builder_end (builder);
  return g_strjoinv (G_SEARCHPATH_SEPARATOR_S, folders);
}

/**
 * hunch_module_db_new:
 * @search_path: (nullable) (type filename): folders, separated as in `PATH`; %NULL for the usual ones: those in the variable
 *   `HUNCH_MODULE_PATH`, then `hunch/modules` in the data folders of the person and of the system, then the folder of this
 *   installation
 *
 * Looks for modules, and asks each what it is; none is loaded.
 *
 * Returns: (transfer full): the modules that are there
 */
HunchModuleDb *
hunch_module_db_new (const char *search_path)
{
  HunchModuleDb *self = g_object_new (HUNCH_TYPE_MODULE_DB, NULL);

  self->search_path = search_path != NULL ? g_strdup (search_path) : default_search_path ();
  hunch_module_db_refresh (self);
  return self;
}

/**
 * hunch_module_db_get_search_path:
 * @self: a database
 *
 * Gets the folders that are searched.
 *
 * Returns: (type filename) (nullable): the folders that are searched
 */
const char *
hunch_module_db_get_search_path (HunchModuleDb *self)
{
  g_return_val_if_fail (HUNCH_IS_MODULE_DB (self), NULL);
  return self->search_path;
}

/**
 * hunch_module_db_set_inhibited:
 * @self: a database
 * @names: (nullable) (array zero-terminated=1): names or paths of modules
 *
 * Says which modules are listed but never loaded by the database.
 */
void
hunch_module_db_set_inhibited (HunchModuleDb *self, const char *const *names)
{
  g_return_if_fail (HUNCH_IS_MODULE_DB (self));
  g_strfreev (self->inhibited);
  self->inhibited = g_strdupv ((char **) names);
}

/**
 * hunch_module_db_is_inhibited:
 * @self: a database
 * @module: one of its modules
 *
 * Tells whether a module is kept from being loaded.
 *
 * Returns: whether @module is listed but never loaded by the database
 */
gboolean
hunch_module_db_is_inhibited (HunchModuleDb *self, HunchModule *module)
{
  const char *const *names;

  g_return_val_if_fail (HUNCH_IS_MODULE_DB (self), FALSE);
  g_return_val_if_fail (HUNCH_IS_MODULE (module), FALSE);
  names = (const char *const *) self->inhibited;
  return names != NULL
         && (g_strv_contains (names, hunch_module_get_name (module))
             || g_strv_contains (names, hunch_module_get_filename (module)));
}

static gboolean
has_name (GPtrArray *modules, const char *name)
{
  for (guint i = 0; i < modules->len; i++)
    if (g_str_equal (hunch_module_get_name (g_ptr_array_index (modules, i)), name))
      return TRUE;
  return FALSE;
}

static void
add_folder (GPtrArray *modules, const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *base;

  while (dir != NULL && (base = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, base, NULL);
      g_autofree char *name = g_filename_display_name (base);

      if (!g_str_has_suffix (name, "." G_MODULE_SUFFIX))
        continue;
      name[strlen (name) - strlen ("." G_MODULE_SUFFIX)] = '\0';
      if (*name != '\0' && !has_name (modules, name) && g_file_test (path, G_FILE_TEST_IS_REGULAR))
        g_ptr_array_add (modules, hunch_module_open (path));
    }
}

static int
by_name (gconstpointer a, gconstpointer b)
{
  return strcmp (hunch_module_get_name (*(HunchModule **) a), hunch_module_get_name (*(HunchModule **) b));
}

/**
 * hunch_module_db_refresh:
 * @self: a database
 *
 * Searches the folders again, and asks again each module that is not loaded.
 */
void
hunch_module_db_refresh (HunchModuleDb *self)
{
  g_autoptr (GPtrArray) old = NULL;
  g_auto (GStrv) folders = NULL;

  g_return_if_fail (HUNCH_IS_MODULE_DB (self));
  old = self->modules;
  self->modules = g_ptr_array_new_with_free_func (g_object_unref);
  folders = g_strsplit (self->search_path != NULL ? self->search_path : "", G_SEARCHPATH_SEPARATOR_S, -1);
  for (char **folder = folders; *folder != NULL; folder++)
    if (**folder != '\0') /* never the folder a program happens to run in */
      add_folder (self->modules, *folder);
  g_ptr_array_sort (self->modules, by_name);
  g_list_model_items_changed (G_LIST_MODEL (self), 0, old->len, self->modules->len);
}

/**
 * hunch_module_db_load_all:
 * @self: a database
 *
 * Loads every module that is not inhibited; the state of each says what became of it.
 *
 * Returns: how many are loaded
 */
guint
hunch_module_db_load_all (HunchModuleDb *self)
{
  guint n = 0;

  g_return_val_if_fail (HUNCH_IS_MODULE_DB (self), 0);
  for (guint i = 0; i < self->modules->len; i++)
    {
      HunchModule *module = g_ptr_array_index (self->modules, i);

      if (!hunch_module_db_is_inhibited (self, module) && hunch_module_load (module, NULL))
        n++;
    }
  return n;
}

/**
 * hunch_module_db_lookup:
 * @self: a database
 * @name: the name of a module, as [method@Module.get_name] gives it
 *
 * Finds a module by its name.
 *
 * Returns: (transfer none) (nullable): the module of that name
 */
HunchModule *
hunch_module_db_lookup (HunchModuleDb *self, const char *name)
{
  g_return_val_if_fail (HUNCH_IS_MODULE_DB (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);
  for (guint i = 0; i < self->modules->len; i++)
    if (g_str_equal (hunch_module_get_name (g_ptr_array_index (self->modules, i)), name))
      return g_ptr_array_index (self->modules, i);
  return NULL;
}

/* A concrete type that a module registered below HunchActionProvider; 0 if there is none. */
static GType
find_provider_type (GType parent)
{
  guint n;
  g_autofree GType *children = g_type_children (parent, &n);
  GType found = 0;

  for (guint i = 0; i < n && found == 0; i++)
    found = G_TYPE_IS_ABSTRACT (children[i]) ? find_provider_type (children[i]) : children[i];
  return found;
}

/* What is wrong with the modules, in one line. */
static void
set_no_provider (HunchModuleDb *self, GError **error)
{
  for (guint i = 0; i < self->modules->len; i++)
    {
      HunchModule *module = g_ptr_array_index (self->modules, i);

      if (hunch_module_get_last_error (module) == NULL)
        continue;
      g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_MODULE, "%s: %s", hunch_module_get_filename (module),
                   hunch_module_get_last_error (module));
      return;
    }
  g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_NOT_FOUND, _ ("No module with completion was found in %s"),
               self->search_path != NULL ? self->search_path : "");
}

/**
 * hunch_module_db_dup_provider:
 * @self: a database
 * @error: place for %HUNCH_ERROR_MODULE or %HUNCH_ERROR_NOT_FOUND
 *
 * Loads the modules, and makes an object of the first type by which one of them provides actions.
 *
 * Returns: (transfer full): a provider of actions, or %NULL with @error set
 */
HunchActionProvider *
hunch_module_db_dup_provider (HunchModuleDb *self, GError **error)
{
  GType type;

  g_return_val_if_fail (HUNCH_IS_MODULE_DB (self), NULL);
  hunch_module_db_load_all (self);
  type = find_provider_type (HUNCH_TYPE_ACTION_PROVIDER);
  if (type != 0)
    return g_object_new (type, NULL);
  set_no_provider (self, error);
  return NULL;
}
