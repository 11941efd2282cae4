/* hunch-module.h: a module file, and what is known about it.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#if !defined(HUNCH_INSIDE) && !defined(HUNCH_COMPILATION)
#error "Only <hunch/hunch.h> can be included directly."
#endif

#include <glib-object.h>
#include "hunch-version.h"

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
HUNCH_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HunchModule, hunch_module, HUNCH, MODULE, GTypeModule)

HUNCH_AVAILABLE_IN_0_1
const char *hunch_module_get_filename (HunchModule *self);
HUNCH_AVAILABLE_IN_0_1
const char *hunch_module_get_name (HunchModule *self);
HUNCH_AVAILABLE_IN_0_1
HunchModuleState hunch_module_get_state (HunchModule *self);
HUNCH_AVAILABLE_IN_0_1
const char *hunch_module_get_last_error (HunchModule *self);
HUNCH_AVAILABLE_IN_0_1
const char *hunch_module_get_purpose (HunchModule *self);
HUNCH_AVAILABLE_IN_0_1
const char *hunch_module_get_author (HunchModule *self);
HUNCH_AVAILABLE_IN_0_1
const char *hunch_module_get_version (HunchModule *self);
HUNCH_AVAILABLE_IN_0_1
const char *hunch_module_get_copyright (HunchModule *self);
HUNCH_AVAILABLE_IN_0_1
const char *hunch_module_get_date (HunchModule *self);
HUNCH_AVAILABLE_IN_0_1
gboolean hunch_module_load (HunchModule *self, GError **error);
HUNCH_AVAILABLE_IN_0_1
void hunch_module_unload (HunchModule *self);

G_END_DECLS
