/* self-test.h: whether a device computes a model as others do.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Completes a fixed prompt by two tiny models that the program carries, one in float32 and one quantized, on the device of that index, and compares
 * with what an implementation from outside says. *difference is the largest one between probabilities; it holds when the device answers, right or
 * wrong. A wrong answer is an error, too. */
gboolean self_test (guint device, double *difference, GError **error);
