/* op-decode.c: finds out whether cl/decode.cl may run on a device, and enqueues it.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/op/decode-list.h"

#include "engine/device/args.h"
#include "engine/device/tuning.h"

#include <string.h>

/* Words of the control buffer; cl/lib-ticket.cl. */
#define CONTROL_WORDS 64

/* Looks at a counter, 10 to 100 ns each, before a work-group leaves the rest to others: more than a chunk takes. */
#define PATIENCE 4096

/* What the probe runs: chunks a round, of which each reads two of the round before. */
#define PROBE_CHUNKS 12
#define PROBE_ROUNDS 500

static const cl_int no_control[CONTROL_WORDS];

/* " -DT2_BITS=4 -DT2_SCALES_DM": the options of a type as cl/lib-typed.cl has them. */
static void
append_layout (GString *options, const char *layout, guint type)
{
  g_auto (GStrv) words = g_strsplit (layout, " ", -1);

  for (guint i = 0; words[i]; i++)
    g_string_append_printf (options, " -DT%u_%s", type, words[i] + strlen ("-D"));
}

static char *
build_options (HunchDevice *dev, const HunchDecodeShape *shape)
{
  g_autofree char *rope = hunch_op_rope_options (dev, &shape->rope->shape);
  g_autofree char *attention = hunch_op_attention_options (dev, shape->attention);
  GString *options = g_string_new (NULL);

  g_string_printf (options, "%s %s %s", rope, attention, shape->dot);
  for (guint i = 0; i < HUNCH_DECODE_TYPES && shape->layouts[i]; i++)
    append_layout (options, shape->layouts[i], i);
  return g_string_free (options, FALSE);
}

/* One launch of the probe over two buffers. */
static cl_int
enqueue_probe (const HunchOpDecode *op, cl_kernel kernel, cl_mem addresses)
{
  const size_t global = op->n_workers, local = 1;
  HunchArgs a = hunch_args (kernel);

  hunch_arg_mem (&a, addresses);
  hunch_arg_int (&a, PROBE_CHUNKS);
  hunch_arg_int (&a, PROBE_ROUNDS);
  hunch_arg_mem (&a, op->control);
  hunch_arg_int (&a, PATIENCE);
  return hunch_enqueue (&a, op->dev->queue, 1, &global, &local);
}

static gboolean
run_probe (HunchOpDecode *op, cl_kernel kernel, const cl_mem mems[3], cl_uint *values, GError **error)
{
  const cl_command_queue queue = op->dev->queue;
  cl_ulong addresses[2];
  cl_int e;

  if (!hunch_op_decode_addresses (op, mems, 2, addresses, error))
    return FALSE;
  e = clEnqueueWriteBuffer (queue, mems[0], CL_TRUE, 0, PROBE_CHUNKS * 4, values, 0, NULL, NULL);
  e = e ? e : clEnqueueWriteBuffer (queue, mems[2], CL_TRUE, 0, sizeof addresses, addresses, 0, NULL, NULL);
  e = e ? e : clEnqueueWriteBuffer (queue, op->control, CL_TRUE, 0, sizeof no_control, no_control, 0, NULL, NULL);
  e = e ? e : enqueue_probe (op, kernel, mems[2]);
  e = e ? e : clEnqueueReadBuffer (queue, mems[PROBE_ROUNDS % 2], CL_TRUE, 0, PROBE_CHUNKS * 4, values, 0, NULL, NULL);
  return hunch_device_check (op->dev, e, "decode_probe", error);
}

static void
expected_values (cl_uint *values)
{
  for (guint round = 0; round < PROBE_ROUNDS; round++)
    {
      const cl_uint first = values[0];

      for (guint i = 0; i < PROBE_CHUNKS; i++)
        values[i] = values[i] * 5 + (i + 1 < PROBE_CHUNKS ? values[i + 1] : first) + round;
    }
}

typedef struct
{
  HunchOpDecode *op;
  const char *options;
} Probe;

