#ifndef CEXAMPLES_H
#define CEXAMPLES_H

#include <stddef.h>

/// The bytes of a file.
struct sesame_example {
    const unsigned char *_Nonnull bytes;
    size_t count;
};

/// The number of example apps.
size_t sesame_example_count(void);

/// The configuration of one of them, as it stands in Examples; the index is less than the count.
struct sesame_example sesame_example(size_t index);

#endif
