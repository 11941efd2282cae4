/* test-op-matmul.c: matmul, embed and dequant against scalar C, every layout, odd sizes.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/checked.h"
#include "engine/model/gguf.h"
#include "engine/op/dot.h"
#include "engine/op/op-dequant.h"
#include "engine/op/op-embed.h"
#include "engine/op/op-matmul.h"
#include "engine/op/op-matvec.h"
#include "engine/ref/ref-dequant.h"
#include "engine/ref/ref-matmul.h"
#include "engine/ref/ref-quantize.h"
#include "engine/weights/layout.h"

#include <math.h>
#include <string.h>

static HunchDevice *dev;

static const guint32 types[] = {
  HUNCH_TYPE_F32,  HUNCH_TYPE_F16,  HUNCH_TYPE_BF16, HUNCH_TYPE_Q4_0, HUNCH_TYPE_Q4_1, HUNCH_TYPE_Q5_0,
  HUNCH_TYPE_Q5_1, HUNCH_TYPE_Q8_0, HUNCH_TYPE_Q4_K, HUNCH_TYPE_Q5_K, HUNCH_TYPE_Q6_K,
};

/* A matrix of random blocks as a file would have it, and the same on the device. */
typedef struct
{
  guint32 type;
  guint n, k;
  gsize row_bytes;
  guint8 *rows;
  HunchWeights weights;
} Matrix;

/* A half of moderate size and either sign. */
static void
random_half (GRand *rand, guint8 *p)
{
  const guint16 h = (guint16) (g_rand_int_range (rand, 8, 14) << 10 | g_rand_int_range (rand, 0, 1024)
                               | (g_rand_boolean (rand) << 15));

  memcpy (p, &h, 2);
}

/* Random bits are random quants; only the half-precision scales must be kept finite. */
static void
random_row (GRand *rand, guint32 type, const HunchTypeInfo *info, guint8 *row, gsize bytes)
{
  for (gsize i = 0; i < bytes; i++)
    row[i] = g_rand_int (rand);
  for (gsize b = 0; b < bytes; b += info->block_bytes)
    switch (type)
      {
      case HUNCH_TYPE_F32:
        {
          const float f = g_rand_double_range (rand, -1, 1);
          memcpy (row + b, &f, 4);
          break;
        }
      case HUNCH_TYPE_BF16:
        {
          const float f = g_rand_double_range (rand, -1, 1);
          memcpy (row + b, (const guint8 *) &f + 2, 2);
          break;
        }
      case HUNCH_TYPE_Q6_K:
        random_half (rand, row + b + 208);
        break;
      case HUNCH_TYPE_Q4_1:
      case HUNCH_TYPE_Q5_1:
      case HUNCH_TYPE_Q4_K:
      case HUNCH_TYPE_Q5_K:
        random_half (rand, row + b + 2);
        G_GNUC_FALLTHROUGH;
      default:
        random_half (rand, row + b);
      }
}

static Matrix
matrix_new (GRand *rand, guint32 type, guint n, guint k)
{
  const HunchTypeInfo *info = hunch_type_info (type);
  Matrix m = { type, n, k, k / info->block * info->block_bytes };
  const guint8 **rows = g_new (const guint8 *, n);
  HunchPlanes planes;
  guint8 *dst;
  cl_int e;

  m.rows = g_malloc (n * m.row_bytes);
  for (guint r = 0; r < n; r++)
    {
      rows[r] = m.rows + r * m.row_bytes;
      random_row (rand, type, info, m.rows + r * m.row_bytes, m.row_bytes);
    }
  g_assert_true (hunch_layout_planes (type, n, k, &planes));
  m.weights = (HunchWeights){ .layout = hunch_layout_options (type), .n = n, .k = k };
  memcpy (m.weights.offset, &planes.offset[HUNCH_PLANE_H], sizeof m.weights.offset);
  m.weights.mem = hunch_device_buffer (dev, CL_MEM_READ_WRITE, planes.bytes, "test", NULL);
  dst = clEnqueueMapBuffer (dev->queue, m.weights.mem, CL_TRUE, CL_MAP_WRITE, 0, planes.bytes, 0, NULL, NULL, &e);
  g_assert_cmpint (e, ==, CL_SUCCESS);
  memset (dst, 0xff, planes.bytes); /* padding must not be relied on */
  hunch_layout_repack (type, rows, n, k, 0, hunch_div_up (n, HUNCH_GROUP), &planes, dst);
  g_assert_cmpint (clEnqueueUnmapMemObject (dev->queue, m.weights.mem, dst, 0, NULL, NULL), ==, CL_SUCCESS);
  g_free (rows);
  return m;
}

