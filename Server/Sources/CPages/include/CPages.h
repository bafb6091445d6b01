#ifndef CPAGES_H
#define CPAGES_H

#include <stddef.h>

/// Bytes that are part of the program.
struct sesame_page {
    const unsigned char *_Nonnull bytes;
    size_t count;
};

/// The description of the native API.
struct sesame_page sesame_openapi_page(void);

/// The configuration of `sesame dev`: five example apps.
struct sesame_page sesame_development_page(void);

#endif
