/* hunch-device-item.c: one OpenCL device.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/hunch.h"
#include "libhunch/fields.h"
#include "libhunch/hunch-device-item-private.h"

/**
 * HunchDeviceItem:
 *
 * One OpenCL device, as it described itself. Immutable.
 */
struct _HunchDeviceItem
{
  GObject parent_instance;
  HunchDeviceLine *line;
};

G_DEFINE_FINAL_TYPE (HunchDeviceItem, hunch_device_item, G_TYPE_OBJECT)

static const HunchField fields[] = {
  /**
   * HunchDeviceItem:index: (getter get_index)
   *
   * The number that chooses this device.
   */
  { "index", HUNCH_FIELD_UINT, G_STRUCT_OFFSET (HunchDeviceLine, index) },
  /**
   * HunchDeviceItem:name: (getter get_name)
   *
   * The name that the device gives itself.
   */
  { "name", HUNCH_FIELD_STRING, G_STRUCT_OFFSET (HunchDeviceLine, name) },
  /**
   * HunchDeviceItem:vendor:
   *
   * Who made the device.
   */
  { "vendor", HUNCH_FIELD_STRING, G_STRUCT_OFFSET (HunchDeviceLine, vendor) },
  /**
   * HunchDeviceItem:driver:
   *
   * Version of the driver.
   */
  { "driver", HUNCH_FIELD_STRING, G_STRUCT_OFFSET (HunchDeviceLine, driver) },
  /**
   * HunchDeviceItem:version:
   *
   * Version of OpenCL that the device has.
   */
  { "version", HUNCH_FIELD_STRING, G_STRUCT_OFFSET (HunchDeviceLine, version) },
  /**
   * HunchDeviceItem:platform:
   *
   * Name of the OpenCL platform.
   */
  { "platform", HUNCH_FIELD_STRING, G_STRUCT_OFFSET (HunchDeviceLine, platform) },
  /**
   * HunchDeviceItem:kind: (getter get_kind)
   *
   * `gpu`, `cpu`, `accelerator` or `other`.
   */
  { "kind", HUNCH_FIELD_STRING, G_STRUCT_OFFSET (HunchDeviceLine, kind) },
  /**
   * HunchDeviceItem:compute-units:
   *
   * How many units compute side by side.
   */
  { "compute-units", HUNCH_FIELD_UINT, G_STRUCT_OFFSET (HunchDeviceLine, compute_units) },
  /**
   * HunchDeviceItem:memory: (getter get_memory)
   *
   * Memory in bytes.
   */
  { "memory", HUNCH_FIELD_UINT64, G_STRUCT_OFFSET (HunchDeviceLine, memory) },
  /**
   * HunchDeviceItem:max-allocation:
   *
   * Bytes that one buffer may have.
   */
  { "max-allocation", HUNCH_FIELD_UINT64, G_STRUCT_OFFSET (HunchDeviceLine, max_alloc) },
  /**
   * HunchDeviceItem:local-memory:
   *
   * Bytes of fast memory that a work-group shares; 0 where it is emulated.
   */
  { "local-memory", HUNCH_FIELD_UINT64, G_STRUCT_OFFSET (HunchDeviceLine, local_memory) },
  /**
   * HunchDeviceItem:fp16:
   *
   * Whether it computes in half precision.
   */
  { "fp16", HUNCH_FIELD_BOOLEAN, G_STRUCT_OFFSET (HunchDeviceLine, fp16) },
  /**
   * HunchDeviceItem:subgroups:
   *
   * Whether it has sub-groups.
   */
  { "subgroups", HUNCH_FIELD_BOOLEAN, G_STRUCT_OFFSET (HunchDeviceLine, subgroups) },
  /**
   * HunchDeviceItem:int-dot:
   *
   * Whether it has dot products of packed 8-bit integers.
   */
  { "int-dot", HUNCH_FIELD_BOOLEAN, G_STRUCT_OFFSET (HunchDeviceLine, int_dot) },
  /**
   * HunchDeviceItem:unified-memory:
   *
   * Whether it shares its memory with the host.
   */
  { "unified-memory", HUNCH_FIELD_BOOLEAN, G_STRUCT_OFFSET (HunchDeviceLine, unified_memory) },
  /**
   * HunchDeviceItem:is-default: (getter get_is_default)
   *
   * Whether it is the one taken without a wish.
   */
  { "is-default", HUNCH_FIELD_BOOLEAN, G_STRUCT_OFFSET (HunchDeviceLine, is_default) },
  /**
   * HunchDeviceItem:tuned:
   *
   * Whether models on it take what [method@Hunch.Model.tune] has measured.
   */
  { "tuned", HUNCH_FIELD_BOOLEAN, G_STRUCT_OFFSET (HunchDeviceLine, tuned) },
};

