/* model-file.c: opens a model: finds its family, reads its hyper-parameters, gives its tensors their roles.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "engine/base/i18n.h"
#include "engine/base/printable.h"
#include "engine/model/gguf-private.h"
#include "engine/model/hf.h"
#include "engine/model/hparams.h"
#include "engine/model/roles.h"

static const HunchFamily *
find_family (HunchModelFile *m, GError **error)
{
  const HunchGgufPart *part = g_ptr_array_index (m->gguf->parts, 0);
  const HunchFamily *family;
  g_autofree char *arch = NULL, *shown = NULL, *list = NULL;
  GError *e = NULL;

  if (!hunch_gguf_get_string (m->gguf, "general.architecture", &arch, &e))
    {
      if (e != NULL)
        g_propagate_error (error, e);
      else
        hunch_gguf_fail (part, HUNCH_ERROR_FORMAT, error, _ ("general.architecture: is missing"));
      return NULL;
    }
  family = hunch_family_find (arch);
  if (family != NULL)
    return family;
  shown = hunch_printable (arch, -1, 40);
  list = hunch_family_list ();
  hunch_gguf_fail (part, HUNCH_ERROR_UNSUPPORTED, error,
                   _ ("general.architecture: '%s' is not supported; these are: %s"), shown, list);
  return NULL;
}

/* A name for people is never worth an error. */
static char *
find_name (const HunchModelFile *m)
{
  const char *text;
  gsize len;
  g_autofree char *base = NULL;

  if (hunch_gguf_get_text (m->gguf, "general.name", &text, &len, NULL) && len > 0)
    return hunch_printable (text, (gssize) len, 100);
  base = g_path_get_basename (hunch_gguf_path (m->gguf));
  return hunch_printable (base, -1, 100);
}

static void
note_padding (HunchModelFile *m)
{
  if (m->hp.n_vocab < m->hp.n_vocab_rows)
    g_ptr_array_add (m->warnings, g_strdup_printf (_ ("%u of %u embedding rows have no token: they are padding"),
                                                   m->hp.n_vocab_rows - m->hp.n_vocab, m->hp.n_vocab_rows));
}

static gboolean
fill (HunchModelFile *m, const HunchFamily *family, GError **error)
{
  m->hp.arch = g_strdup (family->arch);
  m->hp.name = find_name (m);
  if (!hunch_hparams_read (m, family, error) || !hunch_roles_bind (m, family, error)
      || !hunch_hparams_read_rope (m, family, error))
    return FALSE;
  m->hp.learned_pos = m->pos_embd != NULL;
  m->hp.tied_head = m->output == NULL;
  if (m->hp.tied_head)
    m->output = m->tok_embd;
  note_padding (m);
  return TRUE;
}

HunchModelFile *
hunch_model_file_open (const char *path, GError **error)
{
  HunchModelFile *m = g_new0 (HunchModelFile, 1);
  const HunchFamily *family = NULL;

  m->warnings = g_ptr_array_new_with_free_func (g_free);
  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    m->gguf = hunch_hf_open (path, &family, m->warnings, error);
  else
    m->gguf = hunch_gguf_open (path, error);
  if (m->gguf != NULL && family == NULL)
    family = find_family (m, error);
  if (m->gguf == NULL || family == NULL || !fill (m, family, error))
    g_clear_pointer (&m, hunch_model_file_free);
  return m;
}

void
hunch_model_file_free (HunchModelFile *m)
{
  if (m == NULL)
    return;
  hunch_hparams_clear (&m->hp);
  g_free (m->layers);
  g_ptr_array_unref (m->warnings);
  hunch_gguf_free (m->gguf);
  g_free (m);
}
