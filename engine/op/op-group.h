/* op-group.h: groups of work-items that share a row, and how their sums are made; cl/lib-group.cl.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/op/op-types.h"

/* Work-items that share a row where the device is free to choose (group 0): one on a CPU, whose vectors are within a work-item;
 * many elsewhere, whose neighbours read neighbouring words. */
guint hunch_op_group (const HunchDevice *dev, guint group);

/* Appends the options that let sub-groups make the sums of a group of so many: nothing where there is one, where the device has no sub-groups, or where
 * they gave a wrong answer. HUNCH_SUB_GROUPS=0 in the environment: nothing, for tests and experiments. */
void hunch_op_option_sub_groups (GString *options, HunchDevice *dev, guint group);

/* cl/group.cl: the sum and the maximum of each row of x (n_rows, group), at each element of the row in sum and maximum (n_rows, group). group: a power of
 * two that the device takes. For questions and tests: builds the kernel, and waits. */
gboolean hunch_op_group_reduce (HunchDevice *dev, guint group, gboolean sub_groups, guint n_rows, const float *x,
                                float *sum, float *maximum, GError **error);