static void
matrix_clear (Matrix *m)
{
  hunch_device_buffer_free (dev, &m->weights.mem);
  g_free (m->rows);
}

static cl_mem
upload (const void *data, gsize bytes)
{
  cl_mem mem = hunch_device_buffer (dev, CL_MEM_READ_WRITE, bytes, "test", NULL);

  g_assert_cmpint (clEnqueueWriteBuffer (dev->queue, mem, CL_TRUE, 0, bytes, data, 0, NULL, NULL), ==, CL_SUCCESS);
  return mem;
}

static void
download (cl_mem mem, void *data, gsize bytes)
{
  g_assert_cmpint (clEnqueueReadBuffer (dev->queue, mem, CL_TRUE, 0, bytes, data, 0, NULL, NULL), ==, CL_SUCCESS);
}

/* Largest difference over the largest value. */
static double
difference (const float *a, const float *b, gsize n)
{
  double worst = 0, top = 1e-30;

  for (gsize i = 0; i < n; i++)
    {
      g_assert_true (isfinite (a[i]));
      worst = MAX (worst, fabs ((double) a[i] - b[i]));
      top = MAX (top, fabs ((double) b[i]));
    }
  return worst / top;
}

static void
check_matmul (const HunchOpMatmul *op, const Matrix *m, guint n_tokens, gboolean add, GRand *rand)
{
  /* Leading dimensions and offsets that are not the sizes, and guard values that must stay. */
  const guint ldx = m->k + 3, ldy = m->n + 5, off_x = 7, off_y = 2;
  float *x = g_new (float, off_x + n_tokens * ldx), *y = g_new (float, off_y + n_tokens * ldy);
  float *px = g_new (float, n_tokens * m->k), *py = g_new (float, n_tokens * m->n),
        *got = g_new (float, n_tokens * m->n);
  cl_mem mx, my;

  for (guint i = 0; i < off_x + n_tokens * ldx; i++)
    x[i] = g_rand_double_range (rand, -1, 1);
  for (guint i = 0; i < off_y + n_tokens * ldy; i++)
    y[i] = 1000 + i;
  for (guint t = 0; t < n_tokens; t++)
    {
      memcpy (px + t * m->k, x + off_x + t * ldx, m->k * sizeof *px);
      memcpy (py + t * m->n, y + off_y + t * ldy, m->n * sizeof *py);
    }
  g_assert_true (hunch_ref_matmul (m->type, m->rows, m->row_bytes, m->n, m->k, px, n_tokens, py, add));
  mx = upload (x, (off_x + n_tokens * ldx) * sizeof *x);
  my = upload (y, (off_y + n_tokens * ldy) * sizeof *y);
  g_assert_cmpint (hunch_op_matmul_enqueue (op, dev->queue,
                                            &(HunchMatmulArgs){ .n_tokens = n_tokens,
                                                                .x = { mx, off_x, ldx },
                                                                .y = { my, off_y, ldy },
                                                                .weights = m->weights }),
                   ==, CL_SUCCESS);
  download (my, y, (off_y + n_tokens * ldy) * sizeof *y);
  for (guint t = 0; t < n_tokens; t++)
    {
      memcpy (got + t * m->n, y + off_y + t * ldy, m->n * sizeof *got);
      for (guint i = m->n; i < ldy && off_y + t * ldy + i < off_y + n_tokens * ldy; i++)
        g_assert_cmpfloat (y[off_y + t * ldy + i], ==, 1000 + (float) (off_y + t * ldy + i));
    }
  g_assert_cmpfloat (y[0], ==, 1000);
  /* Sums of k products in float32, in 16 or more interleaved chains: k/16 roundings of 2^-24, with room for
   * cancellation. */
  g_assert_cmpfloat (difference (got, py, n_tokens * m->n), <, 2e-6 + m->k * 3e-8);
  hunch_device_buffer_free (dev, &mx);
  hunch_device_buffer_free (dev, &my);
  g_free (x);
  g_free (y);
  g_free (px);
  g_free (py);
  g_free (got);
}

