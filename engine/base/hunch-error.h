/* hunch-error.h: the one error domain of Hunch, shared by the engine and the public library.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * HUNCH_ERROR:
 *
 * Error domain of everything in Hunch. Messages are one line that says what failed and what to do.
 */
#define HUNCH_ERROR (hunch_error_quark ())

/**
 * HunchError:
 * @HUNCH_ERROR_FAILED: none of the others fits
 * @HUNCH_ERROR_ARGUMENT: a parameter is out of its range
 * @HUNCH_ERROR_FORMAT: a file is damaged or is not what it claims to be
 * @HUNCH_ERROR_UNSUPPORTED: a sound file that asks for what Hunch cannot do
 * @HUNCH_ERROR_NO_DEVICE: no OpenCL platform, or no device fits the wish
 * @HUNCH_ERROR_DEVICE: an OpenCL operation failed; the message names operation, kernel and code
 * @HUNCH_ERROR_NO_MEMORY: the device or the host has not the memory that is needed
 * @HUNCH_ERROR_CONTEXT_FULL: the prompt does not fit into the context
 * @HUNCH_ERROR_NUMERIC: the model gave a number that is not finite
 * @HUNCH_ERROR_NOT_FOUND: a model or a module is not there
 * @HUNCH_ERROR_MODULE: a module was refused
 *
 * Codes of %HUNCH_ERROR.
 */
typedef enum
{
  HUNCH_ERROR_FAILED,
  HUNCH_ERROR_ARGUMENT,
  HUNCH_ERROR_FORMAT,
  HUNCH_ERROR_UNSUPPORTED,
  HUNCH_ERROR_NO_DEVICE,
  HUNCH_ERROR_DEVICE,
  HUNCH_ERROR_NO_MEMORY,
  HUNCH_ERROR_CONTEXT_FULL,
  HUNCH_ERROR_NUMERIC,
  HUNCH_ERROR_NOT_FOUND,
  HUNCH_ERROR_MODULE,
} HunchError;

/**
 * hunch_error_quark:
 *
 * The domain of all errors of Hunch.
 *
 * Returns: the domain
 */
GQuark hunch_error_quark (void);

G_END_DECLS
