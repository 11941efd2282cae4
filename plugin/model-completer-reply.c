/* model-completer-reply.c: a model's result as a reply, with the explanation that was asked for.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "libhunch/hunch.h"
#include "plugin/model-completer-private.h"

static GVariant *
make_explanation (HunchResult *result)
{
  GListModel *chosen = hunch_result_get_chosen (result);
  GVariantBuilder tokens;

  g_variant_builder_init (&tokens, G_VARIANT_TYPE (HUNCH_EXPLANATION_TYPE));
  for (guint i = 0; i < g_list_model_get_n_items (chosen); i++)
    {
      g_autoptr (HunchCandidate) token = g_list_model_get_item (chosen, i);
      g_autoptr (GListModel) likely = hunch_result_dup_likely (result, i);

      g_variant_builder_open (&tokens, G_VARIANT_TYPE ("(sda(sd))"));
      g_variant_builder_add (&tokens, "s", hunch_candidate_get_text (token));
      g_variant_builder_add (&tokens, "d", hunch_candidate_get_probability (token));
      g_variant_builder_open (&tokens, G_VARIANT_TYPE ("a(sd)"));
      for (guint k = 0; k < g_list_model_get_n_items (likely); k++)
        {
          g_autoptr (HunchCandidate) other = g_list_model_get_item (likely, k);

          g_variant_builder_add (&tokens, "(sd)", hunch_candidate_get_text (other),
                                 hunch_candidate_get_probability (other));
        }
      g_variant_builder_close (&tokens);
      g_variant_builder_close (&tokens);
    }
  return g_variant_ref_sink (g_variant_builder_end (&tokens));
}

HunchReply *
model_completer_reply (HunchResult *result, const HunchQuery *query, gint64 start_us)
{
  HunchReply *reply = hunch_reply_new (hunch_result_get_text (result));
  gsize n;

  hunch_result_get_ids (result, &n);
  reply->n_tokens = n;
  hunch_result_get_prompt_ids (result, &n);
  reply->n_prompt = n;
  reply->n_cached = hunch_result_get_cached_count (result);
  reply->prompt_ms = hunch_result_get_prompt_ms (result);
  if (query->explain)
    reply->explanation = make_explanation (result);
  reply->total_ms = (g_get_monotonic_time () - start_us) / 1000.0;
  return reply;
}
