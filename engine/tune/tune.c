/* tune.c: one setting after the other, each measured by the forward pass itself.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/tune/tune.h"

#include "engine/base/hunch-error.h"
#include "engine/base/i18n.h"
#include "engine/layer/forward-measure.h"
#include "engine/op/op-dot.h"
#include "engine/op/op-gemm.h"

#include <stdlib.h>

#define ROUNDS    5   /* of each comparison that count; before them is one that may meet kernels that are not built */
#define MARGIN    .97 /* what takes longer than this share is not worth a change */
#define HOPELESS  1.5 /* what takes so much longer in one round is not tried again */
#define NEAR      2   /* a GEMM that takes less than this share of time may win with other parameters */
#define N_READ    128 /* tokens */
#define N_WRITE   16
#define N_BEFORE  64 /* tokens that writing has before it */
#define LEAST     16 /* tokens of the smallest batch that a GEMM is tried with */
#define MAX_STEPS 24 /* about as many as there are, for the progress */

/* What is run, and what of it counts. */
typedef struct
{
  guint n_prompt, n_predict;
  gboolean count_prompt;
  const char *phase;
} Work;

typedef struct
{
  HunchForward *f;
  HunchKv *kv;
  guint most;                  /* tokens in a batch */
  Work reading, writing, both; /* no more than fits */
  gint64 begin, end;
  const volatile gint *cancelled;
  HunchTuneProgress progress;
  gpointer user_data;
  guint n_steps;
  gboolean stopped; /* time is over, or it was given up */
  HunchTuning best;
  GArray *rows;
} Tune;

static gboolean
given_up (const Tune *t)
{
  return t->cancelled != NULL && g_atomic_int_get (t->cancelled) != 0;
}

/* Asked before each step. */
static gboolean
goes_on (Tune *t)
{
  const gint64 now = g_get_monotonic_time ();
  const double time = (double) (now - t->begin) / MAX (t->end - t->begin, 1), done = (double) t->n_steps / MAX_STEPS;

  t->stopped = t->stopped || now >= t->end || given_up (t);
  t->n_steps++;
  if (t->progress)
    t->progress (MIN (MAX (time, done), 1), t->user_data);
  return !t->stopped;
}

static gboolean
run (Tune *t, const HunchTuning *tuning, const Work *w, double *seconds, GError **error)
{
  double prefill, decode;

  if (!hunch_forward_retune (t->f, tuning, t->cancelled, error)
      || !hunch_forward_time (t->f, t->kv, w->n_prompt, w->n_predict, t->cancelled, &prefill, &decode, error))
    return FALSE;
  *seconds = (w->count_prompt ? prefill : 0) + decode;
  return TRUE;
}

static int
by_size (gconstpointer a, gconstpointer b)
{
  const double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* Two in turns. *seconds: the least of a. *ratio: b to a; by the least of each and by the median of the rounds, whichever speaks more for a, since
 * others use the machine too. */
static gboolean
compare (Tune *t, const HunchTuning *a, const HunchTuning *b, const Work *w, double *seconds, double *ratio,
         GError **error)
{
  double ratios[ROUNDS], cold, least[2] = { G_MAXDOUBLE, G_MAXDOUBLE };
  guint n = 0;

  if (!run (t, a, w, &cold, error) || !run (t, b, w, &cold, error))
    return FALSE;
  do
    {
      double one[2];

      if (!run (t, a, w, &one[0], error) || !run (t, b, w, &one[1], error))
        return FALSE;
      for (guint i = 0; i < 2; i++)
        least[i] = MIN (least[i], one[i]);
      ratios[n++] = one[1] / one[0];
    }
  while (n < ROUNDS && ratios[n - 1] < HOPELESS);
  qsort (ratios, n, sizeof *ratios, by_size);
  *seconds = least[0];
  *ratio = MAX (ratios[n / 2], least[1] / least[0]);
  return TRUE;
}

static guint
counted (const Work *w)
{
  return (w->count_prompt ? w->n_prompt : 0) + w->n_predict;
}

/* seconds: before; gain: how many times faster it is now. */
static void
add_row (Tune *t, HunchTuneSetting setting, const char *value, const Work *w, double seconds, double gain)
{
  const HunchTuneRow row = { .name = hunch_tune_setting_name (setting),
                             .value = g_strdup (value),
                             .phase = w->phase,
                             .before = counted (w) / seconds,
                             .after = counted (w) / seconds * gain };

  g_array_append_val (t->rows, row);
}

/* Takes the fastest of some values, none of them the present one. name: of a value, or NULL for its number. */
static gboolean
tune_values (Tune *t, HunchTuneSetting setting, const GArray *values, const char *(*name) (guint), const Work *w,
             GError **error)
{
  double before = 0, gain = 1;
  g_autofree char *number = NULL;
  guint value;

  for (guint i = 0; i < values->len && goes_on (t); i++)
    {
      HunchTuning other = t->best;
      double seconds, ratio;

      *hunch_tune_setting (&other, setting) = g_array_index (values, guint, i);
      if (!compare (t, &t->best, &other, w, &seconds, &ratio, error))
        return FALSE;
      before = before > 0 ? before : seconds;
      if (ratio < MARGIN)
        {
          t->best = other;
          gain /= ratio;
        }
    }
  if (before == 0)
    return TRUE;
  value = *hunch_tune_setting (&t->best, setting);
  number = g_strdup_printf ("%u", value);
  add_row (t, setting, name ? name (value) : number, w, before, gain);
  return TRUE;
}

static gboolean
tune_numbers (Tune *t, HunchTuneSetting setting, const guint *numbers, guint n, const Work *w, GError **error)
{
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < n; i++)
    if (numbers[i] != *hunch_tune_setting (&t->best, setting))
      g_array_append_val (values, numbers[i]);
  return tune_values (t, setting, values, NULL, w, error);
}

