/* hunch-catalogue-entry.c: one model that can be fetched by name.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/hunch.h"
#include "engine/base/i18n.h"
#include "libhunch/fields.h"
#include "libhunch/hunch-catalogue-private.h"

#include <string.h>

/**
 * HunchCatalogueEntry:
 *
 * One model that can be fetched by name: what it is good for, how large it is, under which licence it stands, and where it lies
 * once [class@Hunch.Pull] brought it. Immutable.
 */

G_DEFINE_FINAL_TYPE (HunchCatalogueEntry, hunch_catalogue_entry, G_TYPE_OBJECT)

#define ENTRY(member) G_STRUCT_OFFSET (HunchCatalogueEntry, member)

static const HunchField fields[] = {
  /**
   * HunchCatalogueEntry:name: (getter get_name)
   *
   * The name by which it is asked for.
   */
  { "name", HUNCH_FIELD_STRING, ENTRY (name) },
  /**
   * HunchCatalogueEntry:title: (getter get_title)
   *
   * The name for people.
   */
  { "title", HUNCH_FIELD_STRING, ENTRY (title) },
  /**
   * HunchCatalogueEntry:summary: (getter get_summary)
   *
   * What it is good for, in a line.
   */
  { "summary", HUNCH_FIELD_STRING, ENTRY (summary) },
  /**
   * HunchCatalogueEntry:licence: (getter get_licence)
   *
   * The licence of the model.
   */
  { "licence", HUNCH_FIELD_STRING, ENTRY (licence) },
  /**
   * HunchCatalogueEntry:path: (getter get_path)
   *
   * Where its file lies, or will.
   */
  { "path", HUNCH_FIELD_STRING, ENTRY (path) },
  /**
   * HunchCatalogueEntry:size: (getter get_size)
   *
   * Size of the file in bytes, about.
   */
  { "size", HUNCH_FIELD_UINT64, ENTRY (size) },
  /**
   * HunchCatalogueEntry:can-infill: (getter get_can_infill)
   *
   * Whether it fills in text between a prefix and a suffix.
   */
  { "can-infill", HUNCH_FIELD_BOOLEAN, ENTRY (infill) },
  /**
   * HunchCatalogueEntry:is-default: (getter get_is_default)
   *
   * Whether it is the model taken without a wish.
   */
  { "is-default", HUNCH_FIELD_BOOLEAN, ENTRY (is_default) },
};

static void
hunch_catalogue_entry_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  hunch_field_get (&fields[id - 1], object, value);
}

static void
part_free (gpointer data)
{
  HunchPart *part = data;

  g_free (part->package);
  g_free (part->version);
  g_free (part->member);
  g_free (part);
}

static void
hunch_catalogue_entry_finalize (GObject *object)
{
  HunchCatalogueEntry *self = HUNCH_CATALOGUE_ENTRY (object);

  g_free (self->name);
  g_free (self->title);
  g_free (self->summary);
  g_free (self->licence);
  g_free (self->file);
  g_free (self->sha256);
  g_free (self->path);
  g_ptr_array_unref (self->parts);
  G_OBJECT_CLASS (hunch_catalogue_entry_parent_class)->finalize (object);
}

static void
hunch_catalogue_entry_class_init (HunchCatalogueEntryClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = hunch_catalogue_entry_get_property;
  object_class->finalize = hunch_catalogue_entry_finalize;
  hunch_fields_install_readable (object_class, 1, fields, G_N_ELEMENTS (fields));
}

static void
hunch_catalogue_entry_init (HunchCatalogueEntry *self)
{
  self->parts = g_ptr_array_new_with_free_func (part_free);
}

/* "package version member" */
static gboolean
add_part (HunchCatalogueEntry *self, const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", 3);
  HunchPart *part;

  if (g_strv_length (words) != 3)
    return FALSE;
  part = g_new0 (HunchPart, 1);
  part->package = g_strdup (words[0]);
  part->version = g_strdup (words[1]);
  part->member = g_strdup (words[2]);
  g_ptr_array_add (self->parts, part);
  return TRUE;
}

static gboolean
read_parts (HunchCatalogueEntry *self, GKeyFile *file, GError **error)
{
  for (guint i = 1;; i++)
    {
      g_autofree char *key = g_strdup_printf ("part%02u", i);
      g_autofree char *line = g_key_file_get_string (file, self->name, key, NULL);

      if (line == NULL && i > 1)
        return TRUE;
      if (line == NULL || !add_part (self, line))
        {
          g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_FORMAT,
                       _ ("The catalogue's model '%s' has no proper %s; package, version and member are wanted"),
                       self->name, key);
          return FALSE;
        }
    }
}

/* A name in a catalogue becomes a name on disk. */
static gboolean
is_file_name (const char *name)
{
  return *name != '\0' && *name != '.' && strchr (name, G_DIR_SEPARATOR) == NULL;
}

