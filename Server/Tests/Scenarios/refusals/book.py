"""The server's writes: rows in its database and lines in its log."""

import json
import sqlite3

from patience import PATIENCE, wait_until


#: Tables of recurring work that no request starts: jobs, the time of the last clean-up, and the ended sessions that are
#: on their way to the deletion journal. The end of a session itself is in a watched table.
UNWATCHED = {"jobs", "last_use", "session_endings", "journal_position"}
#: Tables whose rows the server deletes by itself when they expire.
PURGED = {"spent_nonces", "used_tokens", "tickets", "flows"}
#: Tables of which a request writes only some columns. A push's other columns count later results of the push service,
#: and the use of an admin key is recorded from time to time, whether the call succeeds or not.
WATCHED = {"pushes": "id, app, fingerprint, accepted_at", "admin_keys": "id, name, scopes, expires_at, revoked_at"}
#: The events that a request writes. Summaries of refusals, written about once a minute, belong to no request.
AMONG = {"events": "WHERE request_id <> '' AND kind <> 'admin_key_used'"}


class Book:
    """A comparison of all rows of a database at two times. It reads them only after a commit."""

    def __init__(self, server):
        self._now = sqlite3.connect(
            f"file:{server.data / 'sesame.db'}?mode=ro", uri=True, timeout=PATIENCE, isolation_level=None)
        # A copy instead of an open transaction, which would delay the server's checkpoints.
        self._then = sqlite3.connect(":memory:")
        names = self._now.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
        self._tables = [name for (name,) in names if name not in UNWATCHED]
        self._version = None

    def begin(self):
        """Starts watching for changes."""
        version = self._committed()
        if version != self._version:
            self._version = version
            self._now.backup(self._then)

    def changes(self) -> tuple[dict[str, int], dict[str, int]]:
        """Returns the numbers of added and of removed rows by table. A changed row counts in both."""
        new, gone = {}, {}
        if self._committed() == self._version:
            return new, gone
        for table in self._tables:
            before, after = (self._rows(database, table) for database in (self._then, self._now))
            if before == after:
                continue
            before, after = set(before), set(after)
            if after - before:
                new[table] = len(after - before)
            if before - after and table not in PURGED:
                gone[table] = len(before - after)
        return new, gone

    def _committed(self) -> int:
        [(version,)] = self._now.execute("PRAGMA data_version")
        return version

    @staticmethod
    def _rows(database, table: str) -> list:
        return database.execute(f"SELECT {WATCHED.get(table, '*')} FROM {table} {AMONG.get(table, '')}").fetchall()

    def close(self):
        self._then.close()
        self._now.close()


class Log:
    """The lines that a server adds to its log."""

    def __init__(self, file):
        self._file = open(file, "rb")
        self.skip()

    def skip(self):
        self._file.seek(0, 2)
        self._bytes = b""

    def rewind(self):
        self._file.seek(0)
        self._bytes = b""

    def new(self) -> bytes:
        self._bytes += self._file.read()
        return self._bytes

    def of(self, request_id: str) -> list[dict]:
        """Returns the lines of a request after waiting for its last one."""

        def lines():
            complete = self.new()[:self._bytes.rfind(b"\n") + 1].splitlines()
            entries = [json.loads(line) for line in complete if request_id.encode() in line]
            return entries if any(entry["message"] == "request" for entry in entries) else None

        return wait_until(lines, f"the line of the request {request_id}")

    def close(self):
        self._file.close()
