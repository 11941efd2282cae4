/* family.c: the table of model families.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/model/family.h"

#include <string.h>

const HunchFamily *const hunch_families[] = {
  &hunch_family_gemma3,
  &hunch_family_gpt2,
  &hunch_family_llama,
  &hunch_family_nanochat,
  &hunch_family_qwen2,
  &hunch_family_qwen3,
  NULL,
};

const HunchFamily *
hunch_family_find (const char *arch)
{
  for (gsize i = 0; hunch_families[i] != NULL; i++)
    if (strcmp (hunch_families[i]->arch, arch) == 0)
      return hunch_families[i];
  return NULL;
}

const HunchFamily *
hunch_family_find_hf (const char *model_type)
{
  for (gsize i = 0; hunch_families[i] != NULL; i++)
    if (g_strv_contains (hunch_families[i]->hf_types, model_type))
      return hunch_families[i];
  return NULL;
}

char *
hunch_family_list (void)
{
  GString *s = g_string_new (NULL);

  for (gsize i = 0; hunch_families[i] != NULL; i++)
    g_string_append_printf (s, "%s%s", i > 0 ? ", " : "", hunch_families[i]->arch);
  return g_string_free (s, FALSE);
}

char *
hunch_family_list_hf (void)
{
  GString *s = g_string_new (NULL);

  for (gsize i = 0; hunch_families[i] != NULL; i++)
    for (const char *const *type = hunch_families[i]->hf_types; *type != NULL; type++)
      g_string_append_printf (s, "%s%s", s->len > 0 ? ", " : "", *type);
  return g_string_free (s, FALSE);
}
