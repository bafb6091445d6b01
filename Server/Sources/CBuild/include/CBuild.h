#ifndef CBUILD_H
#define CBUILD_H

/// The commit that the program was built from: 40 hexadecimal digits, with a `+` behind them if files had been changed since.
/// Empty where the sources were not in a Git repository.
const char *_Nonnull sesame_commit(void);

#endif
