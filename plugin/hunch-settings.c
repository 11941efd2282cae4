/* hunch-settings.c: how completion behaves for one person; GSettings where its schema is installed.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "plugin/core-fields.h"
#include "plugin/settings-private.h"

/**
 * HunchSettings:
 *
 * How completion behaves. Each property is the key of the same name in the GSettings schema `org.hunch.Hunch`, where each
 * is described; where the schema is not installed the same defaults hold, and changes last as long as the object.
 */
G_DEFINE_FINAL_TYPE (HunchSettings, hunch_settings, G_TYPE_OBJECT)

#define N_FIELDS 29
static CoreField fields[N_FIELDS];

/* Boxed properties have no default of their own. */
static const char *const default_disabled_languages[] = { "git-commit", "gitcommit", "diff", "gpg", NULL };
/* One a word. */
static const char default_secret_files[]
    = ".env .env.* .env-* .env_* *.env .envrc .ssh/* ssh_host_*_key id_rsa* id_dsa* id_ecdsa* id_ed25519* *.pem "
      "*.key *.ppk *.p8 *.pk8 *.p12 *.pfx *.jks *.jceks *.kdb *.kdbx *.gpg *.pgp *.asc *.keystore *.keytab *.agekey "
      "*.ovpn *.nmconnection .netrc _netrc .authinfo .pgpass .my.cnf .mylogin.cnf .npmrc .pypirc .htpasswd .s3cfg "
      ".boto .dockercfg .docker/config.json .git-credentials .smbcredentials .terraformrc .renviron .vault-token "
      ".vault_pass* kubeconfig *.kubeconfig .kube/config credentials credentials.* .credentials .credentials.* "
      "*credentials*.json service-account*.json secret.txt .secret secrets secrets.* .secrets .secrets.* "
      "*secret*.json *secret*.yaml *secret*.yml *secrets.toml *.tfvars *.tfvars.json *.tfstate *.tfstate.* "
      "wp-config.php shadow gshadow *_history COMMIT_EDITMSG";

static void
hunch_settings_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  core_fields_get (object, &fields[id - 1], value);
}

static void
hunch_settings_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  core_fields_set (object, &fields[id - 1], value);
  g_clear_pointer (&HUNCH_SETTINGS (object)->secret_patterns, g_ptr_array_unref);
}

static void
hunch_settings_finalize (GObject *object)
{
  HunchSettings *self = HUNCH_SETTINGS (object);

  g_clear_object (&self->stored);
  g_clear_pointer (&self->secret_patterns, g_ptr_array_unref);
  g_clear_pointer (&self->real_names, g_hash_table_unref);
  core_fields_free (self, fields, N_FIELDS);
  G_OBJECT_CLASS (hunch_settings_parent_class)->finalize (object);
}

static guint n_added;

static void
add (GParamSpec *pspec, gsize offset)
{
  g_assert (n_added < N_FIELDS);
  fields[n_added].pspec = pspec;
  fields[n_added++].offset = offset;
}

static void
add_boolean (const char *name, gboolean value, gsize offset)
{
  add (g_param_spec_boolean (name, NULL, NULL, value, G_PARAM_READWRITE | G_PARAM_CONSTRUCT | G_PARAM_STATIC_STRINGS),
       offset);
}

static void
add_uint (const char *name, guint min, guint max, guint value, gsize offset)
{
  add (g_param_spec_uint (name, NULL, NULL, min, max, value,
                          G_PARAM_READWRITE | G_PARAM_CONSTRUCT | G_PARAM_STATIC_STRINGS),
       offset);
}

static void
add_string (const char *name, const char *value, gsize offset)
{
  add (g_param_spec_string (name, NULL, NULL, value, G_PARAM_READWRITE | G_PARAM_CONSTRUCT | G_PARAM_STATIC_STRINGS),
       offset);
}

static void
add_strv (const char *name, gsize offset)
{
  add (g_param_spec_boxed (name, NULL, NULL, G_TYPE_STRV, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS), offset);
}

