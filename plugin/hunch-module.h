/* hunch-module.h: a module file, and what is known about it.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * HunchModuleState:
 * @HUNCH_MODULE_STATE_ERROR: it is not a module, or one for another version
 * @HUNCH_MODULE_STATE_LOADED: its types are there
 * @HUNCH_MODULE_STATE_LOAD_FAILED: it declined, or could not be loaded
 * @HUNCH_MODULE_STATE_NOT_LOADED: it can be loaded
 *
 * The state of a module.
 */
typedef enum
{
  HUNCH_MODULE_STATE_ERROR,
  HUNCH_MODULE_STATE_LOADED,
  HUNCH_MODULE_STATE_LOAD_FAILED,
  HUNCH_MODULE_STATE_NOT_LOADED,
} HunchModuleState;

#define HUNCH_TYPE_MODULE (hunch_module_get_type ())
G_DECLARE_FINAL_TYPE (HunchModule, hunch_module, HUNCH, MODULE, GTypeModule)

const char *hunch_module_get_filename (HunchModule *self);
const char *hunch_module_get_name (HunchModule *self);
HunchModuleState hunch_module_get_state (HunchModule *self);
const char *hunch_module_get_last_error (HunchModule *self);
const char *hunch_module_get_purpose (HunchModule *self);
const char *hunch_module_get_author (HunchModule *self);
const char *hunch_module_get_version (HunchModule *self);
const char *hunch_module_get_copyright (HunchModule *self);
const char *hunch_module_get_date (HunchModule *self);
gboolean hunch_module_load (HunchModule *self, GError **error);
void hunch_module_unload (HunchModule *self);

G_END_DECLS
