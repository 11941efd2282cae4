/* engine-handle.c: an engine that several objects use and that can be closed under them.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Engines own threads and a driver's memory. What is still open when the process ends is closed before the driver's own handlers run: a
 * driver that is torn down under a running kernel, or under a compiler, crashes the host. Handlers run in reverse order, and a driver's
 * compiler registers its own when it first compiles something, which may be long after the first engine came. So the main thread closes
 * all in a destructor of its own, which comes before every handler; for a process that another thread ends, or whose main thread
 * loaded nothing, a handler is registered each time that an engine is opened or begins to be closed. The first that runs does all: engines
 * in the making are given up, too, and it waits until none is left, which is as long as the driver takes for one kernel. A forked child
 * leaves all of it alone. */
#include "config.h"

#include "libhunch/engine-handle.h"

#include <stdlib.h>
#include <unistd.h>

struct HunchEngineHandle
{
  gatomicrefcount ref;
  GRWLock lock;        /* held for reading while the engine is used, for writing while it is taken away */
  HunchEngine *engine; /* NULL once closed */
  HunchEngineInfo info;
  HunchVocab *vocab;
  GStrv warnings;
};

static GMutex open_lock;
static GCond closing_changed;
static GPtrArray *open_handles; /* (element-type HunchEngineHandle) not owned; all have references */
static GPtrArray *loadings;     /* (element-type gint) the flags that cancel engines in the making; not owned */
static gint ending;             /* atomic: the process ends */
static guint n_closing;         /* engines that some thread is freeing */
static pid_t owner;             /* the process that opened the first engine; 0: there was none */

static void take_away (HunchEngineHandle *h);

static gpointer
copy_ref (gconstpointer h, gpointer unused)
{
  return hunch_engine_handle_ref ((gpointer) h);
}

static void
close_all (void)
{
  g_autoptr (GPtrArray) handles = NULL;

  if (getpid () != owner)
    return;
  g_mutex_lock (&open_lock);
  handles = g_ptr_array_copy (open_handles, copy_ref, NULL);
  g_mutex_unlock (&open_lock);

  for (guint i = 0; i < handles->len; i++)
    {
      take_away (g_ptr_array_index (handles, i));
      hunch_engine_handle_unref (g_ptr_array_index (handles, i));
    }

  g_atomic_int_set (&ending, 1);
  g_mutex_lock (&open_lock);
  for (guint i = 0; i < loadings->len; i++)
    g_atomic_int_set ((volatile gint *) g_ptr_array_index (loadings, i), 1);
  if (loadings->len > 0)
    hunch_engine_leave ();
  while (n_closing > 0 || loadings->len > 0)
    g_cond_wait (&closing_changed, &open_lock);
  g_mutex_unlock (&open_lock);
}

#ifdef HAVE___CXA_THREAD_ATEXIT_IMPL

/* What C++ destroys thread-local objects with. */
extern int __cxa_thread_atexit_impl (void (*destroy) (void *), void *object, void *dso);
extern void *__dso_handle __attribute__ ((visibility ("hidden")));

static void
main_thread_ends (void *unused)
{
  if (owner != 0)
    close_all ();
}

void
hunch_engine_handle_watch_exit (void)
{
  static gsize once = 0;

  if (gettid () != getpid () || !g_once_init_enter (&once))
    return;
  __cxa_thread_atexit_impl (main_thread_ends, NULL, &__dso_handle);
  g_once_init_leave (&once, 1);
}

#else

void
hunch_engine_handle_watch_exit (void)
{
}

#endif

/* With the lock held. */
static void
begin_lists (void)
{
  if (owner != 0)
    return;
  open_handles = g_ptr_array_new ();
  loadings = g_ptr_array_new ();
  owner = getpid ();
}

static void
remember (HunchEngineHandle *h)
{
  atexit (close_all);
  g_mutex_lock (&open_lock);
  begin_lists ();
  g_ptr_array_add (open_handles, h);
  g_mutex_unlock (&open_lock);
}

void
hunch_engine_handle_loading_begins (volatile gint *cancelled)
{
  atexit (close_all);
  g_mutex_lock (&open_lock);
  begin_lists ();
  g_ptr_array_add (loadings, (gpointer) cancelled);
  g_mutex_unlock (&open_lock);
}

void
hunch_engine_handle_loading_ends (volatile gint *cancelled)
{
  g_mutex_lock (&open_lock);
  g_ptr_array_remove_fast (loadings, (gpointer) cancelled);
  g_cond_broadcast (&closing_changed);
  g_mutex_unlock (&open_lock);
}

