/* load.c: from a model file and a device's name to a running engine, and to its parts again after the device failed.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/checked.h"
#include "engine/base/hunch-error.h"
#include "engine/base/i18n.h"
#include "engine/layer/forward-measure.h"
#include "engine/session/parts.h"
#include "engine/session/prompt.h"
#include "engine/session/session-vocab.h"
#include "engine/session/vocab-file.h"

#define DEFAULT_CTX   8192
#define MAX_CTX       (1 << 20)
#define DEFAULT_SEQ   8
#define DEFAULT_BATCH 512
#define MAX_SEQ       256
#define MAX_BATCH     8192
#define IDLE_AFTER_MS 10000 /* nobody is typing */

#define MAX_STEP_SECONDS 1 /* of steps that are run only so that their kernels are compiled */

/* The cache has room for one full context, and for more sequences as far as this allows. */
#define KV_BYTES (G_GUINT64_CONSTANT (256) << 20)

typedef struct
{
  HunchParts parts;
  HunchDevice *device;
  char *path, *selector;           /* selector: NULL for the default device */
  char *arch, *name, *device_name; /* of parts.info */
  gboolean exact, profiled;
} Loaded;

/* Who wants to know how far loading is. */
typedef struct
{
  HunchEngineProgress func;
  gpointer user_data;
  double kernels; /* how far they are, where a stage of its own builds them */
  gboolean built; /* some were not in the cache */
} Progress;

static void
tell (const char *stage, double fraction, gpointer user_data)
{
  Progress *p = user_data;

  if (g_str_equal (stage, "kernels"))
    p->kernels = fraction;
  if (p->func)
    p->func (stage, fraction, p->user_data);
}

/* Some are needed before their stage: the device is asked whether it computes rightly. */
static void
building (const char *stem, gpointer user_data)
{
  Progress *p = user_data;

  p->built = TRUE;
  tell ("kernels", p->kernels, p);
}

static void
end_step (HunchParts *parts, gboolean success)
{
  hunch_device_end_step (((Loaded *) parts)->device, success);
}

/* One program at a time. */
static gboolean
idle (HunchParts *parts)
{
  Loaded *l = (Loaded *) parts;

  return l->device != NULL && hunch_device_settle (l->device, 1); /* NULL after a rebuild that failed */
}

static void
put_down (Loaded *l)
{
  g_clear_pointer (&l->parts.forward, hunch_forward_free);
  g_clear_pointer (&l->parts.kv, hunch_kv_free);
  g_clear_pointer (&l->device, hunch_device_unref);
}

static void
loaded_free (HunchParts *parts)
{
  Loaded *l = (Loaded *) parts;

  put_down (l);
  hunch_vocab_unref (parts->vocab);
  g_strfreev (parts->warnings);
  g_free (l->path);
  g_free (l->selector);
  g_free (l->arch);
  g_free (l->name);
  g_free (l->device_name);
  g_free (l);
}

/* Blocks for one context and a copy of its last block. */
static guint
context_blocks (guint n_ctx)
{
  return (guint) hunch_div_up (n_ctx, HUNCH_KV_BLOCK) + 1;
}

/* Decides how many blocks the cache has. A context that nobody asked for by number shrinks to what the device can hold. */
static void
fit_cache (Loaded *l, gboolean may_shrink)
{
  HunchParts *p = &l->parts;
  const HunchDeviceCaps *caps = &l->device->info->caps;
  HunchKvParams kv = hunch_forward_kv_params (p->forward, 0);
  guint64 side = (guint64) kv.n_head_kv * HUNCH_KV_BLOCK * hunch_round_up (kv.head_dim, 16) * (kv.exact ? 4 : 2);
  guint64 block = side * 2 * kv.n_layer;
  guint64 used = hunch_device_allocated (l->device);
  guint64 left = caps->global_mem > used ? caps->global_mem - used : 0;
  guint64 most = MIN (left / 4 * 3 / block, caps->max_alloc / side);        /* the driver needs some memory too */
  guint64 wanted = (guint64) context_blocks (p->n_ctx) * MAX (p->n_seq, 2); /* one sequence wants a past too */

  if (may_shrink && context_blocks (p->n_ctx) > most)
    p->n_ctx = (guint) MAX (most, 2) * HUNCH_KV_BLOCK - HUNCH_KV_BLOCK;
  wanted = MIN (wanted, MIN (KV_BYTES, left / 4) / block);
  p->n_blocks = (guint) MAX (MIN (wanted, most), context_blocks (p->n_ctx));
}

