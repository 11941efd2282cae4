/* hunch-file-info-private.h: what a file is found to hold.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/model/model-file.h"
#include "libhunch/hunch-file-info.h"

typedef struct
{
  char *name;
  const char *type; /* static, or NULL */
  guint64 bytes, dims[HUNCH_MAX_DIMS];
  guint n_dims;
} HunchFileInfoTensor;

struct _HunchFileInfo
{
  GObject parent_instance;
  guint64 size;
  GPtrArray *keys, *values; /* (element-type utf8) */
  GArray *tensors;          /* HunchFileInfoTensor */

  /* Of a model that Hunch knows; else 0 and NULL. */
  char *family, *name;
  guint n_context, n_vocabulary;
  guint64 weight_bytes, cache_bytes; /* cache_bytes: of one position */
  char *problem;                     /* why it cannot be run; NULL: it can */
  GPtrArray *warnings;               /* (element-type utf8) ended by NULL */
};

/* Fills the second half, from a model that is opened at path. */
void hunch_file_info_read_model (HunchFileInfo *self, const char *path, const HunchModelFile *model);
