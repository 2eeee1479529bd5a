// How many names an open file has, asked for without a trace.

#ifndef LINK_COUNT_H
#define LINK_COUNT_H

#include <stdint.h>

/// Tells how many names an open file has.
///
/// Unlike `fstat` it does not ask for times where the system lets one choose. Linux gives a file whose
/// times were looked at a finer one at the next write, which dirties the inode; without a journal in
/// the file system, each `fdatasync` then writes the inode as well.
///
/// It returns 0, or -1 with `errno` set.
int link_count(int descriptor, uint64_t *count);

#endif
