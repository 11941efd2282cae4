/* device-private.h: what the files of engine/device share and nobody else sees.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/device/device.h"
#include "engine/device/tuning.h"

/* What this process remembers of a physical device, whichever HunchDevice it was opened by. Never freed. */
typedef struct HunchDeviceRecord HunchDeviceRecord;

/* Programs by "stem options". */
typedef struct
{
  GMutex lock;
  GCond changed;
  GHashTable *table;
} HunchPrograms;

/* "right" or "wrong" by the key of a self-test. */
typedef struct
{
  GMutex lock;
  GHashTable *answers;
} HunchSelfTests;

struct HunchDevicePrivate
{
  gatomicrefcount ref;
  HunchDeviceRecord *record;
  GMutex lock; /* guards allocated and the progress function */
  guint64 allocated;
  HunchBuildProgress progress;
  gpointer progress_data;
  HunchPrograms programs;
  HunchSelfTests selftests;
  HunchTuning *tuning; /* owned */
};

/* A program begins to be built from its source. */
void hunch_device_tell_build (HunchDevice *dev, const char *stem);

/* A device as the scan found it; info is owned. */
typedef struct
{
  cl_platform_id platform;
  cl_device_id id;
  HunchDeviceInfo *info;
} HunchDeviceFound;

/* device-list.c: as hunch_device_list, with the handles. (transfer full) (element-type HunchDeviceFound) */
GPtrArray *hunch_device_scan (GStrv *notices, GError **error);
/* The entry that selector asks for, NULL and an error with the list in it when there is none. (transfer none) */
HunchDeviceFound *hunch_device_pick (GPtrArray *found, const char *selector, GError **error);

/* caps.c */
void hunch_caps_query (cl_device_id id, HunchDeviceCaps *caps);
/* Stripped, valid UTF-8, "" when the device does not answer. (transfer full) */
char *hunch_cl_device_string (cl_device_id id, cl_device_info what);
char *hunch_cl_platform_string (cl_platform_id id, cl_platform_info what);

/* icd.c: one line for each driver that is installed but could not be loaded. Only after the loader's first call. */
void hunch_icd_append_broken (GStrvBuilder *notices);

/* program.c */
void hunch_programs_init (HunchPrograms *programs);
void hunch_programs_finish (HunchPrograms *programs);
/* Built if need be; options is never NULL. Belongs to the device. */
cl_program hunch_program_get (HunchDevice *dev, const char *stem, const char *options, GError **error);
/* Keeps on disk what was built, until g_get_monotonic_time () is deadline; some drivers compile for this. TRUE if there may be more. */
gboolean hunch_programs_save (HunchPrograms *programs, gint64 deadline);
/* The whole text of cl/<stem>.cl, includes in place; NULL for an unknown one. */
const char *hunch_program_source (const char *stem);

/* SHA-256 of all sources, in hexadecimal digits; static. */
const char *hunch_kernels_digest (void);

/* tuning.c: what holds for such a device, the user's file included. (transfer full) */
HunchTuning *hunch_tuning_new (const HunchDeviceInfo *info);

/* program-cache.c; no function here fails: what cannot be read or written is built again. */
char *hunch_program_cache_key (HunchDevice *dev, const char *source, const char *options);
GBytes *hunch_program_cache_load (const char *key); /* NULL when it is not there or not sound */
void hunch_program_cache_store (const char *key, gconstpointer data, gsize size);

/* cache-folder.c: the folder of that name under $HUNCH_CACHE_DIR, or hunch/ in the user's cache folder; made when missing, NULL
 * when that fails. (transfer full) */
char *hunch_cache_folder (const char *name);

/* driver-cache.c: around the first call into OpenCL. TRUE from enter asks for entered after it. */
gboolean hunch_driver_cache_enter (void);
void hunch_driver_cache_entered (void);
void hunch_driver_cache_note (void);   /* now and then, when the device is idle */
void hunch_driver_cache_leave (void);  /* at exit */
void hunch_driver_cache_forget (void); /* in a child of fork */

/* driver-machine.c: likewise. */
gboolean hunch_driver_machine_enter (void);
void hunch_driver_machine_entered (void);

/* process.c */
void hunch_process_watch (void); /* after the drivers are loaded */
gboolean hunch_process_forked (void);
gboolean hunch_process_check (GError **error); /* FALSE in a child of fork, and while the process ends */

/* selftest.c: the device's own question. */
gboolean hunch_device_selftest_base (HunchDevice *dev, GError **error);

/* health.c */
HunchDeviceRecord *hunch_device_record (cl_device_id id);
/* Why the device is off for this process, or NULL. Valid for good. */
const char *hunch_device_record_why (HunchDeviceRecord *record);
void hunch_device_record_turn_off (HunchDeviceRecord *record, const char *why);
/* Adds to, or takes from, the bytes that this process holds on the device; gives the new sum. */
guint64 hunch_device_record_account (HunchDeviceRecord *record, gint64 change);
