/* upload.c: repacks planned tensors into mapped device buffers, the largest first, one worker a core.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A job is one matrix: map its buffer, repack, unmap. Mapping costs no copy where host and device share memory, and
 * elsewhere the driver's copy of one matrix overlaps the repacking of the next. */
#include "config.h"

#include "engine/weights/upload.h"

#include "engine/base/checked.h"
#include "engine/base/hunch-error.h"
#include "engine/base/i18n.h"

#include <string.h>
#include <sys/mman.h>

#define MAX_THREADS 16
#define HUGE_PAGE   (2 << 20) /* bytes */

/* One matrix: rows of up to HUNCH_LINEAR_MAX tensors of one type, end to end. */
typedef struct
{
  HunchMatrix *out;
  const HunchTensor *src[HUNCH_LINEAR_MAX];
  guint n_src;
} Job;

struct HunchUpload
{
  HunchDevice *dev;
  const HunchGguf *file;
  GArray *jobs; /* Job */

  /* While running. */
  gint next, n_done;
  gint64 bytes_done, bytes_all;
  const volatile gint *cancelled;
  HunchUploadProgress progress;
  gpointer user_data;
  /* Calls into OpenCL: drivers that compute in the thread that enqueues (PoCL's basic) lock themselves up when two do. */
  GMutex calls;
  GMutex lock; /* of error and progress */
  GError *error;
};

HunchUpload *
hunch_upload_new (HunchDevice *dev, const HunchGguf *file)
{
  HunchUpload *u = g_new0 (HunchUpload, 1);

  u->dev = dev;
  u->file = file;
  u->jobs = g_array_new (FALSE, TRUE, sizeof (Job));
  g_mutex_init (&u->calls);
  g_mutex_init (&u->lock);
  return u;
}

void
hunch_upload_free (HunchUpload *u)
{
  if (u == NULL)
    return;
  g_array_unref (u->jobs);
  g_mutex_clear (&u->calls);
  g_mutex_clear (&u->lock);
  g_clear_error (&u->error);
  g_free (u);
}

static gboolean
matrix_init (HunchUpload *u, HunchMatrix *m, const Job *job, GError **error)
{
  m->type = job->src[0]->type;
  m->k = job->src[0]->dims[0];
  m->n = 0;
  for (guint i = 0; i < job->n_src; i++)
    m->n += job->src[i]->dims[1];
  if (!hunch_layout_planes (m->type, m->n, m->k, &m->planes))
    {
      const HunchTypeInfo *info = hunch_type_info (m->type);

      g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_UNSUPPORTED,
                   _ ("%s: tensor %s has type %s, for which there is no kernel"), hunch_gguf_path (u->file),
                   job->src[0]->name, info ? info->name : "?");
      return FALSE;
    }
  m->mem = hunch_device_buffer (u->dev, CL_MEM_READ_ONLY, m->planes.bytes, job->src[0]->name, error);
  return m->mem != NULL;
}

gboolean
hunch_upload_linear (HunchUpload *u, const HunchTensor *const *tensors, guint n_tensors, HunchLinear *out,
                     GError **error)
{
  memset (out, 0, sizeof *out);
  for (guint i = 0; i < n_tensors;)
    {
      Job job = { .out = &out->part[out->n_parts] };

      for (; i < n_tensors; i++)
        {
          if (tensors[i] == NULL)
            continue;
          if (job.n_src > 0 && tensors[i]->type != job.src[0]->type)
            break;
          job.src[job.n_src++] = tensors[i];
        }
      if (job.n_src == 0)
        break;
      out->column[out->n_parts] = out->n;
      if (!matrix_init (u, job.out, &job, error))
        {
          hunch_linear_finish (out, u->dev);
          return FALSE;
        }
      out->n_parts++;
      out->k = job.out->k;
      out->n += job.out->n;
      u->bytes_all += job.out->planes.bytes;
      g_array_append_val (u->jobs, job);
    }
  return TRUE;
}

