"""Tests of SQLite's plans for all statements of the program: rows are found by an index, or a reviewed list says why not."""

import re
import sqlite3

import pytest

from sesame import ROOT

SOURCES = ROOT / "Server" / "Sources" / "SesameSQLite"
KEYWORDS = r"(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b"

# The beginnings of the statements that read a table without a condition on an index, or sort, and why they may. The rows
# of one account, one key or one app with few accounts are few.
REVIEWED = {
    "SELECT count(*) FROM pragma_foreign_key_check": "a restore checks the whole copy",
    "SELECT count(*) FROM sqlite_schema": "one row per table",
    "SELECT value FROM database_id": "one row",
    "SELECT at FROM last_use": "one row",
    "SELECT journal, number FROM journal_position": "one row",
    "INSERT INTO session_endings (account, app, at) SELECT account, app, max(max(": "at a start after the journal was lost",
    "SELECT account, app, at FROM session_endings LIMIT": "the accounts of the last second; at a start all that wait",
    "SELECT webhook, event FROM webhook_positions": "one row per configured webhook",
    "SELECT id, algorithm, sealed, published_at, signs_from FROM signing_keys": "a few keys",
    "SELECT id, name, digest, scopes, apps, created_at, expires_at, last_used_at, revoked_at FROM admin_keys": "few keys",
    "DELETE FROM admin_keys WHERE id IN": "few keys",
    "SELECT 1 FROM admin_keys WHERE min(": "few keys",
    "SELECT account FROM identities WHERE email = :email COLLATE NOCASE": "sorts the accounts of one address",
    "SELECT DISTINCT account FROM identities WHERE joining_address": "sorts the accounts of one address",
    "SELECT id FROM accounts AS a WHERE app = :app AND +id > :after": "sorts an app with few accounts, on a scan thread",
    "SELECT s.app, s.account, d.session, d.installation": "sorts the devices of one account",
    "SELECT provider, subject, account, email": "sorts the identities of one account",
    "SELECT kind, name, account, created_at, verified_at": "sorts the credentials of one account",
    "SELECT t.provider, t.subject, t.client, t.sealed": "sorts the provider tokens of one account",
    "SELECT id, kind, display_name, enrolled_at": "sorts the factors of one account",
    "SELECT subject FROM identities WHERE app = :app LIMIT 1": "once at the start",
    "SELECT kind, count(*) AS count FROM (SELECT kind FROM jobs": "at most 100,000 jobs, for the operator's metrics",
    "DELETE FROM events WHERE id IN (SELECT id FROM (SELECT id, at FROM events ORDER BY id LIMIT": "the oldest rows",
    "SELECT 1 FROM (SELECT at FROM events ORDER BY id LIMIT 1)": "the oldest row",
    "SELECT digest, at FROM tombstones WHERE cause = :cause": "once at the start, on a scan thread",
}


def statements() -> list[str]:
    found = []
    for file in sorted(SOURCES.rglob("*.swift")):
        literals = re.finditer(rf'"""\n(.*?)\n\s*"""|"({KEYWORDS}[^"\n]*)"', file.read_text(), re.DOTALL)
        texts = (" ".join((match[1] or match[2]).split()) for match in literals)
        found += [text for text in texts if re.match(KEYWORDS, text)]
    return found


@pytest.fixture(scope="module")
def database():
    migration = (SOURCES / "Schema" / "Migration1.swift").read_text()
    script = re.search(r'script: StaticString = """\n(.*?)\n\s*"""', migration, re.DOTALL)[1]
    with sqlite3.connect(":memory:") as database:
        database.executescript(script)
        yield database


def unindexed(database, statement: str) -> list[str]:
    """Returns the steps of the statement's plan that read a whole table or index, or sort."""
    values = dict.fromkeys(re.findall(r":(\w+)", statement))
    steps = [row[3] for row in database.execute(f"EXPLAIN QUERY PLAN {statement}", values)]
    return [step for step in steps if re.match(r"SCAN (?!CONSTANT|\()", step) or "TEMP B-TREE" in step]


def test_every_statement_uses_an_index_or_is_reviewed(database):
    known = set()
    for statement in statements():
        steps = unindexed(database, statement)
        reviewed = {beginning for beginning in REVIEWED if statement.startswith(beginning)}
        assert bool(steps) <= bool(reviewed), f"{statement}: {steps}"
        known |= reviewed if steps else set()
    assert known == set(REVIEWED), "the list names statements that use an index"
    assert len(statements()) > 100
