/* matrix.c: ends the life of weights on the device.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/weights/matrix.h"

void
hunch_matrix_finish (HunchMatrix *m, HunchDevice *dev)
{
  hunch_device_buffer_free (dev, &m->mem);
}

void
hunch_linear_finish (HunchLinear *l, HunchDevice *dev)
{
  for (guint i = 0; i < l->n_parts; i++)
    hunch_matrix_finish (&l->part[i], dev);
  l->n_parts = 0;
}