gboolean
hunch_engine_handle_is_ending (void)
{
  return g_atomic_int_get (&ending);
}

HunchEngineHandle *
hunch_engine_handle_new (HunchEngine *engine)
{
  HunchEngineHandle *h = g_new0 (HunchEngineHandle, 1);

  g_atomic_ref_count_init (&h->ref);
  g_rw_lock_init (&h->lock);
  h->engine = engine;
  hunch_engine_info (engine, &h->info);
  h->info.arch = g_strdup (h->info.arch);
  h->info.name = g_strdup (h->info.name);
  h->info.device = g_strdup (h->info.device);
  h->info.path = g_strdup (h->info.path);
  h->vocab = hunch_vocab_ref (hunch_engine_vocab (engine));
  h->warnings = g_strdupv ((char **) hunch_engine_warnings (engine));
  remember (h);
  return h;
}

HunchEngineHandle *
hunch_engine_handle_ref (HunchEngineHandle *h)
{
  g_atomic_ref_count_inc (&h->ref);
  return h;
}

static void
closing_begins (void)
{
  g_mutex_lock (&open_lock);
  n_closing++;
  g_mutex_unlock (&open_lock);
}

static void
closing_ends (void)
{
  g_mutex_lock (&open_lock);
  n_closing--;
  g_cond_broadcast (&closing_changed);
  g_mutex_unlock (&open_lock);
}

static gpointer
close_and_free (gpointer data)
{
  HunchEngineHandle *h = data;

  hunch_engine_free (h->engine);
  g_rw_lock_clear (&h->lock);
  g_free ((char *) h->info.arch);
  g_free ((char *) h->info.name);
  g_free ((char *) h->info.device);
  g_free ((char *) h->info.path);
  hunch_vocab_unref (h->vocab);
  g_strfreev (h->warnings);
  g_free (h);
  closing_ends ();
  return NULL;
}

void
hunch_engine_handle_unref (HunchEngineHandle *h)
{
  gboolean last;

  if (h == NULL)
    return;
  /* Under the lock, so that all handles in the list have references. */
  g_mutex_lock (&open_lock);
  last = g_atomic_ref_count_dec (&h->ref);
  if (last)
    {
      g_ptr_array_remove_fast (open_handles, h);
      n_closing++;
    }
  g_mutex_unlock (&open_lock);
  if (last)
    atexit (close_all);
  if (last && getpid () == owner)
    g_thread_unref (g_thread_new ("hunch-close", close_and_free, h));
}

static void
take_away (HunchEngineHandle *h)
{
  HunchEngine *engine;

  closing_begins ();
  g_rw_lock_writer_lock (&h->lock);
  engine = g_steal_pointer (&h->engine);
  g_rw_lock_writer_unlock (&h->lock);
  if (getpid () == owner)
    hunch_engine_free (engine);
  closing_ends ();
}

void
hunch_engine_handle_close (HunchEngineHandle *h)
{
  atexit (close_all);
  take_away (h);
}

const HunchEngineInfo *
hunch_engine_handle_info (HunchEngineHandle *h)
{
  return &h->info;
}

HunchVocab *
hunch_engine_handle_vocab (HunchEngineHandle *h)
{
  return h->vocab;
}

const char *const *
hunch_engine_handle_warnings (HunchEngineHandle *h)
{
  return (const char *const *) h->warnings;
}

guint64
hunch_engine_handle_submit (HunchEngineHandle *h, const HunchRequest *request, HunchTokenFunc token, HunchDoneFunc done,
                            gpointer user_data)
{
  guint64 id = 0;

  g_rw_lock_reader_lock (&h->lock);
  if (h->engine != NULL)
    id = hunch_engine_submit (h->engine, request, token, done, user_data);
  g_rw_lock_reader_unlock (&h->lock);
  return id;
}

gboolean
hunch_engine_handle_use (HunchEngineHandle *h, void (*func) (HunchEngine *engine, gpointer user_data),
                         gpointer user_data)
{
  gboolean open;

  g_rw_lock_reader_lock (&h->lock);
  open = h->engine != NULL;
  if (open)
    func (h->engine, user_data);
  g_rw_lock_reader_unlock (&h->lock);
  return open;
}

void
hunch_engine_handle_cancel (HunchEngineHandle *h, guint64 request)
{
  g_rw_lock_reader_lock (&h->lock);
  if (h->engine != NULL)
    hunch_engine_cancel (h->engine, request);
  g_rw_lock_reader_unlock (&h->lock);
}
