#include "ReferenceCount.h"

// What the runtime offers compilers. Each takes and gives what it does in C.
extern void *swift_unownedRetain(void *object);
extern void swift_unownedRelease(void *object);
extern void *swift_tryRetain(void *object);

void reference_count_unowned(void *object) { swift_unownedRetain(object); }

void reference_uncount_unowned(void *object) { swift_unownedRelease(object); }

void *reference_count_strong(void *object) { return swift_tryRetain(object); }
