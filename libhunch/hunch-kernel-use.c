/* hunch-kernel-use.c: what one kernel did in a phase of a profile.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/hunch.h"
#include "libhunch/fields.h"
#include "libhunch/hunch-profile-private.h"

/**
 * HunchKernelUse:
 *
 * What one kernel of the device did in a phase of a [class@Hunch.Profile]. Immutable.
 */
struct _HunchKernelUse
{
  GObject parent_instance;
  char *name;
  guint64 launches;
  double seconds;
};

G_DEFINE_FINAL_TYPE (HunchKernelUse, hunch_kernel_use, G_TYPE_OBJECT)

static const HunchField fields[] = {
  /**
   * HunchKernelUse:name: (getter get_name)
   *
   * Name of the kernel.
   */
  { "name", HUNCH_FIELD_STRING, G_STRUCT_OFFSET (HunchKernelUse, name) },
  /**
   * HunchKernelUse:launches: (getter get_launches)
   *
   * How often it was launched.
   */
  { "launches", HUNCH_FIELD_UINT64, G_STRUCT_OFFSET (HunchKernelUse, launches) },
  /**
   * HunchKernelUse:seconds: (getter get_seconds)
   *
   * Seconds that it ran; 0 when the device takes no times.
   */
  { "seconds", HUNCH_FIELD_DOUBLE, G_STRUCT_OFFSET (HunchKernelUse, seconds) },
};

static void
hunch_kernel_use_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  hunch_field_get (&fields[id - 1], object, value);
}

static void
hunch_kernel_use_finalize (GObject *object)
{
  g_free (HUNCH_KERNEL_USE (object)->name);
  G_OBJECT_CLASS (hunch_kernel_use_parent_class)->finalize (object);
}

static void
hunch_kernel_use_class_init (HunchKernelUseClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = hunch_kernel_use_get_property;
  object_class->finalize = hunch_kernel_use_finalize;
  hunch_fields_install_readable (object_class, 1, fields, G_N_ELEMENTS (fields));
}

static void
hunch_kernel_use_init (HunchKernelUse *self)
{
}

HunchKernelUse *
hunch_kernel_use_new (const HunchMeasuredKernel *kernel)
{
  HunchKernelUse *self = g_object_new (HUNCH_TYPE_KERNEL_USE, NULL);

  self->name = g_strdup (kernel->name);
  self->launches = kernel->launches;
  self->seconds = kernel->seconds;
  return self;
}

/**
 * hunch_kernel_use_get_name:
 * @self: a kernel's use
 *
 * Name of the kernel.
 *
 * Returns: name of the kernel
 */
const char *
hunch_kernel_use_get_name (HunchKernelUse *self)
{
  g_return_val_if_fail (HUNCH_IS_KERNEL_USE (self), NULL);
  return self->name;
}

/**
 * hunch_kernel_use_get_launches:
 * @self: a kernel's use
 *
 * How often it was launched.
 *
 * Returns: how often it was launched
 */
guint64
hunch_kernel_use_get_launches (HunchKernelUse *self)
{
  g_return_val_if_fail (HUNCH_IS_KERNEL_USE (self), 0);
  return self->launches;
}

/**
 * hunch_kernel_use_get_seconds:
 * @self: a kernel's use
 *
 * Seconds that it ran; 0 when the device takes no times.
 *
 * Returns: seconds that it ran
 */
double
hunch_kernel_use_get_seconds (HunchKernelUse *self)
{
  g_return_val_if_fail (HUNCH_IS_KERNEL_USE (self), 0);
  return self->seconds;
}