/* A driver may compile kernels a second time when they first run (PoCL does, for some sizes of work-groups), and keep that. What was built
 * anew runs before somebody's completion would wait for that, in steps of each number of tokens that other kernels are for: few tokens, tiles, a GEMM.
 * Each step runs twice, the second time to know whether this device is quick enough for the next. What fails here fails again where somebody hears
 * of it. */
static void
run_each_kernel (const HunchParts *p, const volatile gint *cancelled)
{
  static const guint n_tokens[] = { 1, 2, 16, 64 };
  double per_token = 0, prefill, decode;

  for (guint i = 0;
       i < G_N_ELEMENTS (n_tokens) && n_tokens[i] <= p->n_batch && n_tokens[i] * per_token < MAX_STEP_SECONDS; i++)
    {
      if (!hunch_forward_time (p->forward, p->kv, n_tokens[i], 1, cancelled, &prefill, &decode, NULL)
          || !hunch_forward_time (p->forward, p->kv, n_tokens[i], 0, cancelled, &prefill, &decode, NULL))
        break;
      per_token = prefill / n_tokens[i];
    }
}

/* Everything that lives on the device. */
static gboolean
bring_up (Loaded *l, const HunchModelFile *m, Progress *progress, gboolean may_shrink, const volatile gint *cancelled,
          GError **error)
{
  HunchParts *p = &l->parts;
  const HunchDeviceOptions options = { .profiled = l->profiled, .building = building, .user_data = progress };
  HunchForwardParams params = { .n_batch = p->n_batch, .n_rows = p->n_seq, .n_ctx = p->n_ctx, .exact = l->exact };
  HunchKvParams kv;

  l->device = hunch_device_open_with (l->selector, &options, error);
  if (l->device == NULL)
    return FALSE;
  p->forward = hunch_forward_new (l->device, m, &params, tell, progress, cancelled, error);
  hunch_device_set_build_progress (l->device, NULL, NULL);
  if (p->forward)
    {
      if (p->n_blocks == 0)
        fit_cache (l, may_shrink);
      kv = hunch_forward_kv_params (p->forward, p->n_blocks);
      p->kv = hunch_kv_new (l->device, &kv, error);
    }
  if (p->kv == NULL)
    {
      hunch_device_end_step (l->device, FALSE);
      put_down (l);
    }
  else if (progress->built)
    run_each_kernel (p, cancelled);
  return p->kv != NULL;
}

static gboolean
rebuild (HunchParts *parts, const volatile gint *cancelled, GError **error)
{
  Loaded *l = (Loaded *) parts;
  Progress nobody = { NULL };
  HunchModelFile *m;
  const char *why;
  gboolean ok;

  if (!hunch_device_healthy (l->device, &why))
    {
      g_set_error_literal (error, HUNCH_ERROR, HUNCH_ERROR_DEVICE, why);
      put_down (l);
      return FALSE;
    }
  put_down (l);
  m = hunch_model_file_open (l->path, error);
  if (m == NULL)
    return FALSE;
  ok = bring_up (l, m, &nobody, FALSE, cancelled, error);
  hunch_model_file_free (m);
  return ok;
}

static gboolean
take_options (Loaded *l, const HunchEngineOptions *o, const HunchHparams *hp, GPtrArray *warnings, GError **error)
{
  HunchParts *p = &l->parts;
  guint most = hp->n_ctx_train ? hp->n_ctx_train : MAX_CTX; /* 0: the file does not say */

  if (o->n_seq > MAX_SEQ || o->n_batch > MAX_BATCH)
    {
      g_set_error (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT,
                   _ ("At most %d sequences at once, and %d tokens in a step"), MAX_SEQ, MAX_BATCH);
      return FALSE;
    }
  l->path = g_strdup (o->model_path);
  l->selector = g_strdup (o->device);
  l->exact = o->exact;
  l->profiled = o->profiled;
  p->n_ctx = MIN (o->n_ctx ? o->n_ctx : DEFAULT_CTX, most);
  if (o->n_ctx > most)
    g_ptr_array_add (warnings,
                     g_strdup_printf (_ ("The model's context has %u tokens; %u cannot be had"), most, o->n_ctx));
  p->n_seq = o->n_seq ? o->n_seq : DEFAULT_SEQ;
  p->n_batch = MAX (o->n_batch ? o->n_batch : DEFAULT_BATCH, p->n_seq);
  return TRUE;
}

