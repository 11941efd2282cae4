/* test-op-dot.c: every form of the dot product of bytes that this device may run, over the whole range of both operands.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/device/question.h"
#include "engine/op/op-dot.h"
#include "engine/ref/ref-dot.h"
#include "tests/engine/op/matrix-test.h"

#include <string.h>

#define N 512

static void
test_dot (gconstpointer data)
{
  HunchDevice *dev = op_test_device ();
  g_autofree guint8 *u = g_new (guint8, N * 64);
  g_autofree gint32 *s = g_new (gint32, N), *y = g_new (gint32, N * 16);
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  g_autoptr (GError) error = NULL;
  cl_kernel kernel;
  HunchQuestion q;

  if (!hunch_dot_works (dev, data))
    {
      g_test_skip ("this device has no such instruction");
      return;
    }
  for (guint i = 0; i < N * 64; i++)
    u[i] = g_rand_int (rand);
  for (guint i = 0; i < N; i++)
    s[i] = i == 0 ? (gint32) 0x80808080u : (gint32) g_rand_int (rand);
  memset (u, 255, 64); /* 255 times -128, four times: the largest sum there is */
  kernel = hunch_device_kernel (dev, "dot", data, "dot_bytes", NULL);
  g_assert_nonnull (kernel);
  q = (HunchQuestion){ .kernel = kernel,
                       .name = "dot_bytes",
                       .global = N,
                       .local = 1,
                       .buffers = { { N * 64, u, NULL }, { N * 4, s, NULL }, { N * 64, NULL, y } } };
  hunch_question_ask (dev, &q, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < N * 16; i++)
    g_assert_cmpint (y[i], ==, hunch_ref_dot (i / 16, u + 4 * i, s[i / 16]));
  clReleaseKernel (kernel);
}

/* What is not this device's is refused, and so is a name that is none. */
static void
test_unknown (void)
{
  g_assert_false (hunch_dot_works (op_test_device (), "-DDOT_NONE"));
}

static void
add_tests (void)
{
  op_test_add_dots ("/op/dot", G_N_ELEMENTS (op_test_dots) - 1, test_dot); /* that of halves multiplies no bytes */
  g_test_add_func ("/op/dot/unknown", test_unknown);
}

int
main (int argc, char **argv)
{
  return matrix_test_main (argc, argv, add_tests);
}