static float
half_to_float (guint16 h)
{
  const guint32 sign = (guint32) (h & 0x8000) << 16, exp = h >> 10 & 31, man = h & 1023;
  union
  {
    guint32 u;
    float f;
  } v;

  if (exp == 0)
    {
      v.f = man * 0x1p-24f;
      v.u |= sign;
    }
  else
    v.u = sign | (exp == 31 ? 0x7f800000u | man << 13 : (exp + 112) << 23 | man << 13);
  return v.f;
}

static gboolean
read_vector (const HunchTensor *t, float *dst, guint64 n)
{
  guint16 h;
  guint32 u;

  for (guint64 i = 0; i < n; i++)
    switch (t->type)
      {
      case HUNCH_TYPE_F32:
        memcpy (&dst[i], t->data + 4 * i, 4);
        break;
      case HUNCH_TYPE_F16:
        memcpy (&h, t->data + 2 * i, 2);
        dst[i] = half_to_float (h);
        break;
      case HUNCH_TYPE_BF16:
        memcpy (&h, t->data + 2 * i, 2);
        u = (guint32) h << 16;
        memcpy (&dst[i], &u, 4);
        break;
      default:
        return FALSE;
      }
  return TRUE;
}

static guint64
n_elements (const HunchTensor *t)
{
  return t->dims[0] * t->dims[1] * t->dims[2] * t->dims[3];
}

gboolean
hunch_upload_vector (HunchUpload *u, const HunchTensor *const *tensors, guint n_tensors, cl_mem *out, GError **error)
{
  const char *name = NULL;
  guint64 n = 0, at = 0;
  float *values;
  cl_int e;

  *out = NULL;
  for (guint i = 0; i < n_tensors; i++)
    if (tensors[i])
      {
        n += n_elements (tensors[i]);
        name = tensors[i]->name;
      }
  if (n == 0)
    return TRUE;
  values = g_new (float, n);
  for (guint i = 0; i < n_tensors; i++)
    if (tensors[i])
      {
        if (!read_vector (tensors[i], values + at, n_elements (tensors[i])))
          {
            g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_UNSUPPORTED, _ ("%s: tensor %s must be F32, F16 or BF16"),
                         hunch_gguf_path (u->file), tensors[i]->name);
            g_free (values);
            return FALSE;
          }
        at += n_elements (tensors[i]);
      }
  *out = hunch_device_buffer (u->dev, CL_MEM_READ_ONLY, n * sizeof (float), name, error);
  if (*out)
    {
      e = clEnqueueWriteBuffer (u->dev->queue, *out, CL_TRUE, 0, n * sizeof (float), values, 0, NULL, NULL);
      if (!hunch_device_check (u->dev, e, name, error))
        hunch_device_buffer_free (u->dev, out);
    }
  g_free (values);
  return *out != NULL;
}

/* Asks for large pages before the first write. A token reads all weights from end to end, and looking up small pages takes a quarter of
 * that time. Neighbours in memory, mostly other weights, get them too, for a large page seldom begins where a matrix does. */
static void
ask_for_huge_pages (const guint8 *data, gsize bytes)
{
#ifdef MADV_HUGEPAGE
  const gsize begin = (gsize) data / HUGE_PAGE * HUGE_PAGE;

  madvise ((void *) begin, hunch_round_up ((gsize) data + bytes, HUGE_PAGE) - begin, MADV_HUGEPAGE);
#endif
}

/* NULL with the error set when it fails. The queue is in order, so to take turns is no loss. */
static guint8 *
map (HunchUpload *u, const Job *job, GError **error)
{
  const HunchMatrix *m = job->out;
  guint8 *dst;
  cl_int e;

  g_mutex_lock (&u->calls);
  dst = clEnqueueMapBuffer (u->dev->queue, m->mem, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 0, m->planes.bytes, 0, NULL,
                            NULL, &e);
  g_mutex_unlock (&u->calls);
  return hunch_device_check (u->dev, e, job->src[0]->name, error) ? dst : NULL;
}

