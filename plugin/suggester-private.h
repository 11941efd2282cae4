/* suggester-private.h: the state of completion in one host, and the steps that change it.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 *   nothing ──typed──► waiting (debounce) ──► asking (job) ──► shown ──accept, dismiss, other text──► nothing
 *
 * `place` is the text around the cursor that all of this is about: it is set while waiting, asking or shown. Whatever comes
 * back for another place is dropped. `ahead` asks for what would come after the shown suggestion.
 *
 * An answer is shown line by line while it grows: then both job and shown are set. What of it is typed or accepted meanwhile moves `place`
 * on, and the job, which was asked for the place before, still fits. */
#pragma once

#include "plugin/core-cache.h"
#include "plugin/core-clock.h"
#include "plugin/core-context.h"
#include "plugin/core-prompt.h"
#include "plugin/core-ring.h"
#include "plugin/hunch-suggester.h"

G_BEGIN_DECLS

typedef enum
{
  JOB_SUGGEST,
  JOB_ALTERNATIVE,
  JOB_EXPLAIN,
  JOB_AHEAD,
  JOB_WARM
} JobKind;

/* A question that is on its way. */
typedef struct
{
  GWeakRef suggester;
  CoreContext *context;
  GCancellable *cancellable;
  JobKind kind;
  guint seed;     /* of an alternative; counts the attempts */
  char *prompt;   /* what of the prefix is read */
  char **texts;   /* name, text … of other files that are read, or NULL */
  gsize n_suffix; /* bytes of the suffix that are read */
  gulong handler; /* on query */
  HunchQuery *query;
  GString *come; /* of the answer so far */
} SuggesterJob;

/* What all hosts of one completer have in common. */
typedef struct
{
  CoreCache *cache;
  CoreRing *ring;
  CorePace pace;
  gconstpointer reader; /* the suggester whose text was read last; to compare only */
} SuggesterMemory;

struct _HunchSuggester
{
  GObject parent_instance;
  HunchHost *host; /* weak: NULL once it is closed */
  HunchCompleter *completer;
  HunchSettings *settings;
  SuggesterMemory *memory; /* the completer's */
  CoreClock *clock;

  CoreContext *place;
  CoreContext *composed; /* what an input method put into the text while it still said that it composes, or NULL */
  gpointer debounce;     /* timer while waiting */
  SuggesterJob *job;     /* while asking, for a suggestion or for one more alternative */
  GPtrArray *shown;      /* utf8: alternatives; NULL while nothing is shown */
  guint index;           /* which of them */
  GVariant *explanation; /* of what is shown, or NULL */
  gpointer painting;     /* timer until it is painted, and what comes after it may be asked */
  SuggesterJob *ahead;

  gboolean inserting; /* the host's changes are our own */
  CoreContext *last;  /* where a completion was last thought of, for the ring */
  char *read;         /* prefix of the last prompt that was read */
  char **
      texts; /* name, text … of other files, as they were read before it; NULL: none. They change only at leisure, for then all
                         is read again */
  gpointer idle;       /* timer of what is done when nothing is typed */
  gboolean has_failed; /* the completer says so */
  guint n_failures;
  gint64 quiet_until; /* after failures nothing is asked by itself, in clock time */

  char *status, *reason;
  double progress;
};

/* clock (transfer full) */
HunchSuggester *suggester_new_with_clock (HunchHost *host, HunchCompleter *completer, HunchSettings *settings,
                                          CoreClock *clock);

/* suggester-job.c. context is not taken. */
void suggester_ask (HunchSuggester *self, CoreContext *context);
void suggester_ask_alternative (HunchSuggester *self);
void suggester_ask_explanation (HunchSuggester *self);
/* Asks what comes after what is shown, once that is painted. */
void suggester_ask_ahead (HunchSuggester *self);
void suggester_stop_ahead (HunchSuggester *self);
void suggester_ask_warm (HunchSuggester *self);
void suggester_forget_read (HunchSuggester *self); /* the cache has lost what was read */
gboolean suggester_adopt_ahead (HunchSuggester *self, const CoreContext *context);
void suggester_cancel (SuggesterJob **slot);

/* suggester-grow.c */
/* Shows what of job's answer, whole (text) or as far as it has come (NULL), is to be shown now. */
void suggester_grow (HunchSuggester *self, const SuggesterJob *job, const char *text);
gboolean suggester_is_growing (HunchSuggester *self);
/* Whether what was typed since is the answer that is on its way, which then is still waited for. */
gboolean suggester_follow_job (HunchSuggester *self, CoreContext *now);

/* suggester-explain.c */
/* What was said of the text that is shown, if it still is the same. */
void suggester_explained (HunchSuggester *self, HunchQuery *query, HunchReply *reply);
void suggester_drop_explanation (HunchSuggester *self);

/* suggester-shown.c */
void suggester_show (HunchSuggester *self, CoreContext *context, GPtrArray *texts); /* takes texts */
/* Replaces what is shown at its place by a longer one. */
void suggester_show_more (HunchSuggester *self, CoreContext *context, const char *text);
void suggester_show_index (HunchSuggester *self, guint index);
void suggester_clear (HunchSuggester *self);
gboolean suggester_follow_typing (HunchSuggester *self);

/* suggester-idle.c */
void suggester_remember (HunchSuggester *self, CoreContext *now); /* now: NULL when leaving */

/* suggester-events.c */
void suggester_watch (HunchSuggester *self);
void suggester_leave (HunchSuggester *self);                   /* the host goes */
void suggester_begin (HunchSuggester *self, CoreContext *now); /* after something was typed or accepted */
void suggester_reset (HunchSuggester *self);                   /* back to nothing */
/* Shows what is known for a place already. FALSE if a question is due. */
gboolean suggester_use_cache (HunchSuggester *self, CoreContext *now);

/* hunch-suggester.c */
void suggester_notify (HunchSuggester *self, const char *property);

/* suggester-status.c */
void suggester_set_status (HunchSuggester *self, const char *status);
void suggester_update_reason (HunchSuggester *self);
void suggester_update_loading (HunchSuggester *self);
void suggester_tell_reply (HunchSuggester *self, HunchReply *reply);

G_END_DECLS
