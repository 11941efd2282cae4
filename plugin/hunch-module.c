/* hunch-module.c: a module file, and what is known about it.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <string.h>

#include "libhunch/hunch.h"
#include <glib/gi18n-lib.h>
#include "plugin/core-fields.h"
#include "plugin/module-private.h"

/**
 * HunchModule:
 *
 * A module file. Loading registers its types; unloading only says that nobody uses them: code and types stay in the process,
 * since device drivers own threads and GObject keeps classes.
 */
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
  /* Modules of Hunch are in its catalogue, others are left as they are; of nothing a catalogue would say what itself is. */
  assign (&self->purpose, info->purpose != NULL && *info->purpose != '\0' ? _ (info->purpose) : info->purpose);
  assign (&self->author, info->author);
  assign (&self->version, info->version);
  assign (&self->copyright, info->copyright);
  assign (&self->date, info->date);
}

/* (transfer full): the library, queried; every symbol is bound at once, so that none is missing later. */
static GModule *
open_library (HunchModule *self, HunchModuleRegisterFunc *register_types, GError **error)
{
  GModule *library;
  HunchModuleQueryFunc query;
  const HunchModuleInfo *info;

  if (module_file_is_cut_off (self->filename))
    {
      g_set_error_literal (error, HUNCH_ERROR, HUNCH_ERROR_MODULE, _ ("Its file is cut off; install it again"));
      return NULL;
    }
  library = g_module_open (self->filename, G_MODULE_BIND_LOCAL);
  if (library == NULL)
    {
      g_autofree char *said = g_utf8_make_valid (g_module_error (), -1); /* it names the file */

      g_set_error_literal (error, HUNCH_ERROR, HUNCH_ERROR_MODULE, said);
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
  self->name = g_filename_display_basename (path);
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

static void
hunch_module_class_init (HunchModuleClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GTypeModuleClass *module_class = G_TYPE_MODULE_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
  const CoreField list[] = {
#define STRING(name, member)                                                                                           \
  { g_param_spec_string (name, NULL, NULL, NULL, flags), G_STRUCT_OFFSET (HunchModule, member) }
    /**
     * HunchModule:filename: (getter get_filename)
     *
     * Path of the file.
     */
    STRING ("filename", filename),
    /**
     * HunchModule:name: (getter get_name)
     *
     * The file's name without folder and ending.
     */
    STRING ("name", name),
    /**
     * HunchModule:purpose: (getter get_purpose)
     *
     * What the module is for, in one line.
     */
    STRING ("purpose", purpose),
    /**
     * HunchModule:author: (getter get_author)
     *
     * Who made it.
     */
    STRING ("author", author),
    /**
     * HunchModule:version: (getter get_version)
     *
     * Its own version.
     */
    STRING ("version", version),
    /**
     * HunchModule:copyright: (getter get_copyright)
     *
     * Whose it is.
     */
    STRING ("copyright", copyright),
    /**
     * HunchModule:date: (getter get_date)
     *
     * When it was made.
     */
    STRING ("date", date),
    /**
     * HunchModule:last-error: (getter get_last_error)
     *
     * Why it is in an error state.
     */
    STRING ("last-error", last_error),
    /**
     * HunchModule:state: (getter get_state)
     *
     * Whether the module is loaded, and if not, whether it can be.
     */
    { g_param_spec_enum ("state", NULL, NULL, HUNCH_TYPE_MODULE_STATE, HUNCH_MODULE_STATE_ERROR, flags),
      G_STRUCT_OFFSET (HunchModule, state) },
#undef STRING
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (list) == G_N_ELEMENTS (fields));
  for (guint i = 0; i < G_N_ELEMENTS (list); i++)
    fields[i] = list[i];
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
