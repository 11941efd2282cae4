/* hunch-file-info-model.c: the model that a file holds, and what running it takes.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/hunch.h"
#include "engine/session/session-vocab.h"
#include "engine/session/vocab-file.h"
#include "libhunch/hunch-file-info-private.h"

#define BYTES_OF_HALF 2

static void
warn (HunchFileInfo *self, const char *line)
{
  g_ptr_array_insert (self->warnings, (gint) self->warnings->len - 1, g_strdup (line));
}

/* Without a vocabulary there is nothing that a text could be turned into. */
static void
read_vocabulary (HunchFileInfo *self, const char *path, const HunchModelFile *model)
{
  g_autoptr (GError) error = NULL;
  HunchVocab *vocab = g_file_test (path, G_FILE_TEST_IS_DIR) ? hunch_vocab_open (path, &error)
                                                             : hunch_vocab_from_gguf (model->gguf, &error);

  if (vocab == NULL)
    self->problem = g_strdup (error->message);
  else
    {
      self->n_vocabulary = MIN (model->hp.n_vocab, hunch_vocab_size (vocab));
      for (const char *const *w = hunch_vocab_warnings (vocab); *w != NULL; w++)
        warn (self, *w);
    }
  hunch_vocab_unref (vocab);
}

void
hunch_file_info_read_model (HunchFileInfo *self, const char *path, const HunchModelFile *model)
{
  const HunchHparams *hp = &model->hp;

  self->family = g_strdup (hp->arch);
  self->name = g_strdup (hp->name);
  self->n_context = hp->n_ctx_train;
  self->n_vocabulary = hp->n_vocab;
  self->cache_bytes = (guint64) hp->n_layer * 2 * hp->n_head_kv * hp->head_dim * BYTES_OF_HALF;
  for (guint i = 0; i < self->tensors->len; i++)
    self->weight_bytes += g_array_index (self->tensors, HunchFileInfoTensor, i).bytes;
  for (guint i = 0; i < model->warnings->len; i++)
    warn (self, g_ptr_array_index (model->warnings, i));
  read_vocabulary (self, path, model);
}

/**
 * hunch_file_info_get_family:
 * @self: a file
 *
 * The family of the model, such as `llama`; %NULL for one that Hunch does not know.
 *
 * Returns: (transfer none) (nullable): the family of the model, such as `llama`; %NULL for one that Hunch does not know
 */
const char *
hunch_file_info_get_family (HunchFileInfo *self)
{
  g_return_val_if_fail (HUNCH_IS_FILE_INFO (self), NULL);
  return self->family;
}

/**
 * hunch_file_info_get_name:
 * @self: a file
 *
 * The name that the file gives the model; %NULL when Hunch does not know its family.
 *
 * Returns: (transfer none) (nullable): the name that the file gives the model; %NULL when Hunch does not know its family
 */
const char *
hunch_file_info_get_name (HunchFileInfo *self)
{
  g_return_val_if_fail (HUNCH_IS_FILE_INFO (self), NULL);
  return self->name;
}

/**
 * hunch_file_info_get_problem:
 * @self: a file
 *
 * Why Hunch cannot run the model, in one line; %NULL when it can, given a device with the memory.
 *
 * Returns: (transfer none) (nullable): why Hunch cannot run the model, in one line; %NULL when it can, given a device with the memory
 */
const char *
hunch_file_info_get_problem (HunchFileInfo *self)
{
  g_return_val_if_fail (HUNCH_IS_FILE_INFO (self), NULL);
  return self->problem;
}

/**
 * hunch_file_info_get_warnings:
 * @self: a file
 *
 * What is odd in the model and its vocabulary though it can be run, one line each.
 *
 * Returns: (transfer none) (array zero-terminated=1): the lines, maybe none
 */
const char *const *
hunch_file_info_get_warnings (HunchFileInfo *self)
{
  g_return_val_if_fail (HUNCH_IS_FILE_INFO (self), NULL);
  return (const char *const *) self->warnings->pdata;
}

/**
 * hunch_file_info_get_n_context:
 * @self: a file
 *
 * The context that the model was trained for, in tokens; 0 when Hunch does not know its family.
 *
 * Returns: the context that the model was trained for, in tokens; 0 when Hunch does not know its family
 */
guint
hunch_file_info_get_n_context (HunchFileInfo *self)
{
  g_return_val_if_fail (HUNCH_IS_FILE_INFO (self), 0);
  return self->n_context;
}

/**
 * hunch_file_info_get_n_vocabulary:
 * @self: a file
 *
 * How many tokens it has; 0 when Hunch does not know its family.
 *
 * Returns: how many tokens it has; 0 when Hunch does not know its family
 */
guint
hunch_file_info_get_n_vocabulary (HunchFileInfo *self)
{
  g_return_val_if_fail (HUNCH_IS_FILE_INFO (self), 0);
  return self->n_vocabulary;
}

/**
 * hunch_file_info_get_weight_bytes:
 * @self: a file
 *
 * The memory that its weights take on a device, in bytes; 0 when Hunch does not know its family.
 *
 * Returns: the memory that its weights take on a device, in bytes; 0 when Hunch does not know its family
 */
guint64
hunch_file_info_get_weight_bytes (HunchFileInfo *self)
{
  g_return_val_if_fail (HUNCH_IS_FILE_INFO (self), 0);
  return self->weight_bytes;
}

/**
 * hunch_file_info_get_cache_bytes:
 * @self: a file
 * @n_context: tokens of a context
 *
 * The memory that its cache of keys and values takes for a context, in bytes, twice as much with float32.
 *
 * Returns: the memory that its cache of keys and values takes for a context, in bytes, twice as much with float32
 */
guint64
hunch_file_info_get_cache_bytes (HunchFileInfo *self, guint n_context)
{
  g_return_val_if_fail (HUNCH_IS_FILE_INFO (self), 0);
  return self->cache_bytes * n_context;
}
