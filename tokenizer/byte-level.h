/* byte-level.h: GPT-2's alphabet, in which each of the 256 bytes is a printable character.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 * Radford et al., "Language Models are Unsupervised Multitask Learners" (2019), and its published encoder. */
#pragma once

#include <glib.h>

/* Bytes that stand for themselves: '!' to '~', U+00A1 to U+00AC, U+00AE to U+00FF. The others, in order, are U+0100
 * and on. */
#define HUNCH_BYTE_LEVEL_N 0x144 /* code points below this may be in the alphabet */

/* The bytes that text (n bytes, UTF-8 in the alphabet) stands for, into out (room for n); their number, or -1 when
 * some character is not in the alphabet. */
gssize hunch_byte_level_decode (const char *text, gsize n, guint8 *out);