static void
unmap (HunchUpload *u, const Job *job, guint8 *dst, GError **error)
{
  cl_int e;

  g_mutex_lock (&u->calls);
  e = clEnqueueUnmapMemObject (u->dev->queue, job->out->mem, dst, 0, NULL, NULL);
  g_mutex_unlock (&u->calls);
  hunch_device_check (u->dev, e, job->src[0]->name, error);
}

static void
run_job (HunchUpload *u, const Job *job, GError **error)
{
  const HunchMatrix *m = job->out;
  const guint8 **rows = g_new (const guint8 *, m->n);
  guint64 r = 0;
  guint8 *dst;

  for (guint i = 0; i < job->n_src; i++)
    for (guint64 j = 0; j < job->src[i]->dims[1]; j++)
      rows[r++] = job->src[i]->data + job->src[i]->bytes / job->src[i]->dims[1] * j;

  dst = map (u, job, error);
  if (dst)
    {
      if (u->dev->info->caps.unified_memory)
        ask_for_huge_pages (dst, m->planes.bytes);
      hunch_layout_repack (m->type, rows, m->n, m->k, 0, hunch_div_up (m->n, HUNCH_GROUP), &m->planes, dst);
      unmap (u, job, dst, error);
    }
  for (guint i = 0; i < job->n_src; i++)
    hunch_gguf_drop_pages (u->file, job->src[i]);
  g_free (rows);
}

static gboolean
stopped (HunchUpload *u)
{
  gboolean stop = u->cancelled && g_atomic_int_get (u->cancelled);

  g_mutex_lock (&u->lock);
  stop |= u->error != NULL;
  g_mutex_unlock (&u->lock);
  return stop;
}

static gpointer
worker (gpointer data)
{
  HunchUpload *u = data;
  guint i;

  while ((i = g_atomic_int_add (&u->next, 1)) < u->jobs->len && !stopped (u))
    {
      const Job *job = &g_array_index (u->jobs, Job, i);
      GError *error = NULL;

      run_job (u, job, &error);
      g_mutex_lock (&u->lock);
      u->bytes_done += job->out->planes.bytes;
      u->n_done++;
      if (u->error == NULL)
        u->error = g_steal_pointer (&error);
      if (u->progress && u->error == NULL)
        u->progress ((double) u->bytes_done / u->bytes_all, u->user_data);
      g_mutex_unlock (&u->lock);
      g_clear_error (&error);
    }
  return NULL;
}

static gint
larger_first (gconstpointer a, gconstpointer b)
{
  const guint64 x = ((const Job *) a)->out->planes.bytes, y = ((const Job *) b)->out->planes.bytes;

  return x < y ? 1 : x > y ? -1 : 0;
}

gboolean
hunch_upload_run (HunchUpload *u, HunchUploadProgress progress, gpointer user_data, const volatile gint *cancelled,
                  GError **error)
{
  const guint n_threads = CLAMP (g_get_num_processors (), 1, MAX_THREADS);
  GThread *threads[MAX_THREADS];
  gboolean ok;

  g_array_sort (u->jobs, larger_first);
  u->progress = progress;
  u->user_data = user_data;
  u->cancelled = cancelled;
  u->next = u->n_done = 0;
  u->bytes_done = 0;
  for (guint i = 1; i < n_threads; i++)
    threads[i] = g_thread_new ("hunch-upload", worker, u);
  worker (u);
  for (guint i = 1; i < n_threads; i++)
    g_thread_join (threads[i]);

  if (u->error == NULL && (guint) u->n_done < u->jobs->len)
    g_set_error (&u->error, HUNCH_ERROR, HUNCH_ERROR_FAILED, _ ("Loading %s was cancelled"), hunch_gguf_path (u->file));
  if (u->error == NULL)
    hunch_device_check (u->dev, clFinish (u->dev->queue), "clFinish", &u->error);
  ok = u->error == NULL;
  if (!ok)
    g_propagate_error (error, g_steal_pointer (&u->error));
  return ok;
}