/* A HunchSelfTest; data is a Probe. */
static gboolean
known_answer (HunchDevice *dev, double *worst, gpointer data, GError **error)
{
  const Probe *probe = data;
  cl_kernel kernel = hunch_device_kernel (dev, "decode", probe->options, "decode_probe", error);
  cl_uint got[PROBE_CHUNKS], want[PROBE_CHUNKS];
  cl_mem mems[3] = { NULL };
  gboolean ok = kernel != NULL;

  for (guint i = 0; i < G_N_ELEMENTS (mems) && ok; i++)
    ok = (mems[i] = hunch_device_buffer (dev, CL_MEM_READ_WRITE, PROBE_CHUNKS * 4, "decode probe", error)) != NULL;
  for (guint i = 0; i < PROBE_CHUNKS; i++)
    got[i] = want[i] = i * 7 + 1;
  ok = ok && run_probe (probe->op, kernel, mems, got, error);
  expected_values (want);
  *worst = ok && memcmp (got, want, sizeof got) == 0 ? 0 : 1;
  for (guint i = 0; i < G_N_ELEMENTS (mems); i++)
    hunch_device_buffer_free (dev, &mems[i]);
  g_clear_pointer (&kernel, clReleaseKernel);
  return ok && *worst == 0;
}

static gboolean
build (HunchOpDecode *op, const char *options)
{
  Probe probe = { op, options };

  op->control = hunch_device_buffer (op->dev, CL_MEM_READ_WRITE, sizeof no_control, "progress of steps", NULL);
  op->address_kernel = hunch_device_kernel (op->dev, "decode", options, "decode_address", NULL);
  op->kernel = hunch_device_kernel (op->dev, "decode", options, "decode", NULL);
  return op->control && op->address_kernel && op->kernel
         && hunch_device_selftest (op->dev, "decode", options, known_answer, &probe, NULL);
}

gboolean
hunch_op_decode_init (HunchOpDecode *op, HunchDevice *dev, const HunchDecodeShape *shape)
{
  const HunchDeviceCaps *caps = &dev->info->caps;
  const char *wish = g_getenv ("HUNCH_DECODE");
  g_autofree char *options = NULL;

  *op = (HunchOpDecode){ .dev = dev, .shape = *shape, .patience = g_strcmp0 (wish, "alone") == 0 ? 0 : PATIENCE };
  if (wish ? g_str_equal (wish, "launches") : hunch_tuning (dev)->decode_launches)
    return FALSE;
  if (!(caps->type & CL_DEVICE_TYPE_CPU) || shape->rope->shape.group != 1)
    return FALSE;
  op->n_workers = MIN (caps->compute_units, g_get_num_processors ());
  op->list = g_array_new (FALSE, FALSE, sizeof (HunchStep));
  op->addresses = g_hash_table_new (NULL, NULL);
  options = build_options (dev, shape);
  if (build (op, options))
    return TRUE;
  hunch_op_decode_finish (op);
  return FALSE;
}

void
hunch_op_decode_finish (HunchOpDecode *op)
{
  g_clear_pointer (&op->kernel, clReleaseKernel);
  g_clear_pointer (&op->address_kernel, clReleaseKernel);
  g_clear_pointer (&op->list, g_array_unref);
  g_clear_pointer (&op->addresses, g_hash_table_unref);
  if (op->dev)
    {
      hunch_device_buffer_free (op->dev, &op->steps);
      hunch_device_buffer_free (op->dev, &op->control);
    }
}

cl_int
hunch_op_decode_enqueue (const HunchOpDecode *op, cl_command_queue queue, const HunchOpBatch *batch, guint chunk)
{
  const size_t global = op->n_workers, local = 1;
  HunchArgs a = hunch_args (op->kernel);
  cl_int e = clEnqueueWriteBuffer (queue, op->control, CL_FALSE, 0, sizeof no_control, no_control, 0, NULL, NULL);

  hunch_arg_mem (&a, op->steps);
  hunch_arg_int (&a, op->list->len);
  hunch_arg_mem (&a, op->control);
  hunch_arg_mem (&a, batch->positions);
  hunch_arg_mem (&a, batch->seq_rows);
  hunch_arg_mem (&a, batch->tables);
  hunch_arg_int (&a, batch->table_stride);
  hunch_arg_int (&a, chunk);
  hunch_arg_int (&a, op->n_splits);
  hunch_arg_local (&a, op->most_k);
  hunch_arg_local (&a, op->most_k / 32 * sizeof (cl_float4));
  return e ? e : hunch_enqueue (&a, queue, 1, &global, &local);
}
