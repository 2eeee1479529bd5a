#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE  // for statx
#endif

#include "LinkCount.h"

#include <sys/stat.h>

#if defined(__linux__)
#include <fcntl.h>
#endif

int link_count(int descriptor, uint64_t *count) {
#if defined(STATX_NLINK) && defined(AT_EMPTY_PATH)
  struct statx information;
  if (statx(descriptor, "", AT_EMPTY_PATH, STATX_NLINK, &information) != 0) return -1;
  if (information.stx_mask & STATX_NLINK) {
    *count = information.stx_nlink;
    return 0;
  }
#endif
  struct stat status;
  if (fstat(descriptor, &status) != 0) return -1;
  *count = status.st_nlink;
  return 0;
}
