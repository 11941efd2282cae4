/* engine.h: a model on a device with a thread of its own; requests and answers are plain data, so that they could cross a process border.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Rules that a caller may rely on:
 * - Every token of prompt and answer takes a position of the context. A prompt of n_ctx tokens can be read (max_tokens 0), one of
 *   n_ctx - 1 can be followed by one token, and a longer one is refused with HUNCH_ERROR_CONTEXT_FULL, which says how many there are
 *   and how many may be. A text that reaches the end of the context ends there, with finish HUNCH_FINISH_CONTEXT.
 * - An empty prompt starts from the vocabulary's BOS, or from its EOS where it has no BOS.
 * - Equal requests with one seed give equal texts on a device, whether the prompt is in the cache or not. The last bits of logits, and so
 *   a draw or a choice between tokens that are all but equally likely, may still depend on what shared a step with the request, and on
 *   a cached beginning that was written as a text before, not read as a prompt; and, on devices that multiply few and many rows in different
 *   ways, on how many tokens of the prompt were read in one step.
 * - Errors tell of numbers, sizes and names of parameters; no text of a request is ever in one. */
#pragma once

#include <glib.h>
#include "engine/sampler/sampler.h"
#include "tokenizer/vocab.h"

typedef struct HunchEngine HunchEngine;

typedef struct
{
  const char *model_path;
  const char *device; /* as hunch_device_open */
  guint n_ctx;        /* 0: the model's, at most 8192 */
  guint n_seq;        /* sequences at once; 0: 8 */
  guint n_batch;      /* tokens in one step; 0: 512 */
  gboolean exact;     /* float32 activations and cache */
  gboolean profiled;  /* the device takes the time of each kernel, for measure.h; slower */
} HunchEngineOptions;

/* What loading is doing: "kernels" or "weights", 0 to 1. From any thread. */
typedef void (*HunchEngineProgress) (const char *stage, double fraction, gpointer user_data);

/* Blocks; call it off the main loop. cancelled: set non-zero by another thread; NULL for never. */
HunchEngine *hunch_engine_new (const HunchEngineOptions *options, HunchEngineProgress progress, gpointer user_data,
                               const volatile gint *cancelled, GError **error);
/* Cancels what runs, waits for the thread, frees the device's memory. Accepts NULL. */
void hunch_engine_free (HunchEngine *e);
/* The process ends: whatever threads still ask of devices is refused, so that engines in the making fail soon. */
void hunch_engine_leave (void);

typedef struct
{
  guint n_layer, n_embd, n_head, n_head_kv, n_ff, n_vocab, n_ctx, n_ctx_train;
  guint64 weight_bytes, kv_bytes; /* on the device */
  double load_ms;
  const char *arch, *name, *device, *path;
  gboolean exact, infill; /* infill: the vocabulary has the tokens for it */
} HunchEngineInfo;        /* strings belong to the engine */

void hunch_engine_info (HunchEngine *e, HunchEngineInfo *info);
HunchVocab *hunch_engine_vocab (HunchEngine *e); /* (transfer none) */
/* What was odd in the file, one line each; (transfer none). */
const char *const *hunch_engine_warnings (HunchEngine *e);

typedef enum
{
  HUNCH_FINISH_LENGTH,
  HUNCH_FINISH_STOP,
  HUNCH_FINISH_EOS,
  HUNCH_FINISH_CANCELLED,
  HUNCH_FINISH_CONTEXT
} HunchFinish;

#define HUNCH_SOFT_TIMES 4

typedef struct
{
  /* One of: ids; or text with suffix NULL; or text and suffix (infill, which also stops where it
   * would repeat the line that follows the cursor). Bytes as they are. */
  const gint32 *ids;
  guint n_ids;
  const char *text;
  gsize text_len;
  const char *suffix;
  gsize suffix_len;
  /* With suffix: name, text, name, text of other files, oldest first, NULL-terminated, and the name of the one that is filled in; either
   * may be NULL. Only for vocabularies that have a token between files. */
  const char *const *context;
  const char *file_name;
  gboolean parse_special;
  gboolean
      heal; /* the last word of text may be cut into other tokens than it is (spell.h): ids then begin with those that spell its end,
                    and max_tokens does not count them */
  guint max_tokens; /* 0: evaluates the prompt only */
  guint timeout_ms; /* 0: none; when it is over the answer is what is there, finish length */
  guint
      soft_timeout_ms; /* 0: none; counts from the first token. When it is over and there is some text, the line is written to its end, or as far as is come to in
                            HUNCH_SOFT_TIMES as much time; finish length */
  gboolean one_line;   /* stop at the first line break after some text */
  gboolean ignore_eos;
  HunchSamplerParams sampler;
  const char *const *stops; /* NULL-terminated, or NULL */
  guint n_top;              /* how many likely first tokens to report */
  guint n_likely;           /* not 0: how likely each token that came was is reported, and that many others */
  const char
      *given; /* not NULL: this text comes, in place of what the model would write; for n_likely. Limits do not count */
  gsize given_len;
  gboolean score; /* nothing is written: the prompt's own tokens are judged. max_tokens counts as 0 */
} HunchRequest;

typedef struct
{
  double prompt_ms, first_token_ms, predicted_ms; /* first_token_ms counts from submission */
  guint prompt_n, cached_n, predicted_n;          /* prompt_n includes cached_n, tokens that needed no evaluation */
} HunchTimings;

typedef struct
{
  GError *error;      /* NULL unless it failed */
  GArray *prompt_ids; /* gint32 */
  GArray *ids;        /* gint32, generated; an ending EOS is the last of them, though it adds nothing to the text */
  GString *text;      /* valid UTF-8, stop string removed */
  GArray *top;        /* HunchTokenP, for the first generated token */
  GArray *chosen;     /* HunchTokenP, with n_likely: ids with the probability of each */
  GArray *
      likely; /* HunchTokenP, with n_likely: the likeliest in the place of each, best first, one place after the other */
  GArray *likely_ends; /* guint: where those of each end */
  GArray *
      log_probs; /* float, with score: of each prompt id, the natural logarithm of its probability after those before it; 0 for the
                         first, which has none */
  HunchFinish finish;
  gboolean context_full;
  char *matched; /* the stop string, or NULL; "\n" when one_line ended it */
  char *note;    /* what was done otherwise than asked, for people; NULL: nothing */
  HunchTimings timings;
} HunchAnswer;

void hunch_answer_free (HunchAnswer *a); /* accepts NULL */

/* text (not NUL-terminated) may be empty; id is the token, or -1 for text that was held back until the end came. On the engine's
 * thread: be brief. It may submit and cancel, and not wait (hunch_engine_run) nor free. */
typedef void (*HunchTokenFunc) (gint32 id, const char *text, gsize len, gpointer user_data);
/* Exactly once for each request, on the engine's thread, after the last HunchTokenFunc; takes the answer (transfer full). */
typedef void (*HunchDoneFunc) (HunchAnswer *answer, gpointer user_data);

/* Copies the request and returns at once; a number that hunch_engine_cancel takes. Requests run side by side, batched. */
guint64 hunch_engine_submit (HunchEngine *e, const HunchRequest *request, HunchTokenFunc token, HunchDoneFunc done,
                             gpointer user_data);
/* Takes effect within one step; done still comes, with finish cancelled and what was made. Unknown numbers are ignored. */
void hunch_engine_cancel (HunchEngine *e, guint64 request);
/* What those are told who waited for an engine that is closed. (transfer full) */
GError *hunch_engine_gone_error (void);
/* Submit and wait. */
HunchAnswer *hunch_engine_run (HunchEngine *e, const HunchRequest *request);