static void
test_matmul (gconstpointer data)
{
  const guint32 type = GPOINTER_TO_UINT (data);
  const HunchTypeInfo *info = hunch_type_info (type);
  const guint odd_k = info->block == 1 ? 37 : 3 * info->block;
  const guint shapes[][2]
      = { { 1, odd_k }, { 16, info->block == 1 ? 1 : info->block }, { 31, odd_k }, { 100, 2 * odd_k } };
  const guint counts[] = { 1, 2, 4, 5, 12, 13, 29 };
  GRand *rand = g_rand_new_with_seed (type + 1);

  for (guint add = 0; add < 2; add++)
    {
      HunchOpMatmul op;
      GError *error = NULL;

      hunch_op_matmul_init (&op, dev, &(HunchMatmulShape){ hunch_layout_options (type), NULL, add }, &error);
      g_assert_no_error (error);
      for (guint s = 0; s < G_N_ELEMENTS (shapes); s++)
        {
          Matrix m = matrix_new (rand, type, shapes[s][0], shapes[s][1]);

          for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
            check_matmul (&op, &m, counts[i], add, rand);
          matrix_clear (&m);
        }
      hunch_op_matmul_finish (&op);
    }
  g_rand_free (rand);
}

/* What each variant of the dot product is called; those that this device cannot run are passed over. */
static const char *const dots[] = { "-DDOT_PLAIN", "-DDOT_MADD256", "-DDOT_MADD", "-DDOT_VNNI", "-DDOT_EXT" };

/* Weights times quantized activations: the products are exact integers, so only the sums over blocks round. */
static void
check_matmul_q8 (const HunchOpMatmul *op, const HunchOpQuantize *quantize, const Matrix *m, guint n_tokens, GRand *rand)
{
  const guint nb = m->k / 32;
  float *x = g_new (float, n_tokens * m->k), *want = g_new (float, n_tokens * m->n),
        *got = g_new0 (float, n_tokens * m->n);
  gint8 *q = g_new (gint8, n_tokens * m->k), *got_q = g_new (gint8, n_tokens * m->k);
  float *d = g_new (float, n_tokens *nb);
  cl_mem mx, my = upload (got, n_tokens * m->n * sizeof *got);
  HunchQuantRows xq = { hunch_device_buffer (dev, 0, n_tokens * m->k, "test", NULL),
                        hunch_device_buffer (dev, 0, n_tokens * nb * 16, "test", NULL) };

  for (guint i = 0; i < n_tokens * m->k; i++)
    x[i] = i / 32 % 5 == 4 ? 0 : g_rand_double_range (rand, -1, 1); /* some blocks are all zero */
  mx = upload (x, n_tokens * m->k * sizeof *x);
  for (guint t = 0; t < n_tokens; t++)
    hunch_ref_quantize (x + t * m->k, m->k, q + t * m->k, d + t * nb);
  for (guint i = 0; i < n_tokens * m->k; i++)
    x[i] = q[i] * d[i / 32];
  g_assert_true (hunch_ref_matmul (m->type, m->rows, m->row_bytes, m->n, m->k, x, n_tokens, want, FALSE));

  g_assert_cmpint (
      hunch_op_quantize_enqueue (quantize, dev->queue, &(HunchQuantizeArgs){ n_tokens, m->k, { mx, 0, m->k }, xq }), ==,
      CL_SUCCESS);
  download (xq.q, got_q, n_tokens * m->k);
  /* The device may divide with an error of 2.5 ulp, which moves a quant near a tie by one. */
  for (guint i = 0; i < n_tokens * m->k; i++)
    g_assert_cmpint (ABS (got_q[i] - q[i]), <=, 1);
  g_assert_cmpint (
      hunch_op_matmul_enqueue (
          op, dev->queue,
          &(HunchMatmulArgs){ .n_tokens = n_tokens, .xq = xq, .y = { my, 0, m->n }, .weights = m->weights }),
      ==, CL_SUCCESS);
  download (my, got, n_tokens * m->n * sizeof *got);
  g_assert_cmpfloat (difference (got, want, n_tokens * m->n), <, 2e-6 + m->k * 3e-8);
  hunch_device_buffer_free (dev, &mx);
  hunch_device_buffer_free (dev, &my);
  hunch_device_buffer_free (dev, &xq.q);
  hunch_device_buffer_free (dev, &xq.scale);
  g_free (x);
  g_free (want);
  g_free (got);
  g_free (q);
  g_free (got_q);
  g_free (d);
}

