/* hunch-catalogue.c: the models that can be fetched by name, and where models lie.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/hunch.h"
#include "engine/base/i18n.h"
#include "libhunch/hunch-catalogue-private.h"

/**
 * HunchCatalogue:
 *
 * The models that can be fetched by name: a [iface@Gio.ListModel] of [class@Hunch.CatalogueEntry].
 *
 * The list comes with Hunch. The environment variable `HUNCH_CATALOGUE` names a file to read in its place.
 */
struct _HunchCatalogue
{
  GObject parent_instance;
  GPtrArray *entries; /* (element-type HunchCatalogueEntry) */
};

#define CATALOGUE_RESOURCE "/io/hunch/catalogue.ini"

static GType
hunch_catalogue_get_item_type (GListModel *model)
{
  return HUNCH_TYPE_CATALOGUE_ENTRY;
}

static guint
hunch_catalogue_get_n_items (GListModel *model)
{
  return HUNCH_CATALOGUE (model)->entries->len;
}

static gpointer
hunch_catalogue_get_item (GListModel *model, guint position)
{
  HunchCatalogue *self = HUNCH_CATALOGUE (model);

  return position < self->entries->len ? g_object_ref (g_ptr_array_index (self->entries, position)) : NULL;
}

static void
hunch_catalogue_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = hunch_catalogue_get_item_type;
  iface->get_n_items = hunch_catalogue_get_n_items;
  iface->get_item = hunch_catalogue_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (HunchCatalogue, hunch_catalogue, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, hunch_catalogue_iface_init))

static void
hunch_catalogue_finalize (GObject *object)
{
  g_ptr_array_unref (HUNCH_CATALOGUE (object)->entries);
  G_OBJECT_CLASS (hunch_catalogue_parent_class)->finalize (object);
}

static void
hunch_catalogue_class_init (HunchCatalogueClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = hunch_catalogue_finalize;
}

static void
hunch_catalogue_init (HunchCatalogue *self)
{
  self->entries = g_ptr_array_new_with_free_func (g_object_unref);
}

static GKeyFile *
read_catalogue (GError **error)
{
  const char *path = g_getenv ("HUNCH_CATALOGUE");
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autoptr (GBytes) bytes = NULL;

  if (path != NULL)
    {
      if (!g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, error))
        {
          g_prefix_error (error, "%s: ", path);
          return NULL;
        }
      return g_steal_pointer (&file);
    }
  bytes = g_resources_lookup_data (CATALOGUE_RESOURCE, G_RESOURCE_LOOKUP_FLAGS_NONE, error);
  if (bytes == NULL || !g_key_file_load_from_bytes (file, bytes, G_KEY_FILE_NONE, error))
    return NULL;
  return g_steal_pointer (&file);
}

/**
 * hunch_catalogue_new:
 * @error: return location
 *
 * Reads the list; takes no time worth mentioning, and no network.
 *
 * Fails only when `HUNCH_CATALOGUE` names a file that cannot be read or has a mistake.
 *
 * Returns: (transfer full): the list
 */
HunchCatalogue *
hunch_catalogue_new (GError **error)
{
  g_autoptr (HunchCatalogue) self = g_object_new (HUNCH_TYPE_CATALOGUE, NULL);
  g_autoptr (GKeyFile) file = read_catalogue (error);
  g_auto (GStrv) groups = NULL;

  if (file == NULL)
    return NULL;
  groups = g_key_file_get_groups (file, NULL);
  for (char **g = groups; *g != NULL; g++)
    {
      HunchCatalogueEntry *entry = hunch_catalogue_entry_new (file, *g, error);

      if (entry == NULL)
        return NULL;
      g_ptr_array_add (self->entries, entry);
    }
  return g_steal_pointer (&self);
}

/**
 * hunch_catalogue_lookup:
 * @self: the list
 * @name: (nullable): a name; %NULL for the default model
 *
 * The model of that name; %NULL when there is none.
 *
 * Returns: (transfer none) (nullable): the model of that name; %NULL when there is none
 */
HunchCatalogueEntry *
hunch_catalogue_lookup (HunchCatalogue *self, const char *name)
{
  g_return_val_if_fail (HUNCH_IS_CATALOGUE (self), NULL);
  for (guint i = 0; i < self->entries->len; i++)
    {
      HunchCatalogueEntry *entry = g_ptr_array_index (self->entries, i);

      if (name != NULL ? g_ascii_strcasecmp (entry->name, name) == 0 : entry->is_default)
        return entry;
    }
  return NULL;
}

static char *
all_names (HunchCatalogue *self)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < self->entries->len; i++)
    g_string_append_printf (names, "%s%s", i ? ", " : "",
                            hunch_catalogue_entry_get_name (g_ptr_array_index (self->entries, i)));
  return g_string_free (names, FALSE);
}

/**
 * hunch_catalogue_find_model:
 * @self: the list
 * @name: (nullable): a path, the name of a model of the list, or that of a file in the folder of models; %NULL for the default model
 * @error: return location
 *
 * Turns what a person says into a path.
 *
 * Fails with %HUNCH_ERROR_NOT_FOUND; the message says how to get the model.
 *
 * Returns: (type filename) (transfer full): a path of something that is there
 */
char *
hunch_catalogue_find_model (HunchCatalogue *self, const char *name, GError **error)
{
  HunchCatalogueEntry *entry;
  g_autofree char *folder = NULL, *in_folder = NULL, *names = NULL;

  g_return_val_if_fail (HUNCH_IS_CATALOGUE (self), NULL);
  entry = hunch_catalogue_lookup (self, name);
  if (entry != NULL && hunch_catalogue_entry_is_installed (entry))
    return g_strdup (entry->path);
  if (name != NULL && g_file_test (name, G_FILE_TEST_EXISTS))
    return g_strdup (name);
  if (entry != NULL)
    {
      g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_NOT_FOUND,
                   _ ("The model %s is not here yet; 'hunch pull %s' fetches it"), entry->name, entry->name);
      return NULL;
    }
  folder = hunch_get_model_folder ();
  in_folder = name ? g_build_filename (folder, name, NULL) : NULL;
  if (in_folder != NULL && g_file_test (in_folder, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&in_folder);
  names = all_names (self);
  g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_NOT_FOUND,
               _ ("There is no file and no known model '%s'; give a path or one of: %s"), name ?: "", names);
  return NULL;
}

/**
 * hunch_get_model_folder:
 *
 * The folder in which fetched models lie: what the environment variable `HUNCH_MODEL_DIR` says, otherwise `hunch/models` in the user's
 * data folder. It need not exist.
 *
 * Returns: (type filename) (transfer full): a path
 */
char *
hunch_get_model_folder (void)
{
  const char *folder = g_getenv ("HUNCH_MODEL_DIR");

  if (folder != NULL && *folder != '\0')
    return g_strdup (folder);
  return g_build_filename (g_get_user_data_dir (), "hunch", "models", NULL);
}
