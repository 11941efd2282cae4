/* hunch-file-info.c: what a model's file says of itself.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/hunch.h"
#include "libhunch/hunch-file-info-private.h"

/**
 * HunchFileInfo:
 *
 * What a model's file says of itself: its metadata, the list of its tensors, and whether Hunch can run it. Reading it touches no
 * device. Immutable.
 */
G_DEFINE_FINAL_TYPE (HunchFileInfo, hunch_file_info, G_TYPE_OBJECT)

static void
tensor_clear (gpointer data)
{
  g_free (((HunchFileInfoTensor *) data)->name);
}

static void
hunch_file_info_finalize (GObject *object)
{
  HunchFileInfo *self = HUNCH_FILE_INFO (object);

  g_ptr_array_unref (self->keys);
  g_ptr_array_unref (self->values);
  g_array_unref (self->tensors);
  g_free (self->family);
  g_free (self->name);
  g_free (self->problem);
  g_ptr_array_unref (self->warnings);
  G_OBJECT_CLASS (hunch_file_info_parent_class)->finalize (object);
}

static void
hunch_file_info_class_init (HunchFileInfoClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = hunch_file_info_finalize;
}

static void
hunch_file_info_init (HunchFileInfo *self)
{
  self->keys = g_ptr_array_new_with_free_func (g_free);
  self->values = g_ptr_array_new_with_free_func (g_free);
  self->tensors = g_array_new (FALSE, FALSE, sizeof (HunchFileInfoTensor));
  g_array_set_clear_func (self->tensors, tensor_clear);
  self->warnings = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (self->warnings, NULL);
}

static void
add_tensor (HunchFileInfo *self, const HunchTensor *t)
{
  const HunchTypeInfo *type = hunch_type_info (t->type);
  HunchFileInfoTensor copy
      = { .name = g_strdup (t->name), .type = type ? type->name : NULL, .bytes = t->bytes, .n_dims = t->n_dims };

  for (guint i = 0; i < t->n_dims; i++)
    copy.dims[i] = t->dims[i];
  g_array_append_val (self->tensors, copy);
}

static void
read_file (HunchFileInfo *self, const HunchGguf *file)
{
  self->size = hunch_gguf_bytes (file);
  for (guint i = 0; i < hunch_gguf_n_keys (file); i++)
    {
      char *value;

      g_ptr_array_add (self->keys, hunch_gguf_key_at (file, i, &value));
      g_ptr_array_add (self->values, value);
    }
  for (guint i = 0; i < hunch_gguf_n_tensors (file); i++)
    add_tensor (self, hunch_gguf_tensor_at (file, i));
}

/* A file of a kind that cannot be run still has keys and tensors to show; (transfer full) why. */
static gboolean
read_other (HunchFileInfo *self, const char *path, GError *why, GError **error)
{
  HunchGguf *file = g_file_test (path, G_FILE_TEST_IS_DIR) ? NULL : hunch_gguf_open (path, NULL);

  if (file == NULL)
    {
      g_propagate_error (error, why);
      return FALSE;
    }
  read_file (self, file);
  self->problem = g_strdup (why->message);
  g_error_free (why);
  hunch_gguf_free (file);
  return TRUE;
}

/**
 * hunch_file_info_new:
 * @path: (type filename): a GGUF file, or a folder with config.json and safetensors
 * @error: return location
 *
 * Reads what the file says. Blocks while it reads.
 *
 * Fails with %HUNCH_ERROR_FORMAT when the file is damaged, and with %G_FILE_ERROR when it cannot be read; the message names file and
 * field.
 *
 * Returns: (transfer full): what it says
 */
HunchFileInfo *
hunch_file_info_new (const char *path, GError **error)
{
  g_autoptr (HunchFileInfo) self = NULL;
  HunchModelFile *model;
  GError *why = NULL;

  g_return_val_if_fail (path != NULL, NULL);
  self = g_object_new (HUNCH_TYPE_FILE_INFO, NULL);
  model = hunch_model_file_open (path, &why);
  if (model == NULL)
    return read_other (self, path, why, error) ? g_steal_pointer (&self) : NULL;
  read_file (self, model->gguf);
  hunch_file_info_read_model (self, path, model);
  hunch_model_file_free (model);
  return g_steal_pointer (&self);
}

static void
new_in_thread (GTask *task, gpointer source, gpointer path, GCancellable *cancellable)
{
  GError *error = NULL;
  HunchFileInfo *self = hunch_file_info_new (path, &error);

  if (self != NULL)
    g_task_return_pointer (task, self, g_object_unref);
  else
    g_task_return_error (task, error);
}

/**
 * hunch_file_info_new_async:
 * @path: (type filename): a GGUF file, or a folder with config.json and safetensors
 * @cancellable: (nullable): to give up
 * @callback: (scope async): called in the caller's main context
 * @user_data: for @callback
 *
 * Reads what the file says, on another thread.
 */
void
hunch_file_info_new_async (const char *path, GCancellable *cancellable, GAsyncReadyCallback callback,
                           gpointer user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (path != NULL);
  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, hunch_file_info_new_async);
  g_task_set_task_data (task, g_strdup (path), g_free);
  g_task_set_return_on_cancel (task, TRUE);
  g_task_run_in_thread (task, new_in_thread);
}

/**
 * hunch_file_info_new_finish:
 * @result: what the callback got
 * @error: return location
 *
 * Ends [func@Hunch.FileInfo.new_async]; fails as [ctor@Hunch.FileInfo.new] does.
 *
 * Returns: (transfer full): what it says
 */
