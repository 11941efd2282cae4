/* test-tap.c: the named points of the forward pass: they change nothing by being read, and their numbers hang together.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * tests/golden/trace-tiny.json holds what transformers sees in the same models. */
#include "config.h"

#include "engine/layer/probe.h"
#include "engine/layer/tap.h"

#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

#define N          21 /* more than a block of the cache */
#define MAX_LAYERS 8

/* Float32 sums of the same numbers in another order; scores and values go through halves of the cache where it is not exact. */
#define TOLERANCE 2e-5

static HunchDevice *dev;
static JsonParser *golden;

typedef struct
{
  HunchModelFile *file;
  HunchForward *forward;
  HunchKv *kv;
  const HunchHparams *hp;
  gint seq;
  float *seen[HUNCH_N_TAPS][MAX_LAYERS]; /* what was read, all rows */
  HunchTap tap[HUNCH_N_TAPS][MAX_LAYERS];
  guint n_taken;
  /* What the next run does. */
  guint first, n;            /* rows that are wanted; n 0: all */
  HunchTapPoint write_point; /* at which */
  guint write_layer;
  const float *write; /* these numbers are put in; NULL: none */
} Rig;

static gboolean
wants (HunchTap *tap, gpointer data)
{
  const Rig *r = data;

  if (r->n > 0 && tap->point < HUNCH_TAP_FINAL_NORM)
    {
      tap->first_row = r->first;
      tap->n_rows = r->n;
    }
  return TRUE;
}

static gboolean
take (const HunchTap *tap, float *values, gpointer data)
{
  Rig *r = data;
  const gsize n = (gsize) tap->n_rows * tap->n_heads * tap->width;
  const gboolean write = r->write && tap->point == r->write_point && tap->layer == r->write_layer;

  if (write)
    memcpy (values, r->write, n * sizeof *values);
  g_free (r->seen[tap->point][tap->layer]);
  r->seen[tap->point][tap->layer] = g_memdup2 (values, n * sizeof *values);
  r->tap[tap->point][tap->layer] = *tap;
  r->n_taken++;
  return write;
}

static void
rig_open (Rig *r, const char *name, gboolean exact)
{
  const gboolean folder = !g_str_has_suffix (name, ".gguf");
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "fixtures", folder ? "hf" : "models", name, NULL);
  const HunchForwardParams params = { .n_batch = 64, .n_rows = 2, .n_ctx = 256, .exact = exact };
  HunchKvParams kv;
  GError *error = NULL;

  memset (r, 0, sizeof *r);
  r->file = hunch_model_file_open (path, &error);
  g_assert_no_error (error);
  r->forward = hunch_forward_new (dev, r->file, &params, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  kv = hunch_forward_kv_params (r->forward, 16);
  r->kv = hunch_kv_new (dev, &kv, &error);
  g_assert_no_error (error);
  r->hp = hunch_forward_hparams (r->forward);
  g_assert_cmpuint (r->hp->n_layer, <=, MAX_LAYERS);
}

static void
rig_close (Rig *r)
{
  for (guint p = 0; p < HUNCH_N_TAPS; p++)
    for (guint l = 0; l < MAX_LAYERS; l++)
      g_free (r->seen[p][l]);
  hunch_kv_free (r->kv);
  hunch_forward_free (r->forward);
  hunch_model_file_free (r->file);
}

/* Runs tokens in a sequence of their own. first_layer: as in HunchTaps. (transfer full) */
static float *
rig_run_ids (Rig *r, const gint32 *ids, guint n, gboolean taps, guint first_layer)
{
  const HunchTaps t = { wants, take, r, first_layer };
  float *logits = g_new (float, r->hp->n_vocab);
  gint32 positions[N], seqs[N], last = n - 1;
  const HunchBatch batch = { n, ids, positions, seqs, 1, &last };
  GError *error = NULL;

  r->seq = hunch_kv_seq_new (r->kv);
  for (guint i = 0; i < n; i++)
    {
      positions[i] = i;
      seqs[i] = r->seq;
    }
  hunch_forward_set_taps (r->forward, taps ? &t : NULL, &error);
  g_assert_no_error (error);
  hunch_kv_seq_append (r->kv, r->seq, ids, n, &error);
  g_assert_no_error (error);
  hunch_forward_run (r->forward, r->kv, &batch, logits, &error);
  g_assert_no_error (error);
  hunch_kv_seq_free (r->kv, r->seq);
  return logits;
}