static void
test_matmul_q8 (gconstpointer data)
{
  const guint32 type = GPOINTER_TO_UINT (data);
  const HunchTypeInfo *info = hunch_type_info (type);
  const guint counts[] = { 1, 3, 13, 29 };
  GRand *rand = g_rand_new_with_seed (type + 4);
  Matrix m;
  HunchOpQuantize quantize;
  guint n_run = 0;

  if (info->block == 1)
    {
      g_test_skip ("float weights take float activations");
      g_rand_free (rand);
      return;
    }
  m = matrix_new (rand, type, 37, 3 * info->block);
  g_assert_true (hunch_op_quantize_init (&quantize, dev, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (dots); i++)
    {
      HunchOpMatmul op;

      if (!hunch_dot_works (dev, dots[i]))
        continue;
      g_assert_true (hunch_op_matmul_init (&op, dev, &(HunchMatmulShape){ m.weights.layout, dots[i], FALSE }, NULL));
      for (guint c = 0; c < G_N_ELEMENTS (counts); c++)
        check_matmul_q8 (&op, &quantize, &m, counts[c], rand);
      hunch_op_matmul_finish (&op);
      n_run++;
    }
  g_assert_cmpuint (n_run, >, 0);
  hunch_op_quantize_finish (&quantize);
  matrix_clear (&m);
  g_rand_free (rand);
}

/* x W^T for what cl/matvec-q8.cl reads, in double: norm, quantization, product, then the sum with y or the gate. */
static void
matvec_want (const Matrix *m, const HunchMatvecShape *shape, const float *x, const float *norm, float eps,
             guint n_tokens, float *y)
{
  const guint n_out = shape->gated ? m->n / 2 : m->n;
  float *h = g_new (float, n_tokens * m->k), *out = g_new (float, n_tokens * m->n), *d = g_new (float, m->k / 32);
  gint8 *q = g_new (gint8, m->k);

  for (guint t = 0; t < n_tokens; t++)
    {
      double sum = 0, scale = 1;

      for (guint i = 0; i < m->k; i++)
        sum += (double) x[t * m->k + i] * x[t * m->k + i];
      if (shape->norm)
        scale = 1 / sqrt (sum / m->k + eps);
      for (guint i = 0; i < m->k; i++)
        h[t * m->k + i] = x[t * m->k + i] * scale * (shape->norm ? norm[i] : 1);
      hunch_ref_quantize (h + t * m->k, m->k, q, d);
      for (guint i = 0; i < m->k; i++)
        h[t * m->k + i] = q[i] * d[i / 32];
    }
  g_assert_true (hunch_ref_matmul (m->type, m->rows, m->row_bytes, m->n, m->k, h, n_tokens, out, FALSE));
  for (guint t = 0; t < n_tokens; t++)
    for (guint r = 0; r < n_out; r++)
      {
        const double v = out[t * m->n + r];

        if (shape->gated)
          y[t * n_out + r] = v / (1 + exp (-v)) * out[t * m->n + n_out + r];
        else
          y[t * n_out + r] = v + (shape->add ? y[t * n_out + r] : 0);
      }
  g_free (h);
  g_free (out);
  g_free (d);
  g_free (q);
}

static void
check_matvec (const HunchOpMatvec *op, const HunchMatvecShape *shape, const Matrix *m, guint n_tokens, GRand *rand)
{
  const guint n_out = shape->gated ? m->n / 2 : m->n;
  float *x = g_new (float, n_tokens * m->k), *norm = g_new (float, m->k), *want = g_new (float, n_tokens *n_out);
  cl_mem mx, mn, my;

  for (guint i = 0; i < n_tokens * m->k; i++)
    x[i] = g_rand_double_range (rand, -0.1, 0.1);
  for (guint i = 0; i < m->k; i++)
    norm[i] = g_rand_double_range (rand, 0.05, 0.15);
  for (guint i = 0; i < n_tokens * n_out; i++)
    want[i] = g_rand_double_range (rand, -1, 1);
  mx = upload (x, n_tokens * m->k * sizeof *x);
  mn = upload (norm, m->k * sizeof *norm);
  my = upload (want, n_tokens * n_out * sizeof *want);
  matvec_want (m, shape, x, norm, 1e-5, n_tokens, want);
  g_assert_cmpint (hunch_op_matvec_enqueue (op, dev->queue,
                                            &(HunchMatvecArgs){ .n_tokens = n_tokens,
                                                                .x = { mx, 0, m->k },
                                                                .norm = shape->norm ? mn : NULL,
                                                                .eps = 1e-5,
                                                                .y = { my, 0, n_out },
                                                                .weights = m->weights }),
                   ==, CL_SUCCESS);
  g_free (x);
  x = g_new (float, n_tokens *n_out);
  download (my, x, n_tokens * n_out * sizeof *x);
  /* Norm and division round differently in float32: a quant next to a tie may come out one higher or lower, of 127. */
  g_assert_cmpfloat (difference (x, want, n_tokens * n_out), <, 3e-3);
  hunch_device_buffer_free (dev, &mx);
  hunch_device_buffer_free (dev, &mn);
  hunch_device_buffer_free (dev, &my);
  g_free (x);
  g_free (norm);
  g_free (want);
}

static void
test_matvec (gconstpointer data)
{
  const guint32 type = GPOINTER_TO_UINT (data);
  const HunchTypeInfo *info = hunch_type_info (type);
  const char *dot = hunch_dot_probe (dev);
  const HunchMatvecShape shapes[] = {
    { .layout = hunch_layout_options (type), .dot = dot ? dot : "" },
    { .layout = hunch_layout_options (type), .dot = dot ? dot : "", .norm = TRUE },
    { .layout = hunch_layout_options (type), .dot = dot ? dot : "", .add = TRUE },
    { .layout = hunch_layout_options (type), .dot = dot ? dot : "", .norm = TRUE, .gated = TRUE },
  };
  GRand *rand = g_rand_new_with_seed (type + 5);

  if (info->block == 1 || hunch_op_matvec_max_tokens (dev) == 0)
    {
      g_test_skip (info->block == 1 ? "float weights take float activations" : "this device takes separate launches");
      g_rand_free (rand);
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      Matrix m = matrix_new (rand, type, shapes[i].gated ? 96 : 83, 2 * info->block);
      HunchOpMatvec op;

      g_assert_true (hunch_op_matvec_init (&op, dev, &shapes[i], NULL));
      for (guint n = 1; n <= hunch_op_matvec_max_tokens (dev); n++)
        check_matvec (&op, &shapes[i], &m, n, rand);
      hunch_op_matvec_finish (&op);
      matrix_clear (&m);
    }
  g_rand_free (rand);
}

/* Rows come out bit for bit as scalar C decodes them. */
static void
test_embed (gconstpointer data)
{
  const guint32 type = GPOINTER_TO_UINT (data);
  const HunchTypeInfo *info = hunch_type_info (type);
  const guint n = 37, k = info->block == 1 ? 45 : 2 * info->block;
  const gint32 tokens[] = { 0, 36, 15, 16, 17, 0 };
  GRand *rand = g_rand_new_with_seed (type + 2);
  Matrix m = matrix_new (rand, type, n, k);
  float *got = g_new0 (float, G_N_ELEMENTS (tokens) * k), *want = g_new (float, k);
  cl_mem mt = upload (tokens, sizeof tokens), my = upload (got, G_N_ELEMENTS (tokens) * k * sizeof *got);
  HunchOpEmbed op;
  GError *error = NULL;

  hunch_op_embed_init (&op, dev, m.weights.layout, &error);
  g_assert_no_error (error);
  g_assert_cmpint (hunch_op_embed_enqueue (&op, dev->queue,
                                           &(HunchEmbedArgs){ G_N_ELEMENTS (tokens), mt, { my, 0, k }, 1, m.weights }),
                   ==, CL_SUCCESS);
  download (my, got, G_N_ELEMENTS (tokens) * k * sizeof *got);
  for (guint t = 0; t < G_N_ELEMENTS (tokens); t++)
    {
      g_assert_true (hunch_ref_dequant_row (type, m.rows + tokens[t] * m.row_bytes, k, want));
      for (guint i = 0; i < k; i++)
        g_assert_cmpfloat (got[t * k + i], ==, want[i]);
    }
  hunch_op_embed_finish (&op);
  hunch_device_buffer_free (dev, &mt);
  hunch_device_buffer_free (dev, &my);
  matrix_clear (&m);
  g_free (got);
  g_free (want);
  g_rand_free (rand);
}

static void
test_dequant (gconstpointer data)
{
  const guint32 type = GPOINTER_TO_UINT (data);
  const HunchTypeInfo *info = hunch_type_info (type);
  const guint n = 53, k = info->block == 1 ? 45 : 2 * info->block, first = 16, rows = n - first, ld = 48;
  GRand *rand = g_rand_new_with_seed (type + 3);
  Matrix m = matrix_new (rand, type, n, k);
  float *got = g_new0 (float, k *ld), *want = g_new (float, k);
  cl_mem mem = upload (got, k * ld * sizeof *got);
  HunchOpDequant op;
  GError *error = NULL;

  hunch_op_dequant_init (&op, dev, m.weights.layout, &error);
  g_assert_no_error (error);
  g_assert_cmpint (
      hunch_op_dequant_enqueue (&op, dev->queue, &(HunchDequantArgs){ m.weights, first, rows, { mem, 0, ld } }), ==,
      CL_SUCCESS);
  download (mem, got, k * ld * sizeof *got);
  for (guint r = 0; r < rows; r++)
    {
      g_assert_true (hunch_ref_dequant_row (type, m.rows + (first + r) * m.row_bytes, k, want));
      for (guint i = 0; i < k; i++)
        g_assert_cmpfloat (got[i * ld + r], ==, want[i]);
    }
  hunch_op_dequant_finish (&op);
  hunch_device_buffer_free (dev, &mem);
  matrix_clear (&m);
  g_free (got);
  g_free (want);
  g_rand_free (rand);
}

static void
test_layout_limits (void)
{
  HunchPlanes planes;

  g_assert_false (hunch_layout_planes (HUNCH_TYPE_Q4_0, 16, 33, &planes));
  g_assert_false (hunch_layout_planes (HUNCH_TYPE_Q4_K, 16, 32, &planes));
  g_assert_false (hunch_layout_planes (HUNCH_TYPE_F32, G_GUINT64_CONSTANT (1) << 62, 4, &planes));
  g_assert_false (
      hunch_layout_planes (HUNCH_TYPE_F32, G_GUINT64_CONSTANT (1) << 32, G_GUINT64_CONSTANT (1) << 32, &planes));
  g_assert_false (hunch_layout_planes (HUNCH_TYPE_F32, 0, 4, &planes));
  g_assert_false (hunch_layout_planes (99, 16, 32, &planes));
  g_assert_null (hunch_layout_options (99));
}

int
main (int argc, char **argv)
{
  GError *error = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);
  dev = hunch_device_open (NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      const char *name = hunch_type_info (types[i])->name;
      const struct
      {
        const char *what;
        GTestDataFunc func;
      } tests[] = { { "matmul", test_matmul },
                    { "matmul-q8", test_matmul_q8 },
                    { "matvec-q8", test_matvec },
                    { "embed", test_embed },
                    { "dequant", test_dequant } };

      for (guint j = 0; j < G_N_ELEMENTS (tests); j++)
        {
          char *path = g_strdup_printf ("/op/%s/%s", tests[j].what, name);

          g_test_add_data_func (path, GUINT_TO_POINTER (types[i]), tests[j].func);
          g_free (path);
        }
    }
  g_test_add_func ("/weights/layout/limits", test_layout_limits);
  status = g_test_run ();
  hunch_device_unref (dev);
  return status;
}
