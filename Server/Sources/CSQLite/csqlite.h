#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>
#include <stddef.h>

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

// The number of frames in the write-ahead log up to the last commit, from the header of the log's index, which an open
// database in this mode has mapped (bytes 16 to 19, https://sqlite.org/walformat.html); -1 without an index.

static inline long long csqlite_committed_frames(sqlite3 *database) {
    sqlite3_file *file = NULL;
    volatile void *header = NULL;
    if (sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK || file == NULL ||
        file->pMethods == NULL || file->pMethods->iVersion < 2 ||
        file->pMethods->xShmMap(file, 0, 32768, 0, &header) != SQLITE_OK || header == NULL) {
        return -1;
    }
    return ((volatile unsigned int *)header)[4];
}

// Makes SQLite keep the write-ahead log and its index when the last connection is closed (SQLITE_FCNTL_PERSIST_WAL).

static inline int csqlite_keep_log(sqlite3 *database) {
    int keeps = 1;
    return sqlite3_file_control(database, "main", SQLITE_FCNTL_PERSIST_WAL, &keeps);
}

#endif
