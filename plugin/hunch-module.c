/* hunch-module.c: a module file, and what is known about it.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "libhunch/hunch.h"
#include <glib/gi18n-lib.h>
#include "plugin/core-fields.h"
#include "plugin/hunch-module-abi.h"
#include "plugin/module-private.h"

/**
 * HunchModule:
 *
 * A module file. Loading registers its types; unloading only says that nobody uses them: code and types stay in the process,
 * since device drivers own threads and GObject keeps classes.
 */
struct _HunchModule
{
  GTypeModule parent_instance;
  char *filename, *name;
  char *purpose, *author, *version, *copyright, *date;
  HunchModuleState state;
  char *last_error;
  GModule *library; /* NULL until the module was loaded for the first time */
  HunchModuleRegisterFunc register_types;
  gboolean in_use; /* by hunch_module_load */
};

G_DEFINE_FINAL_TYPE (HunchModule, hunch_module, G_TYPE_TYPE_MODULE)

static CoreField fields[9];

/* Modules by path; they are never freed, as GTypeModule wants it. */
static GHashTable *all_modules;

static void
set_state (HunchModule *self, HunchModuleState state, const char *last_error)
{
  self->state = state;
  g_free (self->last_error);
  self->last_error = g_strdup (last_error);
  g_object_notify (G_OBJECT (self), "state");
  g_object_notify (G_OBJECT (self), "last-error");
}

static gboolean
find_symbols (GModule *library, HunchModuleQueryFunc *query, HunchModuleRegisterFunc *register_types, GError **error)
{
  static const char *const names[] = { "hunch_module_query", "hunch_module_register" };
  gpointer symbols[2] = { NULL, NULL };

  for (guint i = 0; i < 2; i++)
    if (!g_module_symbol (library, names[i], &symbols[i]) || symbols[i] == NULL)
      {
        g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_MODULE, _ ("It lacks the function %s: it is no module of Hunch"),
                     names[i]);
        return FALSE;
      }
  *query = (HunchModuleQueryFunc) symbols[0];
  *register_types = (HunchModuleRegisterFunc) symbols[1];
  return TRUE;
}

/* The version first: the rest of the struct means something only if it fits. */
static gboolean
check_info (const HunchModuleInfo *info, GError **error)
{
  if (info == NULL)
    g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_MODULE, _ ("It says nothing about itself"));
  else if (info->abi_version != HUNCH_MODULE_ABI_VERSION)
    g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_MODULE,
                 _ ("It is built for module interface %u, this is %u: install a module of the same version"),
                 info->abi_version, HUNCH_MODULE_ABI_VERSION);
  return info != NULL && info->abi_version == HUNCH_MODULE_ABI_VERSION;
}

static void
assign (char **place, const char *text)
{
  g_free (*place);
  *place = g_strdup (text);
}

static void
copy_info (HunchModule *self, const HunchModuleInfo *info)
{
  assign (&self->purpose, info->purpose);
  assign (&self->author, info->author);
  assign (&self->version, info->version);
  assign (&self->copyright, info->copyright);
  assign (&self->date, info->date);
}

/* (transfer full): the library, queried; every symbol is bound at once, so that none is missing later. */
static GModule *
open_library (HunchModule *self, HunchModuleRegisterFunc *register_types, GError **error)
{
  GModule *library = g_module_open (self->filename, G_MODULE_BIND_LOCAL);
  HunchModuleQueryFunc query;
  const HunchModuleInfo *info;

  if (library == NULL)
    {
      g_set_error_literal (error, HUNCH_ERROR, HUNCH_ERROR_MODULE, g_module_error ());
      return NULL;
    }
  if (find_symbols (library, &query, register_types, error))
    {
      info = query (G_TYPE_MODULE (self));
      if (check_info (info, error))
        {
          copy_info (self, info);
          return library;
        }
    }
  g_module_close (library);
  return NULL;
}

static void
query (HunchModule *self)
{
  HunchModuleRegisterFunc register_types;
  g_autoptr (GError) error = NULL;
  GModule *library;

  if (self->library != NULL)
    return;
  library = open_library (self, &register_types, &error);
  if (library == NULL)
    {
      set_state (self, HUNCH_MODULE_STATE_ERROR, error->message);
      return;
    }
  g_module_close (library); /* the data is copied */
  set_state (self, HUNCH_MODULE_STATE_NOT_LOADED, NULL);
}

static HunchModule *
module_new (const char *path)
{
  HunchModule *self = g_object_new (HUNCH_TYPE_MODULE, NULL);
  char *dot;

  self->filename = g_strdup (path);
  self->name = g_path_get_basename (path);
  dot = strrchr (self->name, '.');
  if (dot != NULL)
    *dot = '\0';
  g_type_module_set_name (G_TYPE_MODULE (self), self->name);
  return self;
}

