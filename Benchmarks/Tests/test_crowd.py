"""Tests of the multiplication of one account to many."""

import sqlite3

import pytest

import crowd


@pytest.fixture
def database(tmp_path):
    path = tmp_path / "sesame.db"
    with sqlite3.connect(path) as database:
        database.executescript("""
            CREATE TABLE accounts (app TEXT, id TEXT, later TEXT NOT NULL, PRIMARY KEY (id, app)) WITHOUT ROWID;
            CREATE TABLE identities (
                app TEXT, subject TEXT, account TEXT, PRIMARY KEY (subject, app)) WITHOUT ROWID;
            CREATE TABLE sessions (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, account TEXT);
            CREATE TABLE events (id INTEGER PRIMARY KEY, account TEXT, session TEXT, kind TEXT);
            INSERT INTO accounts VALUES ('couple', 'first', 'a column of a later schema');
            INSERT INTO identities VALUES ('couple', 'subject-1', 'first');
            INSERT INTO sessions (id, account) VALUES ('0123456789session', 'first');
            INSERT INTO events (account, session, kind) VALUES
                ('first', NULL, 'created'), ('first', '0123456789session', 'signed-in');
            """)
    return path


def query(path, sql):
    with sqlite3.connect(path) as database:
        return database.execute(sql).fetchall()


def test_every_copied_account_has_its_own_rows(database):
    crowd.multiply(database, 50, ["subject-1", "subject-2", "subject-3"])
    assert query(database, "SELECT count(*), count(DISTINCT later) FROM accounts") == [(50, 1)]
    assert query(database, "SELECT count(DISTINCT account) FROM identities JOIN accounts ON id = account") == [(50,)]
    assert query(database, "SELECT count(DISTINCT s.id) FROM sessions s JOIN events e ON e.session = s.id"
                           " AND e.account = s.account") == [(50,)]
    assert query(database, "SELECT count(*) FROM events WHERE session IS NULL") == [(50,)]


def test_given_subjects_are_among_the_copied_identities(database):
    crowd.multiply(database, 50, ["subject-1", "subject-2", "subject-3"])
    names = {name for (name,) in query(database, "SELECT subject FROM identities")}
    assert {"subject-1", "subject-2", "subject-3"} < names
    assert len(names) == 50


def test_copied_session_ids_begin_with_the_original_timestamp(database):
    crowd.multiply(database, 5, ["subject-1"])
    assert {name[:10] for (name,) in query(database, "SELECT id FROM sessions")} == {"0123456789"}
