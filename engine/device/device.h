/* device.h: one OpenCL device with its queue, its programs, its memory account and its health.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <CL/cl.h>
#include <glib.h>

/* What a device answered when asked; nothing here is inferred from a vendor's name. */
typedef struct
{
  cl_device_type type;
  guint cl_major, cl_minor; /* newest OpenCL C */
  gboolean fp16;            /* half arithmetic, not only vload_half */
  gboolean subgroups;
  gboolean int_dot;        /* cl_khr_integer_dot_product with packed 4x8 */
  gboolean unified_memory; /* host and device share memory: mapping costs no copy */
  guint compute_units;
  gsize max_work_group;
  guint64 local_mem;  /* bytes of real local memory; 0 when it is emulated in global memory */
  guint64 global_mem; /* bytes */
  guint64 max_alloc;  /* bytes in one buffer */
  guint base_align;   /* bytes; alignment that a sub-buffer's origin needs */
} HunchDeviceCaps;

/* One line of the list of devices. Strings are owned. */
typedef struct
{
  guint index; /* what --device takes */
  char *name, *vendor, *driver, *version, *platform;
  HunchDeviceCaps caps;
  gboolean is_default; /* the one chosen without a wish */
} HunchDeviceInfo;

/* Called when a program cl/<stem>.cl begins to be built from its source, which takes seconds on some drivers; not for what is found on disk.
 * In the thread that wants it. */
typedef void (*HunchBuildProgress) (const char *stem, gpointer user_data);

/* How a device is opened; all zeros for the common way. */
typedef struct
{
  gboolean profiled;           /* the queue takes the time of each kernel, for profile.h; slower */
  HunchBuildProgress building; /* from the device's self-test on; or NULL */
  gpointer user_data;
} HunchDeviceOptions;

typedef struct HunchDevicePrivate HunchDevicePrivate;

/* Shared by everything that runs on the device; reference counted. The queue is in order. */
typedef struct
{
  cl_platform_id platform;
  cl_device_id id;
  cl_context context;
  cl_command_queue queue;
  HunchDeviceInfo *info;
  HunchDevicePrivate *priv;
} HunchDevice;

/* Every device of every platform that works, GPUs first; broken platforms are skipped and named in *notices (a GStrv, may be empty).
 * HUNCH_ERROR_NO_DEVICE when there is none; the message says which package to install. (transfer full) (element-type HunchDeviceInfo) */
GPtrArray *hunch_device_list (GStrv *notices, GError **error);
void hunch_device_info_free (HunchDeviceInfo *info);
/* A copy of one line, owned by the caller. */
HunchDeviceInfo *hunch_device_info_copy (const HunchDeviceInfo *info);
/* "gpu", "accelerator", "cpu" or "other"; not translated. */
const char *hunch_device_info_type (const HunchDeviceInfo *info);

/* selector: NULL for the default, an index, or part of a name without regard to case. An unknown one is an error that prints the list.
 * The first opening of a device asks it a question with a known answer; a device that answers wrongly is refused with HUNCH_ERROR_DEVICE. */
HunchDevice *hunch_device_open (const char *selector, GError **error);
HunchDevice *hunch_device_open_with (const char *selector, const HunchDeviceOptions *options, GError **error);
HunchDevice *hunch_device_ref (HunchDevice *dev);
void hunch_device_unref (HunchDevice *dev); /* accepts NULL; closing the device settles it */
/* Keeps on disk what was built since, for at most about budget_ms. Some drivers compile for this: call it when the device is idle. TRUE if
 * the time did not suffice for all. */
gboolean hunch_device_settle (HunchDevice *dev, guint budget_ms);

/* A kernel of program cl/<stem>.cl built with the options given (NULL for none); built once for each pair, kept in memory and on disk.
 * The caller owns the kernel: clReleaseKernel. Fails with HUNCH_ERROR_DEVICE, the first line of the build log in the message. */
cl_kernel hunch_device_kernel (HunchDevice *dev, const char *stem, const char *options, const char *name,
                               GError **error);

/* Runs a kernel and compares: FALSE when the answer is wrong by *worst (error not set), or when there is none (error set). */
typedef gboolean (*HunchSelfTest) (HunchDevice *dev, double *worst, gpointer data, GError **error);
/* Asks whether program cl/<stem>.cl with these options computes rightly on this device: once, since a right answer is kept on disk. FALSE
 * with HUNCH_ERROR_DEVICE when it does not: the caller takes another variant. test must not ask such a question itself. */
gboolean hunch_device_selftest (HunchDevice *dev, const char *stem, const char *options, HunchSelfTest test,
                                gpointer data, GError **error);

/* Where it is told that a program is built; NULL for nowhere. */
void hunch_device_set_build_progress (HunchDevice *dev, HunchBuildProgress func, gpointer user_data);

/* Device memory, accounted; 0 bytes gives a buffer of 4. `what` names it in the error, which says how much was needed and how much there is. */
cl_mem hunch_device_buffer (HunchDevice *dev, cl_mem_flags flags, guint64 bytes, const char *what, GError **error);
void hunch_device_buffer_free (HunchDevice *dev, cl_mem *mem); /* accepts a NULL inside; clears it */
guint64 hunch_device_allocated (HunchDevice *dev);             /* bytes now */

/* TRUE when code is CL_SUCCESS. Otherwise sets HUNCH_ERROR_DEVICE (or _NO_MEMORY for -4, -5, -6) naming operation and code,
 * and counts against the device's health. */
gboolean hunch_device_check (HunchDevice *dev, cl_int code, const char *operation, GError **error);

/* Ends a step (a forward pass, say) for the device's health. A failed step is one incident, however many calls failed in it; two of them
 * without a success between turn the device off for this process. So: one failure, one rebuild and retry, then off. */
void hunch_device_end_step (HunchDevice *dev, gboolean success);

/* FALSE after repeated failures: the device is off for this process, and *why (owned by the device) says so. */
gboolean hunch_device_healthy (HunchDevice *dev, const char **why);

/* The process ends: from now on no device builds, allocates or launches anything. */
void hunch_process_leave (void);

/* Name of an OpenCL error code: "CL_OUT_OF_RESOURCES"; "OpenCL error -1234" when unknown. Static or interned. */
const char *hunch_cl_strerror (cl_int code);

/* CLBlast's cache of programs is filled by its first calls, which must not overlap. */
void hunch_device_clblast_lock (HunchDevice *dev);
void hunch_device_clblast_unlock (HunchDevice *dev);
