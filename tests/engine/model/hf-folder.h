/* hf-folder.h: the scratch folder as a folder of transformers, right or wrong in one place.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/model/model-file.h"

#define WEIGHTS "model.safetensors"
#define INDEX   "model.safetensors.index.json"

/* The path of a file of tests/fixtures/hf. (transfer full) */
char *folder_fixture (const char *family, const char *name);
/* Puts such a file into the folder, or takes it away. */
void folder_copy (const char *family, const char *name);
void folder_drop (const char *name);
/* The folder now holds this family as it should be. */
void folder_restore (const char *family);

HunchModelFile *folder_open (GError **error);
void folder_expect_loads (void);
/* Opens, and wants failure with one line that holds all three. */
void folder_expect (const char *file, const char *field, const char *why);
