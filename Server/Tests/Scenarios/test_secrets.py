"""Tests of the search for leaks in stopped servers, which runs after every scenario: it finds a leak of each kind."""

import sqlite3

import pytest

from forge import decode
from providers import new_subject
from sesame import Development

EMAIL = "test.user.1@leaks.example.com"


@pytest.fixture(scope="module")
def used(tmp_path_factory):
    """Returns a stopped server whose log and data contain the traces of all kinds of sign-ins."""
    server = Development(tmp_path_factory.mktemp("used"))
    api = server.api
    api.register()
    api.sign_in("apple")
    api.try_sign_in(sub=new_subject(), signature="broken")
    api.refresh(api.sign_in_anonymously()["refreshToken"])
    api.me("an-access-token-that-is-none")
    server.secrets.secrets.add("an-access-token-that-is-none")
    server.secrets.personal.add(EMAIL)
    assert server.stop() == 0
    return server


@pytest.fixture
def leaking(used):
    """Yields the same server for the test to add leaks to, and restores its log and data afterward."""
    database = used.data / "sesame.db"
    before = used.log_file.read_bytes(), database.read_bytes()
    yield used
    used.log_file.write_bytes(before[0])
    database.write_bytes(before[1])
    for path in used.data.iterdir():
        if path.name == "leaked":
            path.unlink()


def refused(server, saying: str):
    with pytest.raises(AssertionError, match=saying):
        server.search()


def log(server, line: str):
    with open(server.log_file, "a") as file:
        file.write(line + "\n")


def row(server, value: str | bytes):
    """Stores a value in a database table of its own."""
    with sqlite3.connect(server.data / "sesame.db") as database:
        database.execute("CREATE TABLE leaked (value)")
        database.execute("INSERT INTO leaked VALUES (?)", (value,))
    database.close()


def secret(server, prefix: str = "rt_") -> str:
    return next(value for value in server.secrets.secrets if value.startswith(prefix))


def test_server_without_leaks_passes(used):
    assert len(used.log_file.read_bytes()) > 1_000
    assert len(used.secrets.secrets) > 10 and len(used.secrets.personal) > 5
    used.search()


def test_email_address_in_the_log_is_found_in_every_spelling(leaking):
    spellings = leaking.secrets.spellings(EMAIL)
    assert len(spellings) == 4
    log_before = leaking.log_file.read_bytes()
    for spelling in spellings:
        leaking.log_file.write_bytes(log_before)
        log(leaking, f'{{"level":"info","message":"request","value":"{spelling.decode()}"}}')
        refused(leaking, "1 secret or personal values in the log")


def test_personal_data_of_a_user_in_the_log_is_found(leaking):
    log(leaking, f'{{"level":"info","message":"{max(leaking.secrets.personal, key=len)}"}}')
    refused(leaking, "secret or personal values in the log")


@pytest.mark.parametrize("start", ["Bearer ey", "rt_", "tk_", "eyJ"])
def test_prefix_of_any_token_in_the_log_is_found(leaking, start):
    log(leaking, f'{{"level":"info","message":"{start}"}}')
    refused(leaking, f"'{start}…' in the log")


@pytest.mark.parametrize("line", ["plain text", '{"level":"info"}', '{"level":"info","message":"é"}', '["level"]', "1"])
def test_malformed_log_line_is_found(leaking, line):
    log(leaking, line)
    refused(leaking, "not one JSON object in ASCII")


def test_token_in_the_database_is_found(leaking):
    row(leaking, secret(leaking))
    refused(leaking, "a token, nonce or ticket in the database")


def test_bytes_of_a_token_in_the_database_are_found(leaking):
    row(leaking, decode(secret(leaking)[3:]))
    refused(leaking, "the bytes of a nonce, ticket or refresh token in the database")


@pytest.mark.parametrize("form", [str.encode, decode])
def test_master_key_in_the_data_folder_is_found(leaking, form):
    key = (leaking.folder / "data.key").read_text().strip()
    (leaking.data / "leaked").write_bytes(b"before " + form(key) + b" after")
    refused(leaking, "the master key in leaked")