HunchModule *
hunch_module_open (const char *filename)
{
  g_autofree char *path = g_canonicalize_filename (filename, NULL);
  HunchModule *self;

  if (all_modules == NULL)
    all_modules = g_hash_table_new (g_str_hash, g_str_equal);
  self = g_hash_table_lookup (all_modules, path);
  if (self == NULL)
    {
      self = module_new (path);
      g_hash_table_insert (all_modules, self->filename, self);
    }
  query (self);
  return g_object_ref (self);
}

/* A loaded copy of the same module from elsewhere, which is why this one has no types to register. */
static const char *
loaded_copy (HunchModule *self)
{
  GHashTableIter iter;
  gpointer other;

  g_hash_table_iter_init (&iter, all_modules);
  while (g_hash_table_iter_next (&iter, NULL, &other))
    if (other != self && ((HunchModule *) other)->library != NULL
        && g_str_equal (((HunchModule *) other)->name, self->name))
      return ((HunchModule *) other)->filename;
  return NULL;
}

static gboolean
load (GTypeModule *type_module)
{
  HunchModule *self = HUNCH_MODULE (type_module);
  g_autoptr (GError) error = NULL;
  g_autofree char *copy = NULL;

  if (self->library == NULL)
    {
      GModule *library = open_library (self, &self->register_types, &error);

      if (library == NULL)
        {
          set_state (self, HUNCH_MODULE_STATE_LOAD_FAILED, error->message);
          return FALSE;
        }
      if (!self->register_types (type_module))
        {
          if (loaded_copy (self) != NULL)
            copy = g_strdup_printf (_ ("A copy of this module is loaded already from %s"), loaded_copy (self));
          set_state (self, HUNCH_MODULE_STATE_LOAD_FAILED,
                     copy != NULL ? copy : _ ("The module declined to be used here"));
          g_module_close (library);
          return FALSE;
        }
      g_module_make_resident (library);
      self->library = library;
    }
  else if (!self->register_types (type_module)) /* again: GType binds the types anew */
    {
      set_state (self, HUNCH_MODULE_STATE_LOAD_FAILED, _ ("The module declined to be used here"));
      return FALSE;
    }
  set_state (self, HUNCH_MODULE_STATE_LOADED, NULL);
  return TRUE;
}

static void
unload (GTypeModule *type_module)
{
  set_state (HUNCH_MODULE (type_module), HUNCH_MODULE_STATE_NOT_LOADED, NULL);
}

static void
hunch_module_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  core_fields_get (object, &fields[id - 1], value);
}

static void
hunch_module_finalize (GObject *object)
{
  core_fields_free (object, fields, G_N_ELEMENTS (fields));
  G_OBJECT_CLASS (hunch_module_parent_class)->finalize (object);
}

/**
 * HunchModule:filename:
 *
 * The path of the file.
 */

/**
 * HunchModule:name:
 *
 * The file's name without folder and ending, by which modules are inhibited.
 */

/**
 * HunchModule:purpose:
 *
 * What it is for, in one line.
 */

/**
 * HunchModule:author:
 *
 * Who made it.
 */

/**
 * HunchModule:version:
 *
 * Its own version.
 */

/**
 * HunchModule:copyright:
 *
 * Whose it is.
 */

/**
 * HunchModule:date:
 *
 * When it was made.
 */

/**
 * HunchModule:last-error:
 *
 * Why it is in an error state.
 */

/**
 * HunchModule:state:
 *
 * The state of the module.
 */

static void
hunch_module_class_init (HunchModuleClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GTypeModuleClass *module_class = G_TYPE_MODULE_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
  const struct
  {
    const char *name;
    gsize offset;
  } strings[] = {
#define FIELD(member) G_STRUCT_OFFSET (HunchModule, member)
    { "filename", FIELD (filename) }, { "name", FIELD (name) },
    { "purpose", FIELD (purpose) },   { "author", FIELD (author) },
    { "version", FIELD (version) },   { "copyright", FIELD (copyright) },
    { "date", FIELD (date) },         { "last-error", FIELD (last_error) },
#undef FIELD
  };

  for (guint i = 0; i < G_N_ELEMENTS (strings); i++)
    fields[i] = (CoreField){ g_param_spec_string (strings[i].name, NULL, NULL, NULL, flags), strings[i].offset };
  fields[8]
      = (CoreField){ g_param_spec_enum ("state", NULL, NULL, HUNCH_TYPE_MODULE_STATE, HUNCH_MODULE_STATE_ERROR, flags),
                     G_STRUCT_OFFSET (HunchModule, state) };
  object_class->get_property = hunch_module_get_property;
  object_class->finalize = hunch_module_finalize;
  module_class->load = load;
  module_class->unload = unload;
  core_fields_install (object_class, fields, G_N_ELEMENTS (fields));
}

