/* op-dot.h: finds the fastest dot product of quantized weights and activations that works on a device.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/device/device.h"

/* Build option for cl/lib-dot.cl, static: "-DDOT_VNNI". NULL when there is none that beats float32 products. Compiles and runs a known
 * answer on the device, in the order of speed; x86 variants only where the device is this host's CPU and the CPU announces them.
 * hunch_tuning (dev)->dot may choose another one; HUNCH_DOT in the environment names a variant to take ("MADD256", "EXT", "HALF", "PLAIN", or "none"), for
 * tests and experiments. */
const char *hunch_dot_probe (HunchDevice *dev);

/* The choices that a tuning has: 0 is the first that works, 1 "none", the rest the variants in the order of speed. NULL behind the last; static. */
const char *hunch_dot_choice (guint choice);
/* Whether a tuning should try it on a device. */
gboolean hunch_dot_choice_works (HunchDevice *dev, guint choice);

/* Whether the variant that a build option names gives the right answers here; an x86 one is only tried on this host's CPU. */
gboolean hunch_dot_works (HunchDevice *dev, const char *option);

/* The extension's functions are of OpenCL C 3.0, which has to be asked for. */
#define HUNCH_DOT_EXT "-DDOT_EXT -cl-std=CL3.0"

/* What a variant's activations are: int8, or half precision, for GPUs whose halves are faster than their integers. */
#define HUNCH_DOT_HALF "-DDOT_HALF"
gboolean hunch_dot_is_half (const char *dot); /* accepts NULL */
guint hunch_dot_bytes (const char *dot);      /* of an activation */
