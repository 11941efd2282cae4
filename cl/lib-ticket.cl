/* lib-ticket.cl: how work-groups that run at the same time share a list of chunks, some of which must wait for others.
 *
 * Chunks are numbered through the list, and may run when all before a certain number are done. A work-group looks at the next
 * number, waits until it may run, and only then takes it; so whoever holds a chunk computes, and whoever waits holds none. That is
 * why nothing can stand still: a work-group needs no other one to begin, and one that has waited for long may leave, since then
 * there is one that computes, and does the rest alone if it must. It leaves because waiting takes the processor from whom it waits for:
 * the thread of a work-group that computes may have been put aside for another process. */
#pragma once

/* Words of a control buffer, zero at first; cache lines apart. */
#define TAKEN 0
#define DONE  32

/* Leaves the core to its other thread for a moment. */
static inline void
relax (void)
{
#if defined(__clang__) && defined(__x86_64__)
  __asm__ volatile ("pause");
#endif
}

/* Waits until n chunks are done; 0 after so many looks. */
static inline int
wait_for (volatile __global int *control, int n, int patience)
{
  for (int i = 0; control[DONE] < n; i++)
    {
      if (i >= patience)
        return 0;
      relax ();
    }
  mem_fence (CLK_GLOBAL_MEM_FENCE);
  return 1;
}

/* Whether chunk n is ours now; otherwise somebody else's. */
static inline int
take_chunk (volatile __global int *control, int n)
{
  return atomic_cmpxchg (control + TAKEN, n, n + 1) == n;
}

static inline void
count_done (volatile __global int *control)
{
  mem_fence (CLK_GLOBAL_MEM_FENCE);
  atomic_inc (control + DONE);
}
