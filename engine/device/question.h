/* question.h: one kernel, run once over small buffers: what a question with a known answer asks.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/device/device.h"

#define HUNCH_QUESTION_BUFFERS 4

/* An argument: a buffer that is written from in before, and read into out after, where these are not NULL. */
typedef struct
{
  gsize bytes;
  const void *in;
  void *out;
} HunchQuestionBuffer;

typedef struct
{
  cl_kernel kernel;
  const char *name;                                    /* in errors */
  size_t global, local;                                /* work-items, and those of a group */
  HunchQuestionBuffer buffers[HUNCH_QUESTION_BUFFERS]; /* in the order of the arguments; one of 0 bytes ends them */
  gsize local_bytes;                                   /* the argument after them, where it is not 0: local memory */
} HunchQuestion;

/* Fails as hunch_device_buffer () and hunch_device_check () do. */
gboolean hunch_question_ask (HunchDevice *dev, const HunchQuestion *q, GError **error);
