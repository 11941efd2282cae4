/* ref-dot.h: the dot product of four unsigned with four signed bytes.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* acc + the sum of u[j] times byte j of s, lowest first, signed. */
gint32 hunch_ref_dot (gint32 acc, const guint8 u[4], gint32 s);
