#ifndef CEMBEDDEDFILES_H
#define CEMBEDDEDFILES_H

#include <stddef.h>

/// Bytes that are part of the program.
struct sesame_page {
    const unsigned char *_Nonnull bytes;
    size_t count;
};

/// The description of the native API.
struct sesame_page sesame_openapi_page(void);

/// A template, style sheet or picture of the web pages.
struct sesame_web_file {
    const char *_Nonnull name;
    struct sesame_page page;
};

/// How many files the web pages have.
size_t sesame_web_file_count(void);

/// One of them; the index is less than the count.
struct sesame_web_file sesame_web_file(size_t index);

#endif