static float *
rig_run (Rig *r, gboolean taps, guint first_layer)
{
  gint32 ids[N];

  for (guint i = 0; i < N; i++)
    ids[i] = (i * 37 + 11) % r->hp->n_vocab;
  return rig_run_ids (r, ids, N, taps, first_layer);
}

static void
same (const char *what, const float *a, const float *b, gsize n, double tolerance)
{
  for (gsize i = 0; i < n; i++)
    if (!(fabs ((double) a[i] - b[i]) <= tolerance * (1 + fabs (b[i]))))
      g_error ("%s: number %zu is %g, not %g", what, i, a[i], b[i]);
}

/* a + b = sum, over all rows. */
static void
adds_up (const Rig *r, const float *a, const float *b, const float *sum)
{
  const gsize n = (gsize) N * r->hp->n_embd;
  g_autofree float *got = g_new (float, n);

  for (gsize i = 0; i < n; i++)
    got[i] = a[i] + b[i];
  same ("sum", got, sum, n, TOLERANCE);
}

/* attn_out = scores V, and each row of scores is a distribution over what is visible. */
static void
check_attention (Rig *r, guint layer, double tolerance)
{
  const guint n_head = r->hp->n_head, dim = r->hp->head_dim, group = n_head / r->hp->n_head_kv;
  const float *p = r->seen[HUNCH_TAP_SCORES][layer], *v = r->seen[HUNCH_TAP_V][layer];
  g_autofree float *want = g_new0 (float, (gsize) N *n_head *dim);

  g_assert_cmpuint (r->tap[HUNCH_TAP_SCORES][layer].width, ==, N);
  for (guint t = 0; t < N; t++)
    for (guint h = 0; h < n_head; h++)
      {
        const float *row = p + ((gsize) t * n_head + h) * N;
        double sum = 0;

        for (guint j = 0; j < N; j++)
          {
            sum += row[j];
            g_assert_true (row[j] >= 0 && (j <= t || row[j] == 0));
            for (guint d = 0; d < dim; d++)
              want[((gsize) t * n_head + h) * dim + d]
                  += row[j] * v[((gsize) j * r->hp->n_head_kv + h / group) * dim + d];
          }
        g_assert_cmpfloat (fabs (sum - 1), <, 1e-5);
      }
  same ("attn_out", r->seen[HUNCH_TAP_ATTN_OUT][layer], want, (gsize) N * n_head * dim, tolerance);
}

static void
test_points (gconstpointer name)
{
  Rig r;

  for (guint exact = 0; exact < 2; exact++)
    {
      g_autofree float *plain = NULL, *tapped = NULL, *again = NULL, *lens = NULL;
      GError *error = NULL;

      rig_open (&r, name, exact);
      plain = rig_run (&r, FALSE, 0);
      tapped = rig_run (&r, TRUE, 0);
      again = rig_run (&r, FALSE, 0);
      g_assert_cmpuint (r.n_taken, ==, 3 + (HUNCH_N_TAPS - 3) * r.hp->n_layer);
      same ("logits with taps", tapped, plain, r.hp->n_vocab, exact ? TOLERANCE : 0.02);
      g_assert_cmpmem (again, r.hp->n_vocab * sizeof (float), plain, r.hp->n_vocab * sizeof (float));
      for (guint l = 0; l < r.hp->n_layer; l++)
        {
          const float *before = l > 0 ? r.seen[HUNCH_TAP_RESID][l - 1] : r.seen[HUNCH_TAP_EMBD][0];

          adds_up (&r, before, r.seen[HUNCH_TAP_ATTN_PROJ][l], r.seen[HUNCH_TAP_RESID_MID][l]);
          adds_up (&r, r.seen[HUNCH_TAP_RESID_MID][l], r.seen[HUNCH_TAP_FFN_OUT][l], r.seen[HUNCH_TAP_RESID][l]);
          check_attention (&r, l, TOLERANCE);
        }
      same ("logits", r.seen[HUNCH_TAP_LOGITS][0], tapped, r.hp->n_vocab, 0);
      lens = g_new (float, r.hp->n_vocab);
      hunch_forward_lens (r.forward, 1, r.seen[HUNCH_TAP_RESID][r.hp->n_layer - 1] + (gsize) (N - 1) * r.hp->n_embd,
                          lens, &error);
      g_assert_no_error (error);
      same ("lens after the last layer", lens, tapped, r.hp->n_vocab, exact ? TOLERANCE : 0.02);
      rig_close (&r);
    }
}

