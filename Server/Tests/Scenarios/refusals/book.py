"""What a server wrote: rows in its database and lines in its log."""

import json
import sqlite3

from sesame import wait_until

#: Recurring work, which no request begins.
UNWATCHED = {"jobs"}
#: What the server removes by itself when its time has come.
PURGED = {"spent_nonces", "used_tokens", "tickets", "flows"}
#: Where only some columns are a request's doing: the rest of a push's row counts what the push service answers later.
#: Likewise a use of an admin key is noted now and then, whatever comes of it.
WATCHED = {"pushes": "id, app, fingerprint, accepted_at", "admin_keys": "id, name, scopes, expires_at, revoked_at"}
#: Refusals are counted, and noted about once a minute: those events are no one request's.
AMONG = {"events": "WHERE request_id <> '' AND kind <> 'admin_key_used'"}


class Book:
    """All rows of a database, read again only when somebody has committed something."""

    def __init__(self, server):
        self._database = sqlite3.connect(
            f"file:{server.data / 'sesame.db'}?mode=ro", uri=True, timeout=5, isolation_level=None)
        names = self._database.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
        self._tables = [name for (name,) in names if name not in UNWATCHED]
        self._version, self._rows = None, {}

    def rows(self) -> dict[str, set]:
        [(version,)] = self._database.execute("PRAGMA data_version")
        if version != self._version:
            self._version = version
            self._rows = {table: set(self._database.execute(f"SELECT {WATCHED.get(table, '*')} FROM {table} {AMONG.get(table, '')}"))
                          for table in self._tables}
        return self._rows

    @staticmethod
    def changes(before: dict[str, set], after: dict[str, set]) -> tuple[dict[str, int], dict[str, int]]:
        """How many rows are there that were not, and how many are not that were; a changed row counts in both."""
        new = {table: len(after[table] - before[table]) for table in after if after[table] - before[table]}
        gone = {
            table: len(before[table] - after[table]) for table in after
            if table not in PURGED and before[table] - after[table]}
        return new, gone

    def close(self):
        self._database.close()


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
        """The lines of a request, when its last one is there."""

        def lines():
            complete = self.new()[:self._bytes.rfind(b"\n") + 1].splitlines()
            entries = [json.loads(line) for line in complete if request_id.encode() in line]
            return entries if any(entry["message"] == "request" for entry in entries) else None

        return wait_until(lines, 2, f"the line of the request {request_id}")

    def close(self):
        self._file.close()
