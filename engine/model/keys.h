/* keys.h: reads hyper-parameters one after another; the first fault is kept, and what follows it does nothing.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/model/gguf.h"

typedef struct
{
  const HunchGguf *g;
  const char *arch; /* keys are "arch.suffix" */
  guint n_layer;    /* the length of arrays; 0: not known yet, and no array will do */
  GError *error;    /* the first fault; NULL: none yet */
} HunchKeys;

/* Largest count that is believed before a tensor's shape confirms it. */
#define HUNCH_MAX_COUNT G_MAXINT32

gboolean hunch_keys_has (const HunchKeys *k, const char *suffix);
/* A number from 1 to max, or an array of equal ones, one a layer. fallback is the value when the key is absent; 0: it is an error
 * then. */
guint hunch_keys_count (HunchKeys *k, const char *suffix, guint fallback, guint max);
/* A float above 0 that a 32-bit float can hold. fallback as above. */
double hunch_keys_positive (HunchKeys *k, const char *suffix, double fallback);
/* A string (transfer full); NULL when absent or at fault. */
char *hunch_keys_string (HunchKeys *k, const char *suffix);
/* Sets the error "file: arch.suffix: message" unless there is one. */
void hunch_keys_fail (HunchKeys *k, int code, const char *suffix, const char *format, ...) G_GNUC_PRINTF (4, 5);
