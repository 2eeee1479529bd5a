// What Swift's own module for the C library leaves out.

#ifndef CBENCHMARKS_SHIM_H
#define CBENCHMARKS_SHIM_H

#if defined(__linux__)

#include <malloc.h>
#include <sys/vfs.h>

/// Gives memory that was freed back to the system.
static inline void release_freed_memory(void) { malloc_trim(0); }

#else

/// Does nothing: memory is measured on Linux alone.
static inline void release_freed_memory(void) {}

#endif

#endif