static void
hunch_module_init (HunchModule *self)
{
  self->state = HUNCH_MODULE_STATE_ERROR;
}

/**
 * hunch_module_load:
 * @self: a module
 * @error: place for %HUNCH_ERROR_MODULE
 *
 * Loads the module unless it is loaded.
 *
 * Returns: whether its types are there
 */
gboolean
hunch_module_load (HunchModule *self, GError **error)
{
  g_return_val_if_fail (HUNCH_IS_MODULE (self), FALSE);
  if (self->in_use)
    return TRUE;
  if (self->state != HUNCH_MODULE_STATE_ERROR && g_type_module_use (G_TYPE_MODULE (self)))
    {
      self->in_use = TRUE;
      return TRUE;
    }
  g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_MODULE, "%s: %s", self->filename, self->last_error);
  return FALSE;
}

/**
 * hunch_module_unload:
 * @self: a module
 *
 * Says that its types are needed no more. Objects of them that are alive go on working.
 */
void
hunch_module_unload (HunchModule *self)
{
  g_return_if_fail (HUNCH_IS_MODULE (self));
  if (!self->in_use)
    return;
  self->in_use = FALSE;
  g_type_module_unuse (G_TYPE_MODULE (self));
}

/**
 * hunch_module_get_filename:
 * @self: a module
 *
 * The path of the file.
 *
 * Returns: (transfer none): the path of the file
 */
const char *
hunch_module_get_filename (HunchModule *self)
{
  g_return_val_if_fail (HUNCH_IS_MODULE (self), NULL);
  return self->filename;
}

/**
 * hunch_module_get_name:
 * @self: a module
 *
 * The file's name without folder and ending, by which modules are inhibited.
 *
 * Returns: (transfer none): the file's name without folder and ending, by which modules are inhibited
 */
const char *
hunch_module_get_name (HunchModule *self)
{
  g_return_val_if_fail (HUNCH_IS_MODULE (self), NULL);
  return self->name;
}

/**
 * hunch_module_get_state:
 * @self: a module
 *
 * The state of the module.
 *
 * Returns: the state of the module
 */
HunchModuleState
hunch_module_get_state (HunchModule *self)
{
  g_return_val_if_fail (HUNCH_IS_MODULE (self), HUNCH_MODULE_STATE_ERROR);
  return self->state;
}

/**
 * hunch_module_get_last_error:
 * @self: a module
 *
 * Why it is in an error state.
 *
 * Returns: (nullable): why it is in an error state
 */
const char *
hunch_module_get_last_error (HunchModule *self)
{
  g_return_val_if_fail (HUNCH_IS_MODULE (self), NULL);
  return self->last_error;
}

/**
 * hunch_module_get_purpose:
 * @self: a module
 *
 * What it is for, in one line.
 *
 * Returns: (nullable): what it is for, in one line
 */
const char *
hunch_module_get_purpose (HunchModule *self)
{
  g_return_val_if_fail (HUNCH_IS_MODULE (self), NULL);
  return self->purpose;
}

/**
 * hunch_module_get_author:
 * @self: a module
 *
 * Who made it.
 *
 * Returns: (nullable): who made it
 */
const char *
hunch_module_get_author (HunchModule *self)
{
  g_return_val_if_fail (HUNCH_IS_MODULE (self), NULL);
  return self->author;
}

/**
 * hunch_module_get_version:
 * @self: a module
 *
 * Its own version.
 *
 * Returns: (nullable): its own version
 */
const char *
hunch_module_get_version (HunchModule *self)
{
  g_return_val_if_fail (HUNCH_IS_MODULE (self), NULL);
  return self->version;
}

/**
 * hunch_module_get_copyright:
 * @self: a module
 *
 * Whose it is.
 *
 * Returns: (nullable): whose it is
 */
const char *
hunch_module_get_copyright (HunchModule *self)
{
  g_return_val_if_fail (HUNCH_IS_MODULE (self), NULL);
  return self->copyright;
}

/**
 * hunch_module_get_date:
 * @self: a module
 *
 * When it was made.
 *
 * Returns: (nullable): when it was made
 */
const char *
hunch_module_get_date (HunchModule *self)
{
  g_return_val_if_fail (HUNCH_IS_MODULE (self), NULL);
  return self->date;
}