/* Some rows are those of all rows. */
static void
test_rows (gconstpointer name)
{
  g_autofree float *all = NULL, *some = NULL;
  float *kept[HUNCH_TAP_FINAL_NORM];
  Rig r;

  rig_open (&r, name, TRUE);
  all = rig_run (&r, TRUE, 0);
  for (guint p = 0; p < HUNCH_TAP_FINAL_NORM; p++)
    kept[p] = g_steal_pointer (&r.seen[p][0]);
  r.first = 17;
  r.n = 3;
  some = rig_run (&r, TRUE, 0);
  for (guint p = 0; p < HUNCH_TAP_FINAL_NORM; p++)
    {
      const HunchTap *t = &r.tap[p][0];
      const gsize row = (gsize) t->n_heads * t->width;

      g_assert_cmpuint (t->n_rows, ==, 3);
      same (hunch_tap_name (p), r.seen[p][0], kept[p] + 17 * row, 3 * row, 0);
      g_free (kept[p]);
    }
  rig_close (&r);
}

/* What is put in at a point is gone on with; a run can begin at a layer. */
static void
test_write (gconstpointer name)
{
  g_autofree float *plain = NULL, *late = NULL, *zeroed = NULL, *stream = NULL, *zeros = NULL;
  guint last;
  gsize n;
  Rig r;

  rig_open (&r, name, TRUE);
  last = r.hp->n_layer - 1;
  n = (gsize) N * r.hp->n_embd;
  plain = rig_run (&r, TRUE, 0);

  stream = g_memdup2 (r.seen[HUNCH_TAP_RESID][0], n * sizeof (float));
  r.write_point = HUNCH_TAP_EMBD;
  r.write = stream;
  late = rig_run (&r, TRUE, 1);
  same ("a run from layer 1 on", late, plain, r.hp->n_vocab, TOLERANCE);

  zeros = g_new0 (float, n);
  r.write_point = HUNCH_TAP_FFN_OUT;
  r.write_layer = last;
  r.write = zeros;
  zeroed = rig_run (&r, TRUE, 0);
  same ("a layer without feed-forward", r.seen[HUNCH_TAP_RESID][last], r.seen[HUNCH_TAP_RESID_MID][last], n, 0);
  g_assert_cmpfloat (fabsf (zeroed[0] - plain[0]), >, 0);
  rig_close (&r);
}

/* One map alone is the map of the forward pass, and a row of the head gives its logit. */
static void
test_probe (gconstpointer name)
{
  const gint32 id = 7;
  g_autofree float *logits = NULL, *out = NULL, *row = NULL, *bias = NULL;
  const float *normed;
  double dot = 0;
  gboolean there;
  guint last;
  GError *error = NULL;
  Rig r;

  rig_open (&r, name, TRUE);
  last = r.hp->n_layer - 1;
  logits = rig_run (&r, TRUE, 0);
  out = g_new (float, (gsize) N *r.hp->n_embd);
  row = g_new (float, r.hp->n_embd);
  bias = g_new0 (float, r.hp->n_embd);
  hunch_forward_map (r.forward, HUNCH_MAP_DOWN, last, N, r.seen[HUNCH_TAP_FFN_KEYS][last], out, &error);
  g_assert_no_error (error);
  hunch_forward_vector (r.forward, HUNCH_VECTOR_FFN_POST_NORM, last, &there, bias, &error);
  g_assert_no_error (error);
  if (!there)
    {
      memset (bias, 0, r.hp->n_embd * sizeof *bias);
      hunch_forward_vector (r.forward, HUNCH_VECTOR_DOWN_BIAS, last, &there, bias, &error);
      g_assert_no_error (error);
      for (gsize i = 0; i < (gsize) N * r.hp->n_embd; i++)
        out[i] += bias[i % r.hp->n_embd];
      same ("down", out, r.seen[HUNCH_TAP_FFN_OUT][last], (gsize) N * r.hp->n_embd, TOLERANCE);
    }
  hunch_forward_head_row (r.forward, id, row, &error);
  g_assert_no_error (error);
  normed = r.seen[HUNCH_TAP_FINAL_NORM][0];
  for (guint i = 0; i < r.hp->n_embd; i++)
    dot += (double) row[i] * normed[i];
  if (r.hp->logit_softcap == 0)
    g_assert_cmpfloat (fabs (dot - logits[id]), <, TOLERANCE * (1 + fabs (dot)));
  rig_close (&r);
}