static void
fill_info (Loaded *l, const HunchHparams *hp)
{
  HunchParts *p = &l->parts;

  l->arch = g_strdup (hp->arch);
  l->name = g_strdup (hp->name);
  l->device_name = g_strdup (l->device->info->name);
  p->info = (HunchEngineInfo){
    .n_layer = hp->n_layer,
    .n_embd = hp->n_embd,
    .n_head = hp->n_head,
    .n_head_kv = hp->n_head_kv,
    .n_ff = hp->n_ff,
    .n_vocab = p->n_vocab,
    .n_ctx = p->n_ctx,
    .n_ctx_train = hp->n_ctx_train,
    .weight_bytes = hunch_forward_weight_bytes (p->forward),
    .kv_bytes = hunch_kv_bytes (p->kv),
    .arch = l->arch,
    .name = l->name,
    .device = l->device_name,
    .path = l->path,
    .exact = l->exact,
    .infill = hunch_prompt_can_infill (p->vocab),
  };
}

static void
add_warnings (GPtrArray *to, const char *const *from)
{
  for (guint i = 0; from && from[i]; i++)
    g_ptr_array_add (to, g_strdup (from[i]));
}

/* A file has its vocabulary in itself, a folder beside it. */
static HunchVocab *
open_vocab (const Loaded *l, const HunchModelFile *m, GError **error)
{
  if (g_file_test (l->path, G_FILE_TEST_IS_DIR))
    return hunch_vocab_open (l->path, error);
  return hunch_vocab_from_gguf (m->gguf, error);
}

static gboolean
load (Loaded *l, const HunchModelFile *m, const HunchEngineOptions *o, Progress *progress,
      const volatile gint *cancelled, GError **error)
{
  HunchParts *p = &l->parts;
  GPtrArray *warnings = g_ptr_array_new ();
  gboolean ok;

  ok = take_options (l, o, &m->hp, warnings, error) && (p->vocab = open_vocab (l, m, error)) != NULL
       && bring_up (l, m, progress, o->n_ctx == 0, cancelled, error);
  if (ok)
    {
      p->n_logits = m->hp.n_vocab;
      p->n_vocab = MIN (m->hp.n_vocab, hunch_vocab_size (p->vocab));
      fill_info (l, &m->hp);
      for (guint i = 0; i < m->warnings->len; i++)
        g_ptr_array_add (warnings, g_strdup (m->warnings->pdata[i]));
      add_warnings (warnings, hunch_vocab_warnings (p->vocab));
    }
  g_ptr_array_add (warnings, NULL);
  p->warnings = (GStrv) g_ptr_array_free (warnings, FALSE);
  return ok;
}

void
hunch_engine_leave (void)
{
  hunch_process_leave ();
}

HunchEngine *
hunch_engine_new (const HunchEngineOptions *options, HunchEngineProgress progress, gpointer user_data,
                  const volatile gint *cancelled, GError **error)
{
  Progress p = { progress, user_data };
  gint64 start = g_get_monotonic_time ();
  HunchModelFile *m = hunch_model_file_open (options->model_path, error);
  Loaded *l;
  gboolean ok;

  if (m == NULL)
    return NULL;
  l = g_new0 (Loaded, 1);
  l->parts.free = loaded_free;
  l->parts.rebuild = rebuild;
  l->parts.end_step = end_step;
  l->parts.idle = idle;
  l->parts.idle_after_ms = IDLE_AFTER_MS;
  ok = load (l, m, options, &p, cancelled, error);
  hunch_model_file_free (m);
  l->parts.info.load_ms = (double) (g_get_monotonic_time () - start) / 1000;
  if (ok)
    return hunch_engine_start (&l->parts);
  loaded_free (&l->parts);
  return NULL;
}