static const char *
dot_with (Tune *t, guint choice)
{
  HunchDevice *dev = hunch_forward_device (t->f);
  HunchTuning other = t->best;

  other.dot = choice;
  hunch_tuning_set (dev, &other);
  return hunch_dot_probe (dev);
}

static gboolean
tune_dot (Tune *t, GError **error)
{
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (guint));
  const char *now = dot_with (t, t->best.dot);

  for (guint i = 1; hunch_dot_choice (i) != NULL; i++)
    if (hunch_dot_choice_works (hunch_forward_device (t->f), i) && dot_with (t, i) != now)
      g_array_append_val (values, i);
  return tune_values (t, HUNCH_TUNE_DOT, values, hunch_dot_choice, &t->both, error);
}

/* The smallest batch, by halves of the largest, from which on a GEMM is faster. *seconds, *ratio: of the largest, as compare gives them; *seconds stays
 * when there was no time. */
static gboolean
search_gemm (Tune *t, double *seconds, double *ratio, GError **error)
{
  HunchTuning never = t->best, from = t->best;
  guint found = G_MAXUINT;
  Work w = t->reading;

  never.gemm_min_tokens = G_MAXUINT;
  for (guint n = t->most; n >= LEAST && goes_on (t); n /= 2)
    {
      double s, r;

      w.n_prompt = from.gemm_min_tokens = n;
      if (!compare (t, &never, &from, &w, &s, &r, error))
        return FALSE;
      if (n == t->most)
        *seconds = s, *ratio = r;
      if (r >= MARGIN)
        break;
      found = n;
    }
  if (*seconds > 0)
    t->best.gemm_min_tokens = found;
  return TRUE;
}

static Work
whole_batch (const Tune *t)
{
  Work w = t->reading;

  w.n_prompt = t->most;
  return w;
}

/* CLBlast cannot be given its own parameters back, so they come first, and the others one after the other. seconds: with its own. */
static gboolean
tune_gemm_params (Tune *t, double seconds, GError **error)
{
  const Work w = whole_batch (t);
  HunchTuning other = t->best;
  double best = seconds;

  other.gemm_min_tokens = t->most;
  for (guint set = 1; hunch_op_gemm_params_name (set) != NULL && goes_on (t); set++)
    {
      double least = G_MAXDOUBLE, one;

      other.gemm_params = set;
      for (guint i = 0; i <= ROUNDS; i++)
        {
          if (!run (t, &other, &w, &one, error))
            return FALSE;
          least = i > 0 ? MIN (least, one) : least;
        }
      if (least < MARGIN * best)
        {
          best = least;
          t->best.gemm_params = set;
        }
    }
  add_row (t, HUNCH_TUNE_GEMM_PARAMS, hunch_op_gemm_params_name (t->best.gemm_params), &w, seconds, seconds / best);
  return TRUE;
}

