/* init.c: tells gettext where the messages of Hunch lie, before any of them is asked for.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The library is a guest: it names its own catalogue, and leaves the host's domain and locale alone. */
#include "config.h"

#include <libintl.h>

__attribute__ ((constructor)) static void
bind_messages (void)
{
  bindtextdomain (GETTEXT_PACKAGE, LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
}
