/* test-gguf-hostile.c: sound files cut at every byte and changed at random are refused or read, never followed over an edge.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Worth most in a build with --enable-sanitizers. */
#include "config.h"

#include "engine/base/hunch-error.h"
#include "engine/model/model-file.h"
#include "tests/engine/model/scratch.h"
#include "tests/engine/model/tiny.h"

#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define MAX_GROWTH_KIB (64 * 1024)

typedef struct
{
  char *bytes;
  gsize n;
  gsize header; /* where the data begins */
} Sound;

static const char *const names[] = { "valid_llama.gguf", "valid_llama_q8_0.gguf", "valid_llama_ropefreqs.gguf",
                                     "valid_qwen2_tied.gguf", "valid_gpt2_untied.gguf" };
static Sound sound[G_N_ELEMENTS (names)];

/* Most memory so far. A sanitizer keeps what was freed, so that there the answer is 0. */
static long
peak_kib (void)
{
#ifdef __SANITIZE_ADDRESS__
  return 0;
#else
  struct rusage u;

  getrusage (RUSAGE_SELF, &u);
  return u.ru_maxrss;
#endif
}

/* Uses all that a model offers. */
static void
walk (const HunchModelFile *m)
{
  guint sum = 0;

  for (guint i = 0; i < hunch_gguf_n_keys (m->gguf); i++)
    {
      g_autofree char *value = NULL;
      g_autofree char *key = hunch_gguf_key_at (m->gguf, i, &value);

      g_assert_true (g_utf8_validate (key, -1, NULL) && g_utf8_validate (value, -1, NULL));
    }
  for (guint i = 0; i < hunch_gguf_n_tensors (m->gguf); i++)
    {
      const HunchTensor *t = hunch_gguf_tensor_at (m->gguf, i);

      sum += t->data[0] + t->data[t->bytes - 1];
    }
  for (guint i = 0; i < m->hp.rope_dim / 2; i++)
    g_assert_true (isfinite (m->hp.rope_freqs[i]));
  g_assert_cmpuint (m->hp.n_layer * m->hp.n_head, >, 0);
  g_assert_nonnull (m->layers[m->hp.n_layer - 1].down);
  g_assert_cmpuint (sum, <, G_MAXUINT);
}

/* TRUE when the file was taken. Whatever it is, the answer is one of two. */
static gboolean
attempt (const char *path)
{
  GError *error = NULL;
  HunchModelFile *m = hunch_model_file_open (path, &error);

  g_assert_true ((m == NULL) == (error != NULL));
  if (m == NULL)
    {
      g_assert_true (error->domain == HUNCH_ERROR && g_str_has_prefix (error->message, path));
      g_assert_true (g_utf8_validate (error->message, -1, NULL) && strchr (error->message, '\n') == NULL);
      g_error_free (error);
      return FALSE;
    }
  walk (m);
  hunch_model_file_free (m);
  return TRUE;
}

static char *
scratch (int *fd)
{
  char *path = scratch_path ("hostile.gguf");

  *fd = open (path, O_RDWR | O_CREAT | O_TRUNC, 0600);
  g_assert_cmpint (*fd, >=, 0);
  return path;
}

static void
put (int fd, gconstpointer bytes, gsize n)
{
  g_assert_cmpint (pwrite (fd, bytes, n, 0), ==, (gssize) n);
}

static void
test_truncated (void)
{
  int fd;
  g_autofree char *path = scratch (&fd);
  long before = peak_kib ();

  put (fd, sound[0].bytes, sound[0].n);
  g_assert_true (attempt (path));
  for (gsize n = sound[0].n; n-- > 0;)
    {
      /* Every byte of the header; of the data, where one cut is as another, every byte only when thorough. */
      if (n > sound[0].header && n < sound[0].n - 64 && n % 41 != 0 && !g_test_thorough ())
        continue;
      g_assert_cmpint (ftruncate (fd, (off_t) n), ==, 0);
      g_assert_false (attempt (path));
    }
  g_assert_cmpint (peak_kib () - before, <, MAX_GROWTH_KIB);
  close (fd);
}

/* Numbers that break arithmetic, written over whatever is there. */
static void
spoil (GRand *rand, char *bytes, gsize n)
{
  static const guint64 numbers[] = { 0,
                                     1,
                                     2,
                                     13,
                                     31,
                                     64,
                                     255,
                                     256,
                                     65535,
                                     G_MAXINT32,
                                     (guint64) 1 << 31,
                                     G_MAXUINT32,
                                     (guint64) 1 << 32,
                                     ((guint64) 1 << 60) + 1,
                                     G_MAXINT64,
                                     (guint64) 1 << 63,
                                     G_MAXUINT64,
                                     G_MAXUINT64 - 7 };
  gsize at = (gsize) g_rand_int_range (rand, 0, (gint32) n);

  switch (g_rand_int_range (rand, 0, 4))
    {
    case 0:
      bytes[at] ^= (char) (1 << g_rand_int_range (rand, 0, 8));
      break;
    case 1:
      bytes[at] = (char) g_rand_int_range (rand, 0, 256);
      break;
    case 2:
      memcpy (bytes + at, &numbers[g_rand_int_range (rand, 0, G_N_ELEMENTS (numbers))], MIN (8, n - at));
      break;
    default:
      memcpy (bytes + at, &numbers[g_rand_int_range (rand, 0, G_N_ELEMENTS (numbers))], MIN (4, n - at));
    }
}

static void
test_spoilt (void)
{
  int fd, rounds = g_test_thorough () ? 400000 : 20000;
  g_autofree char *path = scratch (&fd);
  GRand *rand = g_rand_new_with_seed (20240607);
  long before = peak_kib ();
  guint taken = 0;

  for (int i = 0; i < rounds; i++)
    {
      const Sound *s = &sound[(gsize) i % G_N_ELEMENTS (sound)];
      g_autofree char *bytes = g_memdup2 (s->bytes, s->n);

      for (int k = g_rand_int_range (rand, 1, 4); k > 0; k--)
        spoil (rand, bytes, s->header);
      put (fd, bytes, s->n);
      g_assert_cmpint (ftruncate (fd, (off_t) s->n), ==, 0);
      taken += attempt (path);
    }
  g_test_message ("%u of %d were taken", taken, rounds);
  /* Tokens and merges are most of a header, and any text will do there; but some bytes have to matter. */
  g_assert_cmpuint (taken, <, (guint) rounds * 9 / 10);
  g_assert_cmpuint (taken, >, 0);
  g_assert_cmpint (peak_kib () - before, <, MAX_GROWTH_KIB);
  g_rand_free (rand);
  close (fd);
}

static void
load_sound (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_test_build_filename (G_TEST_DIST, "fixtures", "gguf", names[i], NULL);
      HunchGguf *g = hunch_gguf_open (path, NULL);

      g_assert_nonnull (g);
      g_assert_true (g_file_get_contents (path, &sound[i].bytes, &sound[i].n, NULL));
      sound[i].header = sound[i].n;
      for (guint k = 0; k < hunch_gguf_n_tensors (g); k++)
        sound[i].header -= hunch_gguf_tensor_at (g, k)->bytes; /* padding is counted in, which does no harm */
      hunch_gguf_free (g);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  load_sound ();
  g_test_add_func ("/gguf-hostile/truncated", test_truncated);
  g_test_add_func ("/gguf-hostile/spoilt", test_spoilt);
  return g_test_run ();
}
