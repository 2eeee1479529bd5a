// How the references to an object of Swift's runtime are counted.

#ifndef REFERENCE_COUNT_H
#define REFERENCE_COUNT_H

/// Counts an unowned reference: the object's memory stays, though the object may go.
void reference_count_unowned(void *_Nonnull object);

/// Counts an unowned reference less.
void reference_uncount_unowned(void *_Nonnull object);

/// Counts a strong reference and gives the object, or gives none if the object is gone or is going.
///
/// An unowned reference to it has to be counted meanwhile.
void *_Nullable reference_count_strong(void *_Nonnull object);

#endif
