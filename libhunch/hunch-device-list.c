/* hunch-device-list.c: the OpenCL devices of this machine, as a list model.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/hunch.h"
#include "libhunch/hunch-device-item-private.h"

/**
 * HunchDeviceList:
 *
 * The OpenCL devices of this machine: GPUs first, in the order of the numbers by which a device is chosen.
 *
 * A [iface@Gio.ListModel] of [class@Hunch.DeviceItem]. Asking loads the drivers, which can take a while and has been known to fail inside
 * a driver: nothing is asked before a program wants the list.
 */
struct _HunchDeviceList
{
  GObject parent_instance;
  GPtrArray *items; /* (element-type HunchDeviceItem) */
  GStrv notices;
};

static GType
hunch_device_list_get_item_type (GListModel *model)
{
  return HUNCH_TYPE_DEVICE_ITEM;
}

static guint
hunch_device_list_get_n_items (GListModel *model)
{
  return HUNCH_DEVICE_LIST (model)->items->len;
}

static gpointer
hunch_device_list_get_item (GListModel *model, guint position)
{
  HunchDeviceList *self = HUNCH_DEVICE_LIST (model);

  return position < self->items->len ? g_object_ref (g_ptr_array_index (self->items, position)) : NULL;
}

static void
hunch_device_list_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = hunch_device_list_get_item_type;
  iface->get_n_items = hunch_device_list_get_n_items;
  iface->get_item = hunch_device_list_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (HunchDeviceList, hunch_device_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, hunch_device_list_iface_init))

static void
hunch_device_list_finalize (GObject *object)
{
  HunchDeviceList *self = HUNCH_DEVICE_LIST (object);

  g_ptr_array_unref (self->items);
  g_strfreev (self->notices);
  G_OBJECT_CLASS (hunch_device_list_parent_class)->finalize (object);
}

static void
hunch_device_list_class_init (HunchDeviceListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = hunch_device_list_finalize;
}

static void
hunch_device_list_init (HunchDeviceList *self)
{
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
}

/**
 * hunch_device_list_new:
 * @cancellable: (nullable): only looked at before the drivers are asked
 * @error: return location
 *
 * Asks all drivers. Blocks, so that a main loop uses [func@Hunch.DeviceList.new_async].
 *
 * Fails with %HUNCH_ERROR_NO_DEVICE when there is none; the message says what to install.
 *
 * Returns: (transfer full): the devices
 */
HunchDeviceList *
hunch_device_list_new (GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) lines = NULL;
  g_auto (GStrv) notices = NULL;
  HunchDeviceList *self;

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  lines = hunch_device_lines (&notices, error);
  if (lines == NULL)
    return NULL;
  self = g_object_new (HUNCH_TYPE_DEVICE_LIST, NULL);
  self->notices = notices ? g_steal_pointer (&notices) : g_new0 (char *, 1);
  g_ptr_array_set_free_func (lines, NULL);
  for (guint i = 0; i < lines->len; i++)
    g_ptr_array_add (self->items, hunch_device_item_new (g_ptr_array_index (lines, i)));
  return self;
}

static void
new_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  HunchDeviceList *list = hunch_device_list_new (cancellable, &error);

  if (list != NULL)
    g_task_return_pointer (task, list, g_object_unref);
  else
    g_task_return_error (task, error);
}

/**
 * hunch_device_list_new_async:
 * @cancellable: (nullable): to give up
 * @callback: (scope async): called in the caller's main context
 * @user_data: for @callback
 *
 * Asks all drivers, on another thread.
 */
void
hunch_device_list_new_async (GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, hunch_device_list_new_async);
  g_task_set_return_on_cancel (task, TRUE);
  g_task_run_in_thread (task, new_in_thread);
}

/**
 * hunch_device_list_new_finish:
 * @result: what the callback got
 * @error: return location
 *
 * Ends [func@Hunch.DeviceList.new_async]; fails as [ctor@Hunch.DeviceList.new] does.
 *
 * Returns: (transfer full): the devices
 */
HunchDeviceList *
hunch_device_list_new_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * hunch_device_list_get_notices:
 * @self: the devices
 *
 * What was skipped and why, such as a platform that answers with errors; one line each.
 *
 * Returns: (transfer none) (array zero-terminated=1): the lines, maybe none
 */
const char *const *
hunch_device_list_get_notices (HunchDeviceList *self)
{
  g_return_val_if_fail (HUNCH_IS_DEVICE_LIST (self), NULL);
  return (const char *const *) self->notices;
}