static void
hunch_settings_class_init (HunchSettingsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

#define FIELD(member) G_STRUCT_OFFSET (HunchSettings, member)
  /**
   * HunchSettings:enabled:
   *
   * Complete text. Switched off means off: no model is loaded and no device is touched.
   */
  add_boolean ("enabled", TRUE, FIELD (enabled));
  /**
   * HunchSettings:auto-trigger:
   *
   * Suggest while typing. Whether suggestions come by themselves. Without, they come only by the key.
   */
  add_boolean ("auto-trigger", TRUE, FIELD (auto_trigger));
  /**
   * HunchSettings:speculate:
   *
   * Think ahead. Whether the completion after the shown one is computed as if that one were accepted.
   */
  add_boolean ("speculate", TRUE, FIELD (speculate));
  /**
   * HunchSettings:debounce-ms:
   *
   * Rest before a suggestion. Milliseconds without a key before something is asked. A newer key cancels the older question.
   */
  add_uint ("debounce-ms", 0, 5000, 100, FIELD (debounce_ms));
  /**
   * HunchSettings:max-line-suffix:
   *
   * Text after the cursor. Nothing is suggested by itself where more characters than this follow the cursor on its line.
   */
  add_uint ("max-line-suffix", 0, 10000, 8, FIELD (max_line_suffix));
  /**
   * HunchSettings:max-tokens:
   *
   * Longest suggestion. In tokens, which are about four letters each.
   */
  add_uint ("max-tokens", 1, 4096, 128, FIELD (max_tokens));
  /**
   * HunchSettings:time-limit-ms:
   *
   * Time for a suggestion. After so many milliseconds of writing the suggestion is what is there.
   */
  add_uint ("time-limit-ms", 10, 60000, 500, FIELD (time_limit_ms));
  /**
   * HunchSettings:prompt-time-limit-ms:
   *
   * Time for reading. Less text around the cursor is read where the device has been measured to take longer than so many milliseconds.
   */
  add_uint ("prompt-time-limit-ms", 10, 60000, 500, FIELD (prompt_time_limit_ms));
  /**
   * HunchSettings:lines-before:
   *
   * Lines before the cursor. How many are read at most.
   */
  add_uint ("lines-before", 1, 10000, 256, FIELD (lines_before));
  /**
   * HunchSettings:lines-after:
   *
   * Lines after the cursor. How many are read at most.
   */
  add_uint ("lines-after", 0, 10000, 64, FIELD (lines_after));
  /**
   * HunchSettings:ring-chunks:
   *
   * Pieces of recent text. How many pieces of text that were visited lately the model reads too.
   */
  add_uint ("ring-chunks", 0, 256, 16, FIELD (ring_chunks));
  /**
   * HunchSettings:ring-chunk-lines:
   *
   * Lines of a piece. How many lines a piece of recent text has at most.
   */
  add_uint ("ring-chunk-lines", 1, 1024, 64, FIELD (ring_chunk_lines));
  /**
   * HunchSettings:ring-idle-seconds:
   *
   * Rest before recent text is renewed. Seconds without a key; new pieces of text make the model read anew.
   */
  add_uint ("ring-idle-seconds", 0, 3600, 3, FIELD (ring_idle_seconds));
  /**
   * HunchSettings:alternatives:
   *
   * Alternatives. How many suggestions for one place can be looked through.
   */
  add_uint ("alternatives", 1, 16, 3, FIELD (n_alternatives));
  /**
   * HunchSettings:cache-size:
   *
   * Remembered places. For how many places suggestions are kept in memory; 0 keeps none.
   */
  add_uint ("cache-size", 0, 10000, 250, FIELD (cache_size));
  /**
   * HunchSettings:disabled-languages:
   *
   * Languages without completion. Identifiers of languages, as GtkSourceView names them.
   */
  add_strv ("disabled-languages", FIELD (disabled_languages));
  /**
   * HunchSettings:secret-files:
   *
   * Files that hold secrets. Patterns of file names, without folders. Such files, and the copies of them that editors keep, are neither
   * completed nor read as context.
   */
  add_strv ("secret-files", FIELD (secret_files));
  /**
   * HunchSettings:model:
   *
   * Model. A file, a folder, or a name of the catalogue; empty for the default model.
   */
  add_string ("model", "", FIELD (model));
  /**
   * HunchSettings:device:
   *
   * Device. The number or a part of the name of an OpenCL device; empty for the best one.
   */
  add_string ("device", "", FIELD (device));
  /**
   * HunchSettings:unload-minutes:
   *
   * Idle time before the model is unloaded. In minutes; 0 keeps it loaded. It comes back when it is needed.
   */
  add_uint ("unload-minutes", 0, 1440, 15, FIELD (unload_minutes));
  /**
   * HunchSettings:accept-key:
   *
   * Key that accepts a suggestion. As GTK writes keys; does its usual work when nothing is shown.
   */
  add_string ("accept-key", "Tab", FIELD (accept_key));
  /**
   * HunchSettings:accept-line-key:
   *
   * Key that accepts the first line. As GTK writes keys; does its usual work when nothing is shown.
   */
  add_string ("accept-line-key", "<Shift>Tab", FIELD (accept_line_key));
  /**
   * HunchSettings:accept-word-key:
   *
   * Key that accepts one word. As GTK writes keys; does its usual work when nothing is shown.
   */
  add_string ("accept-word-key", "<Control>Right", FIELD (accept_word_key));
  /**
   * HunchSettings:dismiss-key:
   *
   * Key that takes a suggestion away. As GTK writes keys; does its usual work when nothing is shown.
   */
  add_string ("dismiss-key", "Escape", FIELD (dismiss_key));
  /**
   * HunchSettings:next-key:
   *
   * Key for the next alternative. As GTK writes keys; does its usual work when nothing is shown.
   */
  add_string ("next-key", "<Alt>bracketright", FIELD (next_key));
  /**
   * HunchSettings:previous-key:
   *
   * Key for the alternative before. As GTK writes keys; does its usual work when nothing is shown.
   */
  add_string ("previous-key", "<Alt>bracketleft", FIELD (previous_key));
  /**
   * HunchSettings:complete-key:
   *
   * Key that asks for a suggestion. As GTK writes keys.
   */
  add_string ("complete-key", "<Alt>backslash", FIELD (complete_key));
  /**
   * HunchSettings:light-colour:
   *
   * Colour of suggestions on light ground. As CSS writes colours.
   */
  add_string ("light-colour", "#8a8a8a", FIELD (light_colour));
  /**
   * HunchSettings:dark-colour:
   *
   * Colour of suggestions on dark ground. As CSS writes colours.
   */
  add_string ("dark-colour", "#a0a0a0", FIELD (dark_colour));
#undef FIELD

  object_class->get_property = hunch_settings_get_property;
  object_class->set_property = hunch_settings_set_property;
  object_class->finalize = hunch_settings_finalize;
  core_fields_install (object_class, fields, N_FIELDS);
}

