/* question.c: makes the buffers of a question, runs its kernel, and reads what it answered.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/device/question.h"
#include "engine/device/args.h"

static cl_int
run (HunchDevice *dev, const HunchQuestion *q, const cl_mem *mems, guint n)
{
  HunchArgs a = hunch_args (q->kernel);
  cl_int e = CL_SUCCESS;

  for (guint i = 0; i < n; i++)
    {
      const HunchQuestionBuffer *b = &q->buffers[i];

      hunch_arg_mem (&a, mems[i]);
      if (b->in != NULL && e == CL_SUCCESS)
        e = clEnqueueWriteBuffer (dev->queue, mems[i], CL_TRUE, 0, b->bytes, b->in, 0, NULL, NULL);
    }
  if (q->local_bytes > 0)
    hunch_arg_local (&a, q->local_bytes);
  e = e ? e : hunch_enqueue (&a, dev->queue, 1, &q->global, &q->local);
  for (guint i = 0; i < n && e == CL_SUCCESS; i++)
    if (q->buffers[i].out != NULL)
      e = clEnqueueReadBuffer (dev->queue, mems[i], CL_TRUE, 0, q->buffers[i].bytes, q->buffers[i].out, 0, NULL, NULL);
  return e;
}

gboolean
hunch_question_ask (HunchDevice *dev, const HunchQuestion *q, GError **error)
{
  cl_mem mems[HUNCH_QUESTION_BUFFERS] = { NULL };
  gboolean ok = TRUE;
  guint n;

  for (n = 0; ok && n < HUNCH_QUESTION_BUFFERS && q->buffers[n].bytes > 0; n++)
    {
      const cl_mem_flags flags = q->buffers[n].out != NULL ? CL_MEM_READ_WRITE : CL_MEM_READ_ONLY;

      mems[n] = hunch_device_buffer (dev, flags, q->buffers[n].bytes, q->name, error);
      ok = mems[n] != NULL;
    }
  ok = ok && hunch_device_check (dev, run (dev, q, mems, n), q->name, error);
  for (guint i = 0; i < n; i++)
    hunch_device_buffer_free (dev, &mems[i]);
  return ok;
}
