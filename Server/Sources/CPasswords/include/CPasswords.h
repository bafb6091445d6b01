#ifndef CPASSWORDS_H
#define CPASSWORDS_H

#include <stddef.h>

/// The filter of common passwords, as `scripts/common-passwords` writes it.
///
/// The SHA-256 digest of each plain form is cut to 40 bits, and the results are sorted. First come 256 numbers: for each
/// first byte, how many results begin with it or a lesser one. Then come the other 32 bits of each result, in order. All
/// numbers have four bytes, the least significant first.
const unsigned char *_Nonnull sesame_common_passwords(void);

/// The size of the filter in bytes.
size_t sesame_common_passwords_size(void);

#endif
