"""Creates data folders with any number of accounts in seconds.

The server creates one account by a real sign-in. That account's rows are then copied in the database, with ids and
subjects of their own. So the rows are exactly those that the server writes, whatever their columns are. The ids are
random, so the users who will sign in are spread over all accounts.
"""

import sqlite3
import urllib.request
from pathlib import Path

from contenders import Sesame
from tokens import subject

# The columns that identify an account, by table, with their replacements.
OWN_COLUMNS = {
    "accounts": {"id": "p.account"},
    "identities": {"account": "p.account", "subject": "p.subject"},
    "sessions": {"account": "p.account", "id": "p.session"},
    "events": {"account": "p.account", "session": "iif(t.session IS NULL, NULL, p.session)"},
}
ORDERS = {"accounts": "p.account", "identities": "p.subject", "sessions": "p.session", "events": "p.account"}


def fill(folder: Path, data: Path, size: int, people: int):
    """Creates a data folder with `size` accounts, including those of Test User 1 to `people`."""
    sesame = Sesame(folder, data)
    try:
        subjects = [subject(token) for token in sesame.provider.mint(people)]
        [token] = sesame.provider.mint(1)
        request = urllib.request.Request(
            f"{sesame.url}/auth/google", f'{{"idToken":"{token}"}}'.encode(),
            {"Content-Type": "application/json", "Sesame-App": "couple"})
        urllib.request.urlopen(request, timeout=10).read()
    finally:
        sesame.stop()
    multiply(data / "sesame.db", size, subjects)


def multiply(path: Path, size: int, subjects: list[str]):
    """Extends a database with one account, that of `subjects[0]`, to `size` accounts."""
    database = sqlite3.connect(path, isolation_level=None)
    try:
        for pragma in ("journal_mode = OFF", "synchronous = OFF", "cache_size = -2000000", "temp_store = MEMORY"):
            database.execute(f"PRAGMA {pragma}").fetchall()
        [(account, session)] = database.execute("SELECT account, id FROM sessions").fetchall()
        database.execute("BEGIN")
        others = [(name,) for name in subjects[1:size]]
        database.execute("CREATE TEMP TABLE people (account TEXT, session TEXT, subject TEXT)")
        # A session id begins with the creation time. All copies keep that part, as if created at the same time.
        ids = "lower(hex(randomblob(13))), ? || lower(hex(randomblob(8)))"
        database.executemany(f"INSERT INTO people SELECT {ids}, ?", ((session[:10], *name) for name in others))
        database.execute(
            "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)"
            f" INSERT INTO people SELECT {ids}, printf('2%020d', n) FROM numbers LIMIT ?",
            (size, session[:10], size - 1 - len(others)))
        for table, own in OWN_COLUMNS.items():
            columns = [name for _, name, kind, _, _, key in database.execute(f"PRAGMA table_info({table})")
                       if not (key and kind == "INTEGER")]
            values = ", ".join(own.get(name, f"t.{name}") for name in columns)
            owner = "id" if table == "accounts" else "account"
            database.execute(
                f"INSERT INTO {table} ({', '.join(columns)}) SELECT {values} FROM temp.people p,"
                f" (SELECT * FROM {table} WHERE {owner} = ?) t ORDER BY {ORDERS[table]}", (account,))
        database.execute("COMMIT")
        [(count,)] = database.execute("SELECT count(*) FROM accounts").fetchall()
        if count != size:
            raise RuntimeError(f"{count} accounts were made, not {size}")
        database.execute("PRAGMA journal_mode = WAL").fetchall()
    finally:
        database.close()
