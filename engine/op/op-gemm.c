/* op-gemm.c: matrix products of float32, and the only file that knows CLBlast.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/op/op-gemm.h"

#include "engine/base/checked.h"
#include "engine/device/args.h"

#ifdef HAVE_CLBLAST
#include <clblast_c.h>
#endif

/* CLBlast's parameters of its kernel Xgemm, for tiles of the size in their name and a work-group of the size behind it. A tile goes through local
 * memory where SA and SB are 1; each work-item sums in the order of k with all of them. */
#ifdef HAVE_CLBLAST
static const char *const names[] = { "GEMMK", "KREG", "KWG", "KWI", "MDIMA", "MDIMC", "MWG", "NDIMB",
                                     "NDIMC", "NWG",  "SA",  "SB",  "STRM",  "STRN",  "VWM", "VWN" };
static const struct
{
  const char *name;
  size_t values[G_N_ELEMENTS (names)];
} sets[] = {
  { "64x64/8x8", { 0, 1, 16, 2, 8, 8, 64, 8, 8, 64, 1, 1, 0, 0, 4, 4 } },
  { "128x64/16x8", { 0, 1, 16, 2, 16, 16, 128, 8, 8, 64, 1, 1, 0, 0, 4, 4 } },
  { "128x128/16x16", { 0, 1, 16, 2, 16, 16, 128, 16, 16, 128, 1, 1, 0, 0, 4, 4 } },
  { "64x64/8x8 unshared", { 0, 1, 16, 2, 8, 8, 64, 8, 8, 64, 0, 0, 0, 0, 4, 4 } },
  { "32x32/4x4 unshared", { 0, 1, 16, 2, 4, 4, 32, 4, 4, 32, 0, 0, 0, 0, 8, 8 } },
};
#endif

#define TILE 8 /* rows and columns that a work-item of cl/gemm.cl makes */

gboolean
hunch_op_gemm_init (HunchOpGemm *op, HunchDevice *dev, HunchGemmBy by, GError **error)
{
  *op = (HunchOpGemm){ .dev = dev, .by = by };
#ifndef HAVE_CLBLAST
  op->by = HUNCH_GEMM_OWN;
#endif
  op->kernel = hunch_device_kernel (dev, "gemm", NULL, "gemm", error);
  if (op->kernel)
    op->kernel_bt = hunch_device_kernel (dev, "gemm", "-DB_TRANSPOSED", "gemm", error);
  if (op->kernel_bt)
    return TRUE;
  hunch_op_gemm_finish (op);
  return FALSE;
}

void
hunch_op_gemm_finish (HunchOpGemm *op)
{
  g_clear_pointer (&op->kernel, clReleaseKernel);
  g_clear_pointer (&op->kernel_bt, clReleaseKernel);
}

gboolean
hunch_op_gemm_use_params (HunchDevice *dev, guint set)
{
  gboolean ok = FALSE;

#ifdef HAVE_CLBLAST
  if (set > 0 && set <= G_N_ELEMENTS (sets))
    {
      hunch_device_clblast_lock (dev);
      ok = CLBlastOverrideParameters (dev->id, "Xgemm", CLBlastPrecisionSingle, G_N_ELEMENTS (names),
                                      (const char **) names, sets[set - 1].values)
           == CLBlastSuccess;
      hunch_device_clblast_unlock (dev);
    }
#endif
  return ok;
}

const char *
hunch_op_gemm_params_name (guint set)
{
#ifdef HAVE_CLBLAST
  return set == 0 ? "own" : set <= G_N_ELEMENTS (sets) ? sets[set - 1].name : NULL;
#else
  return NULL;
#endif
}

#ifdef HAVE_CLBLAST
static CLBlastStatusCode
by_clblast (HunchOpGemm *op, cl_command_queue queue, const HunchGemmArgs *g)
{
  CLBlastStatusCode status;

  hunch_device_clblast_lock (op->dev);
  status = CLBlastSgemm (CLBlastLayoutRowMajor, CLBlastTransposeNo,
                         g->b_transposed ? CLBlastTransposeYes : CLBlastTransposeNo, g->m, g->n, g->k, 1.0f, g->a.mem,
                         g->a.offset, g->a.ld, g->b.mem, g->b.offset, g->b.ld, g->add ? 1.0f : 0.0f, g->c.mem,
                         g->c.offset, g->c.ld, &queue, NULL);
  hunch_device_clblast_unlock (op->dev);
  return status;
}
#endif

static cl_int
by_own (const HunchOpGemm *op, cl_command_queue queue, const HunchGemmArgs *g)
{
  const size_t global[2] = { hunch_div_up (g->n, TILE), hunch_div_up (g->m, TILE) };
  const size_t local[2] = { 1, 1 };
  const HunchRows *rows[] = { &g->a, &g->b, &g->c };
  HunchArgs a = hunch_args (g->b_transposed ? op->kernel_bt : op->kernel);

  for (guint i = 0; i < 3; i++)
    {
      hunch_arg_mem (&a, rows[i]->mem);
      hunch_arg_ulong (&a, rows[i]->offset);
      hunch_arg_int (&a, rows[i]->ld);
    }
  hunch_arg_int (&a, g->m);
  hunch_arg_int (&a, g->n);
  hunch_arg_int (&a, g->k);
  hunch_arg_int (&a, g->add);
  return hunch_enqueue (&a, queue, 2, global, local);
}

cl_int
hunch_op_gemm_enqueue (HunchOpGemm *op, cl_command_queue queue, const HunchGemmArgs *args)
{
  if (args->m == 0 || args->n == 0)
    return CL_SUCCESS;
#ifdef HAVE_CLBLAST
  /* CLBlast refuses k = 0 and leaves C as it was; a device with small work-groups it refuses altogether. */
  if (op->by == HUNCH_GEMM_CLBLAST && args->k > 0)
    {
      if (by_clblast (op, queue, args) == CLBlastSuccess)
        return CL_SUCCESS;
      op->by = HUNCH_GEMM_OWN;
    }
#endif
  return by_own (op, queue, args);
}
