/* plugin.c: the plug-in of GIMP: its procedures, and where people find them.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Script-Fu calls them as (hunch-complete-text "The capital of France is" 1) and
 * (hunch-complete-text-layer RUN-NONINTERACTIVE image layer). */
#include "config.h"

#include <libgimp/gimp.h>
#include <glib/gi18n-lib.h>
#include <locale.h>

#include "plugin/gimp/answer.h"
#include "plugin/gimp/text-layer.h"

#define TEXT_PROCEDURE  "hunch-complete-text"
#define LAYER_PROCEDURE "hunch-complete-text-layer"

static void
query (void)
{
  static const GimpParamDef text_arguments[] = {
    { GIMP_PDB_STRING, (char *) "text", (char *) "The text to continue" },
    { GIMP_PDB_INT32, (char *) "max-tokens",
      (char *) "The longest continuation in tokens, which are about four letters each" },
  };
  static const GimpParamDef text_values[] = {
    { GIMP_PDB_STRING, (char *) "continuation", (char *) "What may follow the text" },
  };
  static const GimpParamDef layer_arguments[] = {
    { GIMP_PDB_INT32, (char *) "run-mode", (char *) "The run mode { RUN-INTERACTIVE (0), RUN-NONINTERACTIVE (1) }" },
    { GIMP_PDB_IMAGE, (char *) "image", (char *) "The image" },
    { GIMP_PDB_DRAWABLE, (char *) "drawable", (char *) "The text layer" },
  };

  gimp_plugin_domain_register (GETTEXT_PACKAGE, LOCALEDIR);
  gimp_install_procedure (TEXT_PROCEDURE, "Continues a text with a language model on this computer",
                          "The model and the device are those of Hunch's settings. Nothing leaves the computer.",
                          "The Hunch authors", "LGPL-2.1-or-later", "2025", NULL, NULL, GIMP_PLUGIN,
                          G_N_ELEMENTS (text_arguments), G_N_ELEMENTS (text_values), text_arguments, text_values);
  gimp_install_procedure (
      LAYER_PROCEDURE, N_ ("Continue the text of this layer with a language model on this computer"),
      "Adds to the layer's text what may follow on its last line, as one undo step. Called without a person, "
      "it leaves a layer without text as it is.",
      "The Hunch authors", "LGPL-2.1-or-later", "2025", N_ ("_Complete Text"), "RGB*, GRAY*, INDEXED*", GIMP_PLUGIN,
      G_N_ELEMENTS (layer_arguments), 0, layer_arguments, NULL);
  gimp_plugin_menu_register (LAYER_PROCEDURE, "<Image>/Layer/Text");
}

/* What GIMP is told of a failure: one line for people. */
static void
give_error (GimpParam *values, int *n_values, const GError *error)
{
  values[0].data.d_status = GIMP_PDB_EXECUTION_ERROR;
  values[1].type = GIMP_PDB_STRING;
  values[1].data.d_string = g_strdup (error->message);
  *n_values = 2;
}

static void
complete_text (const GimpParam *arguments, GimpParam *values, int *n_values)
{
  g_autoptr (HunchQuery) wish = hunch_query_new (arguments[0].data.d_string, NULL);
  g_autoptr (GError) error = NULL;
  char *text;

  g_object_set (wish, "max-tokens", MAX (0, arguments[1].data.d_int32), "time-limit-ms", 0, NULL);
  text = answer_wait (wish, &error);
  if (text == NULL)
    {
      give_error (values, n_values, error);
      return;
    }
  values[1].type = GIMP_PDB_STRING;
  values[1].data.d_string = text;
  *n_values = 2;
}

static void
complete_layer (const GimpParam *arguments, GimpParam *values, int *n_values)
{
  g_autoptr (GError) error = NULL;

  if (!text_layer_complete (arguments[1].data.d_image, arguments[2].data.d_drawable,
                            arguments[0].data.d_int32 != GIMP_RUN_NONINTERACTIVE, &error))
    give_error (values, n_values, error);
  else if (arguments[0].data.d_int32 != GIMP_RUN_NONINTERACTIVE)
    gimp_displays_flush ();
}

static void
run (const char *name, int n_arguments, const GimpParam *arguments, int *n_values, GimpParam **values)
{
  static GimpParam result[2];

  setlocale (LC_ALL, "");
  result[0].type = GIMP_PDB_STATUS;
  result[0].data.d_status = GIMP_PDB_SUCCESS;
  *n_values = 1;
  *values = result;
  if (g_str_equal (name, TEXT_PROCEDURE) && n_arguments == 2)
    complete_text (arguments, result, n_values);
  else if (g_str_equal (name, LAYER_PROCEDURE) && n_arguments == 3)
    complete_layer (arguments, result, n_values);
  else
    result[0].data.d_status = GIMP_PDB_CALLING_ERROR;
}

const GimpPlugInInfo PLUG_IN_INFO = { NULL, NULL, query, run };

MAIN ()
