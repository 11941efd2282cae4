/* process.c: what fork and exit mean for OpenCL in this process.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Drivers own threads and memory that a child of fork does not get whole, so a child must leave every handle of its parent
 * alone: it gets errors for new work, and its frees do nothing. While the process ends, drivers are torn down in an order
 * that nobody knows, so whatever threads that still run ask of them is refused from then on. */
#include "config.h"

#include "engine/device/device-private.h"
#include "engine/device/args.h"
#include "engine/base/hunch-error.h"
#include "engine/base/i18n.h"

#include <pthread.h>
#include <stdlib.h>

HunchLaunchFunc hunch_launch_hook = NULL;

static gint forked = FALSE; /* in the child only */
static gint leaving = FALSE;

static cl_int
refuse (cl_command_queue queue, cl_kernel kernel, cl_uint dims, const size_t *global, const size_t *local)
{
  return CL_INVALID_OPERATION;
}

static void
in_child (void)
{
  g_atomic_int_set (&forked, TRUE);
  g_atomic_pointer_set (&hunch_launch_hook, refuse);
  hunch_driver_cache_forget ();
}

void
hunch_process_leave (void)
{
  g_atomic_int_set (&leaving, TRUE);
  g_atomic_pointer_set (&hunch_launch_hook, refuse);
}

static void
at_exit (void)
{
  if (hunch_process_forked ())
    return;
  hunch_process_leave ();
  hunch_driver_cache_leave ();
}

void
hunch_process_watch (void)
{
  static gsize once = 0;

  if (!g_once_init_enter (&once))
    return;
  pthread_atfork (NULL, NULL, in_child);
  atexit (at_exit); /* after the drivers were loaded, so that it runs before their own ends */
  g_once_init_leave (&once, 1);
}

gboolean
hunch_process_forked (void)
{
  return g_atomic_int_get (&forked);
}

gboolean
hunch_process_check (GError **error)
{
  if (g_atomic_int_get (&leaving))
    {
      g_set_error_literal (error, HUNCH_ERROR, HUNCH_ERROR_DEVICE, _ ("The process ends"));
      return FALSE;
    }
  if (!hunch_process_forked ())
    return TRUE;
  g_set_error_literal (error, HUNCH_ERROR, HUNCH_ERROR_DEVICE,
                       _ ("A child of fork cannot use OpenCL after its parent did; let it exec first"));
  return FALSE;
}