HunchCatalogueEntry *
hunch_catalogue_entry_new (GKeyFile *file, const char *group, GError **error)
{
  g_autoptr (HunchCatalogueEntry) self = g_object_new (HUNCH_TYPE_CATALOGUE_ENTRY, NULL);
  g_autofree char *folder = hunch_get_model_folder ();

  self->name = g_strdup (group);
  self->title = g_key_file_get_locale_string (file, group, "title", NULL, error);
  if (self->title != NULL)
    self->summary = g_key_file_get_locale_string (file, group, "summary", NULL, error);
  if (self->summary != NULL)
    self->licence = g_key_file_get_string (file, group, "licence", error);
  if (self->licence != NULL)
    self->file = g_key_file_get_string (file, group, "file", error);
  if (self->file != NULL)
    self->sha256 = g_key_file_get_string (file, group, "sha256", error);
  if (self->sha256 == NULL || !read_parts (self, file, error))
    return NULL;
  if (!is_file_name (self->file) || !is_file_name (self->name))
    {
      g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_FORMAT, _ ("The catalogue's model '%s' has no proper file name"),
                   group);
      return NULL;
    }
  self->size = g_key_file_get_uint64 (file, group, "size", NULL);
  self->infill = g_key_file_get_boolean (file, group, "infill", NULL);
  self->is_default = g_key_file_get_boolean (file, group, "default", NULL);
  self->path = g_build_filename (folder, self->file, NULL);
  return g_steal_pointer (&self);
}

/**
 * hunch_catalogue_entry_get_name:
 * @self: an entry
 *
 * The name by which it is asked for.
 *
 * Returns: the name by which it is asked for
 */
const char *
hunch_catalogue_entry_get_name (HunchCatalogueEntry *self)
{
  g_return_val_if_fail (HUNCH_IS_CATALOGUE_ENTRY (self), NULL);
  return self->name;
}

/**
 * hunch_catalogue_entry_get_title:
 * @self: an entry
 *
 * The name for people.
 *
 * Returns: the name for people
 */
const char *
hunch_catalogue_entry_get_title (HunchCatalogueEntry *self)
{
  g_return_val_if_fail (HUNCH_IS_CATALOGUE_ENTRY (self), NULL);
  return self->title;
}

/**
 * hunch_catalogue_entry_get_summary:
 * @self: an entry
 *
 * What it is good for, in a line.
 *
 * Returns: what it is good for, in a line
 */
const char *
hunch_catalogue_entry_get_summary (HunchCatalogueEntry *self)
{
  g_return_val_if_fail (HUNCH_IS_CATALOGUE_ENTRY (self), NULL);
  return self->summary;
}

/**
 * hunch_catalogue_entry_get_licence:
 * @self: an entry
 *
 * The licence of the model.
 *
 * Returns: the licence of the model
 */
const char *
hunch_catalogue_entry_get_licence (HunchCatalogueEntry *self)
{
  g_return_val_if_fail (HUNCH_IS_CATALOGUE_ENTRY (self), NULL);
  return self->licence;
}

/**
 * hunch_catalogue_entry_get_size:
 * @self: an entry
 *
 * Size of the file in bytes, about.
 *
 * Returns: size of the file in bytes, about
 */
guint64
hunch_catalogue_entry_get_size (HunchCatalogueEntry *self)
{
  g_return_val_if_fail (HUNCH_IS_CATALOGUE_ENTRY (self), 0);
  return self->size;
}

/**
 * hunch_catalogue_entry_get_can_infill:
 * @self: an entry
 *
 * Whether it fills in text between a prefix and a suffix.
 *
 * Returns: whether it fills in text between a prefix and a suffix
 */
gboolean
hunch_catalogue_entry_get_can_infill (HunchCatalogueEntry *self)
{
  g_return_val_if_fail (HUNCH_IS_CATALOGUE_ENTRY (self), FALSE);
  return self->infill;
}

/**
 * hunch_catalogue_entry_get_is_default:
 * @self: an entry
 *
 * Whether it is the model taken without a wish.
 *
 * Returns: whether it is the model taken without a wish
 */
gboolean
hunch_catalogue_entry_get_is_default (HunchCatalogueEntry *self)
{
  g_return_val_if_fail (HUNCH_IS_CATALOGUE_ENTRY (self), FALSE);
  return self->is_default;
}

/**
 * hunch_catalogue_entry_get_path:
 * @self: an entry
 *
 * Where its file lies, or will.
 *
 * Returns: (type filename): where its file lies, or will
 */
const char *
hunch_catalogue_entry_get_path (HunchCatalogueEntry *self)
{
  g_return_val_if_fail (HUNCH_IS_CATALOGUE_ENTRY (self), NULL);
  return self->path;
}

/**
 * hunch_catalogue_entry_is_installed:
 * @self: an entry
 *
 * Whether its file is there now.
 *
 * Returns: whether its file is there now
 */
gboolean
hunch_catalogue_entry_is_installed (HunchCatalogueEntry *self)
{
  g_return_val_if_fail (HUNCH_IS_CATALOGUE_ENTRY (self), FALSE);
  return self->path != NULL && g_file_test (self->path, G_FILE_TEST_IS_REGULAR);
}
