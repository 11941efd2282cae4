/* hunch-completion-private.h: what a completion is made of, for its runs.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/session/engine.h"
#include "libhunch/hunch-completion.h"

struct _HunchCompletion
{
  GObject parent_instance;
  HunchModel *model;
  HunchRequest request; /* numbers and switches; its pointers stay NULL */
  GBytes *prompt, *suffix;
  GArray *prompt_ids; /* gint32; NULL: the text counts */
  GStrv stops, context;
  char *file_name, *given;

  GMutex lock;     /* for runs */
  GPtrArray *runs; /* (element-type HunchRun) owned; those that are not over */
};

/* Emits the signal `token`. */
void hunch_completion_emit_token (HunchCompletion *self, gint32 id, const char *text);
/* The request with all its pointers, valid until the completion changes. */
HunchRequest hunch_completion_get_request (HunchCompletion *self);