static void
hunch_device_item_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  hunch_field_get (&fields[id - 1], HUNCH_DEVICE_ITEM (object)->line, value);
}

static void
hunch_device_item_finalize (GObject *object)
{
  hunch_device_line_free (HUNCH_DEVICE_ITEM (object)->line);
  G_OBJECT_CLASS (hunch_device_item_parent_class)->finalize (object);
}

static void
hunch_device_item_class_init (HunchDeviceItemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = hunch_device_item_get_property;
  object_class->finalize = hunch_device_item_finalize;
  hunch_fields_install_readable (object_class, 1, fields, G_N_ELEMENTS (fields));
}

static void
hunch_device_item_init (HunchDeviceItem *self)
{
  self->line = g_new0 (HunchDeviceLine, 1);
}

HunchDeviceItem *
hunch_device_item_new (HunchDeviceLine *line)
{
  HunchDeviceItem *self = g_object_new (HUNCH_TYPE_DEVICE_ITEM, NULL);

  hunch_device_line_free (self->line);
  self->line = line;
  return self;
}

/**
 * hunch_device_item_get_index:
 * @self: a device
 *
 * The number that chooses this device.
 *
 * Returns: the number that chooses this device
 */
guint
hunch_device_item_get_index (HunchDeviceItem *self)
{
  g_return_val_if_fail (HUNCH_IS_DEVICE_ITEM (self), 0);
  return self->line->index;
}

/**
 * hunch_device_item_get_name:
 * @self: a device
 *
 * The name that the device gives itself.
 *
 * Returns: the name that the device gives itself
 */
const char *
hunch_device_item_get_name (HunchDeviceItem *self)
{
  g_return_val_if_fail (HUNCH_IS_DEVICE_ITEM (self), NULL);
  return self->line->name;
}

/**
 * hunch_device_item_get_kind:
 * @self: a device
 *
 * `gpu`, `cpu`, `accelerator` or `other`.
 *
 * Returns: `gpu`, `cpu`, `accelerator` or `other`
 */
const char *
hunch_device_item_get_kind (HunchDeviceItem *self)
{
  g_return_val_if_fail (HUNCH_IS_DEVICE_ITEM (self), NULL);
  return self->line->kind;
}

/**
 * hunch_device_item_get_memory:
 * @self: a device
 *
 * Its memory in bytes.
 *
 * Returns: its memory in bytes
 */
guint64
hunch_device_item_get_memory (HunchDeviceItem *self)
{
  g_return_val_if_fail (HUNCH_IS_DEVICE_ITEM (self), 0);
  return self->line->memory;
}

/**
 * hunch_device_item_get_is_default:
 * @self: a device
 *
 * Whether it is the one taken without a wish.
 *
 * Returns: whether it is the one taken without a wish
 */
gboolean
hunch_device_item_get_is_default (HunchDeviceItem *self)
{
  g_return_val_if_fail (HUNCH_IS_DEVICE_ITEM (self), FALSE);
  return self->line->is_default;
}
