/* driver-machine.c: tells PoCL what machine this is, where it cannot find out.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * PoCL asks hwloc for cores and memory, and hwloc reads /sys. A chroot or a container may have none; hwloc then finds no memory,
 * and PoCL aborts its process ("Not enough memory to run on this device"). So, unless the user described the machine, hwloc is
 * given a description for the time of PoCL's first call, through the environment, as driver-cache.c does with a folder. */
#include "config.h"

#include "engine/device/device-private.h"

#include <unistd.h>

#define VARIABLE "HWLOC_SYNTHETIC"

/* A NUMA node with so many bytes, and cores; NULL where hwloc can see for itself. */
static char *
describe (void)
{
  const long pages = sysconf (_SC_PHYS_PAGES), page = sysconf (_SC_PAGESIZE), cores = sysconf (_SC_NPROCESSORS_ONLN);

  if (g_file_test ("/sys/devices/system/cpu", G_FILE_TEST_IS_DIR) || pages <= 0 || page <= 0 || cores <= 0)
    return NULL;
  return g_strdup_printf ("numa:1(memory=%" G_GUINT64_FORMAT ") pu:%ld", (guint64) pages * page, cores);
}

gboolean
hunch_driver_machine_enter (void)
{
  g_autofree char *machine = NULL;

  if (g_getenv (VARIABLE) == NULL && g_getenv ("HWLOC_XMLFILE") == NULL && g_getenv ("HWLOC_FSROOT") == NULL)
    machine = describe ();
  return machine != NULL && g_setenv (VARIABLE, machine, TRUE);
}

void
hunch_driver_machine_entered (void)
{
  g_unsetenv (VARIABLE);
}