static float *
floats (JsonArray *a)
{
  float *x = g_new (float, json_array_get_length (a));

  for (guint i = 0; i < json_array_get_length (a); i++)
    x[i] = (float) json_array_get_double_element (a, i);
  return x;
}

/* The residual stream before and after each layer, and all attention, as transformers has them (tests/oracle/trace.py). */
static void
test_golden (gconstpointer data)
{
  JsonObject *o = (JsonObject *) data;
  JsonArray *ids_json = json_object_get_array_member (o, "ids"), *resid = json_object_get_array_member (o, "resid"),
            *scores = json_object_get_array_member (o, "scores");
  const guint n = json_array_get_length (ids_json);
  g_autofree gint32 *ids = g_new (gint32, n);
  g_autofree float *logits = NULL;
  Rig r;

  rig_open (&r, json_object_get_string_member (o, "model"), TRUE);
  g_assert_cmpuint (json_array_get_length (resid), ==, r.hp->n_layer + 1);
  for (guint i = 0; i < n; i++)
    ids[i] = (gint32) json_array_get_int_element (ids_json, i);
  logits = rig_run_ids (&r, ids, n, TRUE, 0);
  for (guint l = 0; l <= r.hp->n_layer; l++)
    {
      g_autofree float *want = floats (json_array_get_array_element (resid, l));

      same ("residual stream", l ? r.seen[HUNCH_TAP_RESID][l - 1] : r.seen[HUNCH_TAP_EMBD][0], want,
            (gsize) n * r.hp->n_embd, TOLERANCE);
    }
  for (guint l = 0; l < r.hp->n_layer; l++)
    {
      g_autofree float *want = floats (json_array_get_array_element (scores, l));

      same ("scores", r.seen[HUNCH_TAP_SCORES][l], want, (gsize) n * r.hp->n_head * n, TOLERANCE);
    }
  rig_close (&r);
}

int
main (int argc, char **argv)
{
  static const char *const models[] = { "valid_llama.gguf",
                                        "valid_llama_q8_0.gguf",
                                        "valid_gpt2_untied.gguf",
                                        "valid_qwen2_tied.gguf",
                                        "gemma3",
                                        "nanochat",
                                        "qwen3" };
  static const struct
  {
    const char *what;
    GTestDataFunc func;
  } tests[] = { { "points", test_points }, { "rows", test_rows }, { "write", test_write }, { "probe", test_probe } };
  g_autofree char *path = NULL;
  GError *error = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);
  dev = hunch_device_open (NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    for (guint j = 0; j < G_N_ELEMENTS (tests); j++)
      {
        g_autofree char *name = g_strdup_printf ("/layer/tap/%s/%s", tests[j].what, models[i]);

        g_test_add_data_func (name, models[i], tests[j].func);
      }
  golden = json_parser_new ();
  path = g_test_build_filename (G_TEST_DIST, "golden", "trace-tiny.json", NULL);
  json_parser_load_from_file (golden, path, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < json_array_get_length (json_node_get_array (json_parser_get_root (golden))); i++)
    {
      JsonObject *o = json_array_get_object_element (json_node_get_array (json_parser_get_root (golden)), i);
      g_autofree char *name = g_strdup_printf ("/layer/tap/golden/%s", json_object_get_string_member (o, "model"));

      g_test_add_data_func (name, o, test_golden);
    }
  status = g_test_run ();
  g_object_unref (golden);
  hunch_device_unref (dev);
  return status;
}