HunchFileInfo *
hunch_file_info_new_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * hunch_file_info_get_size:
 * @self: a file
 *
 * Its bytes, of all parts of a split one.
 *
 * Returns: its bytes, of all parts of a split one
 */
guint64
hunch_file_info_get_size (HunchFileInfo *self)
{
  g_return_val_if_fail (HUNCH_IS_FILE_INFO (self), 0);
  return self->size;
}

/**
 * hunch_file_info_get_n_keys:
 * @self: a file
 *
 * How many keys its metadata has.
 *
 * Returns: how many keys its metadata has
 */
guint
hunch_file_info_get_n_keys (HunchFileInfo *self)
{
  g_return_val_if_fail (HUNCH_IS_FILE_INFO (self), 0);
  return self->keys->len;
}

/**
 * hunch_file_info_get_key:
 * @self: a file
 * @position: which one, from 0
 *
 * The name of a key.
 *
 * Returns: (transfer none) (nullable): the name of a key
 */
const char *
hunch_file_info_get_key (HunchFileInfo *self, guint position)
{
  g_return_val_if_fail (HUNCH_IS_FILE_INFO (self), NULL);
  return position < self->keys->len ? g_ptr_array_index (self->keys, position) : NULL;
}

/**
 * hunch_file_info_get_value:
 * @self: a file
 * @position: which one, from 0
 *
 * The value of a key as a text, shortened if it is long.
 *
 * Returns: (transfer none) (nullable): the value of a key as a text, shortened if it is long
 */
const char *
hunch_file_info_get_value (HunchFileInfo *self, guint position)
{
  g_return_val_if_fail (HUNCH_IS_FILE_INFO (self), NULL);
  return position < self->values->len ? g_ptr_array_index (self->values, position) : NULL;
}

/**
 * hunch_file_info_lookup:
 * @self: a file
 * @key: the name of a key
 *
 * Its value, as [method@Hunch.FileInfo.get_value] has it; %NULL when there is none.
 *
 * Returns: (transfer none) (nullable): its value, as [method@Hunch.FileInfo.get_value] has it; %NULL when there is none
 */
const char *
hunch_file_info_lookup (HunchFileInfo *self, const char *key)
{
  g_return_val_if_fail (HUNCH_IS_FILE_INFO (self) && key != NULL, NULL);
  for (guint i = 0; i < self->keys->len; i++)
    if (g_str_equal (g_ptr_array_index (self->keys, i), key))
      return g_ptr_array_index (self->values, i);
  return NULL;
}

/**
 * hunch_file_info_get_n_tensors:
 * @self: a file
 *
 * How many tensors it has.
 *
 * Returns: how many tensors it has
 */
guint
hunch_file_info_get_n_tensors (HunchFileInfo *self)
{
  g_return_val_if_fail (HUNCH_IS_FILE_INFO (self), 0);
  return self->tensors->len;
}

static const HunchFileInfoTensor *
get_tensor (HunchFileInfo *self, guint position)
{
  return position < self->tensors->len ? &g_array_index (self->tensors, HunchFileInfoTensor, position) : NULL;
}

/**
 * hunch_file_info_get_tensor_name:
 * @self: a file
 * @position: which tensor, from 0
 *
 * Its name.
 *
 * Returns: (transfer none) (nullable): its name
 */
const char *
hunch_file_info_get_tensor_name (HunchFileInfo *self, guint position)
{
  const HunchFileInfoTensor *t;

  g_return_val_if_fail (HUNCH_IS_FILE_INFO (self), NULL);
  t = get_tensor (self, position);
  return t ? t->name : NULL;
}

/**
 * hunch_file_info_get_tensor_type:
 * @self: a file
 * @position: which tensor, from 0
 *
 * Its type, such as `Q4_K`; %NULL for one that Hunch does not know.
 *
 * Returns: (transfer none) (nullable): its type, such as `Q4_K`; %NULL for one that Hunch does not know
 */
const char *
hunch_file_info_get_tensor_type (HunchFileInfo *self, guint position)
{
  const HunchFileInfoTensor *t;

  g_return_val_if_fail (HUNCH_IS_FILE_INFO (self), NULL);
  t = get_tensor (self, position);
  return t ? t->type : NULL;
}

/**
 * hunch_file_info_get_tensor_bytes:
 * @self: a file
 * @position: which tensor, from 0
 *
 * Its bytes.
 *
 * Returns: its bytes
 */
guint64
hunch_file_info_get_tensor_bytes (HunchFileInfo *self, guint position)
{
  const HunchFileInfoTensor *t;

  g_return_val_if_fail (HUNCH_IS_FILE_INFO (self), 0);
  t = get_tensor (self, position);
  return t ? t->bytes : 0;
}

/**
 * hunch_file_info_get_tensor_shape:
 * @self: a file
 * @position: which tensor, from 0
 * @n_dims: (out): how many dimensions
 *
 * Its dimensions, the length of a row first.
 *
 * Returns: (array length=n_dims) (transfer none) (nullable): its dimensions, the length of a row first
 */
const guint64 *
hunch_file_info_get_tensor_shape (HunchFileInfo *self, guint position, guint *n_dims)
{
  const HunchFileInfoTensor *t;

  g_return_val_if_fail (HUNCH_IS_FILE_INFO (self) && n_dims != NULL, NULL);
  t = get_tensor (self, position);
  *n_dims = t ? t->n_dims : 0;
  return t ? t->dims : NULL;
}
