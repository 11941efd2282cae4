/* text-layer.h: continues the text of a layer.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <libgimp/gimp.h>

/* Adds to a text layer what may follow on its last line, as one undo step. A layer without text is an error if a person asked, and
 * otherwise left as it is. FALSE with error set, and the image as it was, on failure. */
gboolean text_layer_complete (gint32 image, gint32 layer, gboolean asked, GError **error);