/* CLBlast's parameters are looked at where they may decide: each set takes it many seconds to build. */
static gboolean
tune_gemm (Tune *t, GError **error)
{
  const Work w = whole_batch (t);
  double seconds = 0, ratio = 1;
  g_autofree char *value = NULL;

  if (!search_gemm (t, &seconds, &ratio, error))
    return FALSE;
  if (seconds == 0)
    return TRUE;
  if (ratio < NEAR && hunch_op_gemm_params_name (1) != NULL && !t->stopped)
    {
      t->best.gemm_params = 0;
      if (!tune_gemm_params (t, seconds * ratio, error)
          || (t->best.gemm_params > 0 && !search_gemm (t, &seconds, &ratio, error)))
        return FALSE;
    }
  value = t->best.gemm_min_tokens < G_MAXUINT ? g_strdup_printf ("%u", t->best.gemm_min_tokens) : g_strdup ("never");
  add_row (t, HUNCH_TUNE_GEMM_MIN_TOKENS, value, &w, seconds, MAX (1 / ratio, 1));
  return TRUE;
}

/* What only matters where a CPU may do all of a token in one launch, and where it does not. */
static gboolean
tune_decode (Tune *t, GError **error)
{
  static const guint launches[] = { 0, 1 }, chunks[] = { 2, 4, 8, 16, 32 }, groups[] = { 1, 2, 3, 4, 8 };

  if (!(hunch_forward_device (t->f)->info->caps.type & CL_DEVICE_TYPE_CPU))
    return TRUE;
  if (!tune_numbers (t, HUNCH_TUNE_DECODE_LAUNCHES, launches, G_N_ELEMENTS (launches), &t->writing, error))
    return FALSE;
  return t->best.decode_launches
             ? tune_numbers (t, HUNCH_TUNE_MATVEC_GROUPS, groups, G_N_ELEMENTS (groups), &t->writing, error)
             : tune_numbers (t, HUNCH_TUNE_DECODE_CHUNKS, chunks, G_N_ELEMENTS (chunks), &t->writing, error);
}

/* In batches that no GEMM takes. */
static gboolean
tune_tile (Tune *t, GError **error)
{
  static const guint tiles[] = { 4, 8, 12, 16 };

  return t->reading.n_prompt < tiles[0]
         || tune_numbers (t, HUNCH_TUNE_MATMUL_TILE, tiles, G_N_ELEMENTS (tiles), &t->reading, error);
}

/* In the order of what is gained. */
static gboolean
tune_all (Tune *t, GError **error)
{
  return tune_dot (t, error) && tune_decode (t, error) && tune_tile (t, error) && tune_gemm (t, error);
}

static void
row_clear (gpointer data)
{
  g_free (((HunchTuneRow *) data)->value);
}

gboolean
hunch_tune (HunchForward *f, HunchKv *kv, guint most, guint seconds, const volatile gint *cancelled,
            HunchTuneProgress progress, gpointer user_data, HunchTuneResult *result, GError **error)
{
  const gint64 now = g_get_monotonic_time ();
  const HunchTuning before = *hunch_tuning (hunch_forward_device (f));
  g_autoptr (GError) why = NULL;
  Tune t = { .f = f,
             .kv = kv,
             .most = most,
             .reading = { MIN (N_READ, most), 0, TRUE, "reading" },
             .writing = { MIN (N_BEFORE, most / 2), MIN (N_WRITE, most / 4), FALSE, "writing" },
             .both = { MIN (N_READ, most / 2), MIN (N_WRITE, most / 4), TRUE, "both" },
             .begin = now,
             .end = now + (gint64) seconds * G_USEC_PER_SEC,
             .cancelled = cancelled,
             .progress = progress,
             .user_data = user_data,
             .best = before };
  gboolean ok;

  if (hunch_forward_kv_params (f, 0).exact)
    {
      g_set_error_literal (error, HUNCH_ERROR, HUNCH_ERROR_ARGUMENT,
                           _ ("What --exact computes is not for tuning: leave it out"));
      return FALSE;
    }
  t.rows = g_array_new (FALSE, FALSE, sizeof (HunchTuneRow));
  g_array_set_clear_func (t.rows, row_clear);
  ok = tune_all (&t, &why);
  t.stopped |= given_up (&t);
  ok = ok || given_up (&t); /* the step that was cut off does not count */
  *result = (HunchTuneResult){ !t.stopped, t.best, t.rows };
  if (ok && hunch_forward_retune (f, &t.best, NULL, error))
    return TRUE;
  if (!ok)
    g_propagate_error (error, g_steal_pointer (&why));
  hunch_tune_result_clear (result);
  hunch_forward_retune (f, &before, NULL, NULL);
  return FALSE;
}

void
hunch_tune_result_clear (HunchTuneResult *result)
{
  g_clear_pointer (&result->rows, g_array_unref);
}
