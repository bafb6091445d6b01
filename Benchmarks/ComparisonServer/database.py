"""The comparison server's database: SQLite, as durable as Sesame's."""

import sqlite3
import threading
from contextlib import contextmanager

SCHEMA = """
CREATE TABLE IF NOT EXISTS accounts (
    id TEXT PRIMARY KEY, google TEXT UNIQUE, email TEXT, name TEXT, role TEXT,
    created_at INTEGER NOT NULL, last_sign_in_at INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sessions (
    id TEXT PRIMARY KEY, account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    refresh_digest BLOB NOT NULL UNIQUE, created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
    refreshes INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS sessions_account ON sessions (account);
CREATE TABLE IF NOT EXISTS used_tokens (digest BLOB PRIMARY KEY, expires_at INTEGER NOT NULL) WITHOUT ROWID;
"""


class Database:
    """A database with one connection for writes, used by one thread at a time, and a connection for reads in each
    thread."""

    def __init__(self, path: str):
        self._path = path
        self._writer = self._connection()
        self._writer.executescript(SCHEMA)
        self._turn = threading.Lock()
        self._local = threading.local()

    def reader(self) -> sqlite3.Connection:
        if not hasattr(self._local, "connection"):
            self._local.connection = self._connection()
        return self._local.connection

    @contextmanager
    def transaction(self):
        """Runs an atomic transaction, which is on the disk at its end."""
        with self._turn:
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                yield self._writer
            except BaseException:
                self._writer.execute("ROLLBACK")
                raise
            self._writer.execute("COMMIT")

    def _connection(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {pragma}")
        return connection


def use_once(db: sqlite3.Connection, digest: bytes, expires_at: int) -> bool:
    """Marks a token as used. Returns false if it was used before."""
    return db.execute("INSERT OR IGNORE INTO used_tokens VALUES (?, ?)", (digest, expires_at)).rowcount == 1
