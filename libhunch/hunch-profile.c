/* hunch-profile.c: where a model's time goes on its device, in one phase.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/hunch.h"
#include "libhunch/fields.h"
#include "libhunch/hunch-profile-private.h"

/**
 * HunchProfile:
 *
 * Where a model's time goes on its device, in one phase: reading a prompt, or writing tokens behind it. What the tokens need at least and what the
 * device can do at most make a roofline (Williams, Waterman and Patterson, 2009). [method@Hunch.Model.profile] makes one. Immutable.
 */
struct _HunchProfile
{
  GObject parent_instance;
  const char *phase; /* static */
  guint n_tokens;
  double seconds, read_bandwidth, peak;
  guint64 bytes, operations, launches;
  GListStore *kernels; /* (element-type HunchKernelUse) */
};

G_DEFINE_FINAL_TYPE (HunchProfile, hunch_profile, G_TYPE_OBJECT)

enum
{
  PROP_KERNELS = 1,
  N_PROPS
};

#define FIELD(member) G_STRUCT_OFFSET (HunchProfile, member)

static const HunchField fields[] = {
  /**
   * HunchProfile:phase:
   *
   * `prefill` or `decode`.
   */
  { "phase", HUNCH_FIELD_STRING, FIELD (phase) },
  /**
   * HunchProfile:n-tokens:
   *
   * Tokens that were evaluated.
   */
  { "n-tokens", HUNCH_FIELD_UINT, FIELD (n_tokens) },
  /**
   * HunchProfile:seconds:
   *
   * Seconds that it took. Taking the time of each kernel takes time, too.
   */
  { "seconds", HUNCH_FIELD_DOUBLE, FIELD (seconds) },
  /**
   * HunchProfile:bytes:
   *
   * Bytes of weights and cache that had to be read, all tokens together.
   */
  { "bytes", HUNCH_FIELD_UINT64, FIELD (bytes) },
  /**
   * HunchProfile:operations:
   *
   * Multiplications and additions of the matrix products, all tokens together.
   */
  { "operations", HUNCH_FIELD_UINT64, FIELD (operations) },
  /**
   * HunchProfile:launches:
   *
   * Kernels that were launched. Those within a library that multiplies matrices are not counted.
   */
  { "launches", HUNCH_FIELD_UINT64, FIELD (launches) },
  /**
   * HunchProfile:read-bandwidth:
   *
   * Bytes in a second that the device reads when it does nothing else, of a buffer as large as the weights.
   */
  { "read-bandwidth", HUNCH_FIELD_DOUBLE, FIELD (read_bandwidth) },
  /**
   * HunchProfile:peak:
   *
   * Operations in a second that the device does when it does nothing else: of bytes where the model multiplies bytes, else of float32.
   */
  { "peak", HUNCH_FIELD_DOUBLE, FIELD (peak) },
};

static void
hunch_profile_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  HunchProfile *self = HUNCH_PROFILE (object);

  if (id >= N_PROPS)
    hunch_field_get (&fields[id - N_PROPS], self, value);
  else
    g_value_set_object (value, self->kernels);
}

static void
hunch_profile_finalize (GObject *object)
{
  g_clear_object (&HUNCH_PROFILE (object)->kernels);
  G_OBJECT_CLASS (hunch_profile_parent_class)->finalize (object);
}

static void
hunch_profile_class_init (HunchProfileClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = hunch_profile_get_property;
  object_class->finalize = hunch_profile_finalize;
  /**
   * HunchProfile:kernels: (getter get_kernels)
   *
   * What each kernel did, by falling time.
   */
  g_object_class_install_property (object_class, PROP_KERNELS,
                                   g_param_spec_object ("kernels", NULL, NULL, G_TYPE_LIST_MODEL, flags));
  hunch_fields_install_readable (object_class, N_PROPS, fields, G_N_ELEMENTS (fields));
}

static void
hunch_profile_init (HunchProfile *self)
{
  self->kernels = g_list_store_new (HUNCH_TYPE_KERNEL_USE);
}

HunchProfile *
hunch_profile_new (const char *phase, const HunchMeasuredPhase *measured, const HunchMeasurement *m)
{
  HunchProfile *self = g_object_new (HUNCH_TYPE_PROFILE, NULL);

  self->phase = phase;
  self->n_tokens = measured->n_tokens;
  self->seconds = measured->seconds;
  self->bytes = measured->bytes;
  self->operations = measured->operations;
  self->launches = measured->launches;
  self->read_bandwidth = m->read_bytes;
  self->peak = m->max_operations;
  for (guint i = 0; i < measured->kernels->len; i++)
    {
      g_autoptr (HunchKernelUse) use
          = hunch_kernel_use_new (&g_array_index (measured->kernels, HunchMeasuredKernel, i));

      g_list_store_append (self->kernels, use);
    }
  return self;
}

/**
 * hunch_profile_get_kernels:
 * @self: a profile
 *
 * What each kernel did, by falling time.
 *
 * Returns: (transfer none): a list of [class@Hunch.KernelUse]
 */
GListModel *
hunch_profile_get_kernels (HunchProfile *self)
{
  g_return_val_if_fail (HUNCH_IS_PROFILE (self), NULL);
  return G_LIST_MODEL (self->kernels);
}
