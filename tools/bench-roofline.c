/* bench-roofline.c: a roofline in words and as JSON. (Williams, Waterman and Patterson: Roofline, 2009)
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "tools/bench-roofline.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#define MIN_SHARE 0.005 /* kernels that took less are told together */

void
roofline_init (Roofline *r, HunchProfile *profile, double tokens_per_second)
{
  g_autofree char *phase = NULL;
  guint64 bytes, operations, launches;

  *r = (Roofline){ .tokens_per_second = tokens_per_second };
  g_object_get (profile, "phase", &phase, "n-tokens", &r->n_tokens, "bytes", &bytes, "operations", &operations,
                "launches", &launches, "read-bandwidth", &r->read_bandwidth, "peak", &r->peak, "kernels", &r->kernels,
                NULL);
  r->phase = strcmp (phase, "prefill") == 0 ? "prefill" : "decode";
  r->bytes = (double) bytes / r->n_tokens;
  r->operations = (double) operations / r->n_tokens;
  r->launches = (double) launches / r->n_tokens;
  r->intensity = (double) operations / MAX (bytes, 1);
  r->bandwidth_share = r->bytes * tokens_per_second / r->read_bandwidth;
  r->peak_share = r->operations * tokens_per_second / r->peak;
  for (guint i = 0; i < g_list_model_get_n_items (r->kernels); i++)
    {
      g_autoptr (HunchKernelUse) use = g_list_model_get_item (r->kernels, i);

      r->kernel_seconds += hunch_kernel_use_get_seconds (use) / r->n_tokens;
    }
}

void
roofline_clear (Roofline *r)
{
  g_clear_object (&r->kernels);
}

static void
print_kernel (const char *name, double seconds, double all, double launches)
{
  printf ("    %-24s %5.1f %%  %9.3f ms  %8.2f\n", name, 100 * seconds / all, seconds * 1e3, launches);
}

static void
print_kernels (const Roofline *r)
{
  double rest = 0, rest_launches = 0;

  if (r->kernel_seconds <= 0)
    {
      printf (_ ("  the device takes no times of kernels\n"));
      return;
    }
  printf (_ ("  time by kernel, a token, and launches; measured apart:\n"));
  for (guint i = 0; i < g_list_model_get_n_items (r->kernels); i++)
    {
      g_autoptr (HunchKernelUse) use = g_list_model_get_item (r->kernels, i);
      const double seconds = hunch_kernel_use_get_seconds (use) / r->n_tokens;
      const double launches = (double) hunch_kernel_use_get_launches (use) / r->n_tokens;

      if (seconds < MIN_SHARE * r->kernel_seconds)
        {
          rest += seconds;
          rest_launches += launches;
        }
      else
        print_kernel (hunch_kernel_use_get_name (use), seconds, r->kernel_seconds, launches);
    }
  if (rest_launches > 0)
    print_kernel (_ ("others"), rest, r->kernel_seconds, rest_launches);
}

void
roofline_print (const Roofline *r)
{
  const gboolean reads = r->intensity * r->read_bandwidth < r->peak;

  printf ("\n%s\n", strcmp (r->phase, "prefill") == 0 ? _ ("roofline of the prefill") : _ ("roofline of decoding"));
  printf (_ ("  a token      %9.3f MB read, %.1f million operations, %.2f launches\n"), r->bytes / 1e6,
          r->operations / 1e6, r->launches);
  printf (_ ("  intensity    %9.1f operations a byte; the device balances at %.1f\n"), r->intensity,
          r->peak / r->read_bandwidth);
  printf (_ ("  memory       %9.1f GB/s, %.0f %% of the %.1f that the device reads\n"),
          r->bytes * r->tokens_per_second / 1e9, 100 * r->bandwidth_share, r->read_bandwidth / 1e9);
  printf (_ ("  arithmetic   %9.1f Gop/s, %.0f %% of the %.1f that the device multiplies\n"),
          r->operations * r->tokens_per_second / 1e9, 100 * r->peak_share, r->peak / 1e9);
  printf (_ ("  bound by     %s: at most %.1f tokens/s\n"), reads ? _ ("memory") : _ ("arithmetic"),
          reads ? r->read_bandwidth / r->bytes : r->peak / r->operations);
  print_kernels (r);
}

void
roofline_json (const Roofline *r, JsonOut *out)
{
  json_out_begin (out, r->phase, '{');
  json_out_uint (out, "tokens", r->n_tokens);
  json_out_double (out, "bytes_per_token", r->bytes, 1);
  json_out_double (out, "operations_per_token", r->operations, 1);
  json_out_double (out, "launches_per_token", r->launches, 3);
  json_out_double (out, "operations_per_byte", r->intensity, 3);
  json_out_double (out, "bandwidth_share", r->bandwidth_share, 5);
  json_out_double (out, "peak_share", r->peak_share, 5);
  json_out_begin (out, "kernels", '[');
  for (guint i = 0; i < g_list_model_get_n_items (r->kernels); i++)
    {
      g_autoptr (HunchKernelUse) use = g_list_model_get_item (r->kernels, i);

      json_out_begin (out, NULL, '{');
      json_out_string (out, "name", hunch_kernel_use_get_name (use));
      json_out_uint (out, "launches", hunch_kernel_use_get_launches (use));
      json_out_double (out, "seconds", hunch_kernel_use_get_seconds (use), 9);
      json_out_end (out, '}');
    }
  json_out_end (out, ']');
  json_out_end (out, '}');
}
