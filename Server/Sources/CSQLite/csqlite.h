#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>

// SQLITE_TRANSIENT is a macro with a cast, which Swift does not import: these two copy what they bind.

static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int length) {
    return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}

static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int length) {
    return sqlite3_bind_blob(statement, index, bytes, length, SQLITE_TRANSIENT);
}

// Macros that are put together from others, which Swift does not import either.

static const int csqlite_constraint_primary_key = SQLITE_CONSTRAINT_PRIMARYKEY;
static const int csqlite_constraint_unique = SQLITE_CONSTRAINT_UNIQUE;
static const int csqlite_constraint_rowid = SQLITE_CONSTRAINT_ROWID;
static const int csqlite_constraint_foreign_key = SQLITE_CONSTRAINT_FOREIGNKEY;

#endif
