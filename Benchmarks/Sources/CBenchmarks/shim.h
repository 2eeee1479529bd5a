// What Swift's own module for the C library leaves out.

#ifndef CBENCHMARKS_SHIM_H
#define CBENCHMARKS_SHIM_H

#if defined(__linux__)

#include <malloc.h>
#include <stdlib.h>
#include <sys/vfs.h>
#include <unistd.h>

/// Takes all memory that was freed and is still resident, for good, so that whatever is allocated from
/// now on makes the process grow.
///
/// Blocks of each size are taken until the heap had to be made longer for one. That is never undone.
static inline void use_up_freed_memory(void) {
  malloc_trim(0);
  for (size_t size = 65536; size >= 16; size /= 2) {
    void *end = sbrk(0);
    while (sbrk(0) == end) {
      volatile char *block = (volatile char *)malloc(size);
      if (!block) { return; }
      *block = 0;
    }
  }
  malloc_trim(0);
}

#else

/// Does nothing: memory is measured on Linux alone.
static inline void use_up_freed_memory(void) {}

#endif

#endif
