/* roles.h: gives each tensor of a file its role in the family, and checks its shape and type.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/model/family.h"

/* Fills the tensors of m, which has its hyper-parameters; allocates m->layers. */
gboolean hunch_roles_bind (HunchModelFile *m, const HunchFamily *family, GError **error);
