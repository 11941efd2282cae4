/* hparams.h: fills the hyper-parameters of a family from metadata, then what follows from the tensors.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/model/family.h"

/* Reads counts and constants into m->hp. Nothing that is read here sizes an allocation: the shapes of the tensors have
 * to agree first. */
gboolean hunch_hparams_read (HunchModelFile *m, const HunchFamily *family, GError **error);
/* Fills the angles of RoPE; shapes are known to be right. */
gboolean hunch_hparams_read_rope (HunchModelFile *m, const HunchFamily *family, GError **error);
