/* lib-fetch.cl: asks for a cache line ahead of its use. OpenCL's own prefetch does nothing in PoCL; clang's builtin wants a pointer
 * without an address space, which on CPUs, where it has an effect, is the same number. */
#pragma once

#define LINE 64 /* bytes */

#if defined(__clang__) && (defined(__x86_64__) || defined(__aarch64__))
#define fetch_line(p) __builtin_prefetch ((const void *) (size_t) (p))
#else
#define fetch_line(p) ((void) 0)
#endif
