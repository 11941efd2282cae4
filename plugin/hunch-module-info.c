/* hunch-module-info.c: what a module says about itself.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "plugin/module-private.h"

/**
 * hunch_module_get_filename:
 * @self: a module
 *
 * Gets where the module lies.
 *
 * Returns: (transfer none) (type filename): the path of the file
 */
const char *
hunch_module_get_filename (HunchModule *self)
{
  g_return_val_if_fail (HUNCH_IS_MODULE (self), NULL);
  return self->filename;
}

/**
 * hunch_module_get_name:
 * @self: a module
 *
 * Gets the name by which modules are looked up and inhibited.
 *
 * Returns: (transfer none): the file's name without folder and ending, by which modules are inhibited
 */
const char *
hunch_module_get_name (HunchModule *self)
{
  g_return_val_if_fail (HUNCH_IS_MODULE (self), NULL);
  return self->name;
}

/**
 * hunch_module_get_state:
 * @self: a module
 *
 * Gets whether the module is loaded, and if not, whether it can be.
 *
 * Returns: the state of the module
 */
HunchModuleState
hunch_module_get_state (HunchModule *self)
{
  g_return_val_if_fail (HUNCH_IS_MODULE (self), HUNCH_MODULE_STATE_ERROR);
  return self->state;
}

/**
 * hunch_module_get_last_error:
 * @self: a module
 *
 * Gets what went wrong last.
 *
 * Returns: (nullable): why it is in an error state
 */
const char *
hunch_module_get_last_error (HunchModule *self)
{
  g_return_val_if_fail (HUNCH_IS_MODULE (self), NULL);
  return self->last_error;
}

/**
 * hunch_module_get_purpose:
 * @self: a module
 *
 * Gets what the module is for.
 *
 * Returns: (nullable): what it is for, in one line
 */
const char *
hunch_module_get_purpose (HunchModule *self)
{
  g_return_val_if_fail (HUNCH_IS_MODULE (self), NULL);
  return self->purpose;
}

/**
 * hunch_module_get_author:
 * @self: a module
 *
 * Gets who made the module.
 *
 * Returns: (nullable): who made it
 */
const char *
hunch_module_get_author (HunchModule *self)
{
  g_return_val_if_fail (HUNCH_IS_MODULE (self), NULL);
  return self->author;
}

/**
 * hunch_module_get_version:
 * @self: a module
 *
 * Gets the version of the module.
 *
 * Returns: (nullable): its own version
 */
const char *
hunch_module_get_version (HunchModule *self)
{
  g_return_val_if_fail (HUNCH_IS_MODULE (self), NULL);
  return self->version;
}

/**
 * hunch_module_get_copyright:
 * @self: a module
 *
 * Gets whose the module is.
 *
 * Returns: (nullable): whose it is
 */
const char *
hunch_module_get_copyright (HunchModule *self)
{
  g_return_val_if_fail (HUNCH_IS_MODULE (self), NULL);
  return self->copyright;
}

/**
 * hunch_module_get_date:
 * @self: a module
 *
 * Gets when the module was made.
 *
 * Returns: (nullable): when it was made
 */
const char *
hunch_module_get_date (HunchModule *self)
{
  g_return_val_if_fail (HUNCH_IS_MODULE (self), NULL);
  return self->date;
}
