/* manifest.h: remembers the files of a folder by size, time and checksum, and finds those that changed behind its back.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

typedef enum
{
  HUNCH_MANIFEST_QUICK, /* believes a file whose size and time are as noted */
  HUNCH_MANIFEST_FULL,  /* reads every file */
} HunchManifestDepth;

/* Notes what is in folder now; reads only what is new or changed. Does nothing when that cannot be written. */
void hunch_manifest_write (const char *folder, const char *manifest);

/* Removes what is not as noted: files that changed or were never noted, each with its whole unit, the folder two levels down that
 * it lies in. Without a sound manifest nothing is noted. Gives the number of removed units. */
guint hunch_manifest_enforce (const char *folder, const char *manifest, HunchManifestDepth depth);

/* Removes a file, or a folder with what is in it; follows no links. */
void hunch_remove_tree (const char *path);