static void
hunch_settings_init (HunchSettings *self)
{
  self->disabled_languages = g_strdupv ((char **) default_disabled_languages);
  self->secret_files = g_strsplit (default_secret_files, " ", -1);
}

/**
 * hunch_settings_new:
 *
 * The settings of this person: those that GSettings keeps, bound both ways, where the schema is installed; the defaults
 * elsewhere.
 *
 * Returns: (transfer full): new settings
 */
HunchSettings *
hunch_settings_new (void)
{
  HunchSettings *self = g_object_new (HUNCH_TYPE_SETTINGS, NULL);
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema = NULL;

  if (source != NULL)
    schema = g_settings_schema_source_lookup (source, HUNCH_SETTINGS_SCHEMA, TRUE);
  if (schema == NULL)
    return self;
  self->stored = g_settings_new_full (schema, NULL, NULL);
  for (guint i = 0; i < N_FIELDS; i++)
    if (g_settings_schema_has_key (schema, fields[i].pspec->name)) /* an older schema may lack one */
      g_settings_bind (self->stored, fields[i].pspec->name, self, fields[i].pspec->name, G_SETTINGS_BIND_DEFAULT);
  return self;
}

/**
 * hunch_settings_is_stored:
 * @self: settings
 *
 * Tells whether the schema is installed.
 *
 * Returns: whether changes are kept by GSettings
 */
gboolean
hunch_settings_is_stored (HunchSettings *self)
{
  g_return_val_if_fail (HUNCH_IS_SETTINGS (self), FALSE);
  return self->stored != NULL;
}
