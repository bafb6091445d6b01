"""The comparison server: Google sign-in with FastAPI, PyJWT and SQLite, as a team would write it in an afternoon.

It gives only the guarantees that the comparison depends on: a response is sent after its change is on the disk, a
provider's token signs in once, a refresh token is valid once, and an ended session is refused at once. It does less
than Sesame: no apps, no limits, no event log, and no recovery of a lost response.

It is optimized: it uses uvloop and httptools. Handlers that wait for the disk are plain functions, as FastAPI
recommends for blocking libraries, so that other requests continue meanwhile. All other handlers are asynchronous, which
saves a change of thread. Connections stay open, statements are prepared, and keys are parsed once.
"""

import hashlib
import json
import os
import secrets
import sqlite3
import time
import urllib.request

import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from fastapi import FastAPI, Header, HTTPException
from pydantic import BaseModel

import database

CLIENT_IDS = os.environ["COMPARISON_CLIENT_IDS"].split(",")
ISSUERS = {"https://accounts.google.com", "accounts.google.com"}
ISSUER = "http://sign-in.example"
ACCESS_LIFE = 15 * 60
REFRESH_LIFE = 60 * 86_400
MAXIMUM_AGE = 10 * 60
TOLERANCE = 60

app = FastAPI(openapi_url=None)
db = database.Database(os.environ["COMPARISON_DATABASE"])
signing_key = ec.generate_private_key(ec.SECP256R1())
verifying_key = signing_key.public_key()
provider_keys: dict[str, object] = {}


class SignIn(BaseModel):
    idToken: str


class Refresh(BaseModel):
    refreshToken: str


def provider_key(kid: str):
    if kid not in provider_keys:
        with urllib.request.urlopen(os.environ["COMPARISON_KEYS_URL"], timeout=5) as answer:
            for key in json.load(answer)["keys"]:
                provider_keys[key["kid"]] = jwt.PyJWK(key, algorithm="RS256").key
    if kid not in provider_keys:
        raise HTTPException(401, "unknown key")
    return provider_keys[kid]


def verified(token: str, now: int) -> dict:
    try:
        key = provider_key(jwt.get_unverified_header(token).get("kid", ""))
        claims = jwt.decode(
            token, key, algorithms=["RS256"], audience=CLIENT_IDS, leeway=TOLERANCE,
            options={"require": ["exp", "iat", "sub", "iss", "aud"]})
    except jwt.InvalidTokenError as error:
        raise HTTPException(401, "the token is not valid") from error
    if claims["iss"] not in ISSUERS or now - claims["iat"] > MAXIMUM_AGE:
        raise HTTPException(401, "the token is not valid")
    return claims


def digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def tokens(session: str, account: str, refresh: str, now: int) -> dict:
    access = jwt.encode(
        {"iss": ISSUER, "sub": account, "sid": session, "iat": now, "exp": now + ACCESS_LIFE}, signing_key,
        algorithm="ES256")
    return {"accessToken": access, "refreshToken": refresh, "expiresIn": ACCESS_LIFE}


def begin_session(writer: sqlite3.Connection, account: str, now: int) -> dict:
    session, refresh = secrets.token_hex(16), secrets.token_urlsafe(32)
    writer.execute(
        "INSERT INTO sessions (id, account, refresh_digest, created_at, expires_at) VALUES (?, ?, ?, ?, ?)",
        (session, account, digest(refresh), now, now + REFRESH_LIFE))
    return tokens(session, account, refresh, now)


@app.get("/healthz")
async def health():
    return {"status": "ok"}


@app.post("/auth/google")
def sign_in(body: SignIn):
    now = int(time.time())
    claims = verified(body.idToken, now)
    with db.transaction() as writer:
        if not database.use_once(writer, digest(body.idToken), claims["exp"] + TOLERANCE):
            raise HTTPException(401, "the token was used before")
        row = writer.execute("SELECT id, role FROM accounts WHERE google = ?", (claims["sub"],)).fetchone()
        if row:
            account, role = row
            writer.execute("UPDATE accounts SET last_sign_in_at = ? WHERE id = ?", (now, account))
        else:
            account, role = secrets.token_hex(16), None
            writer.execute(
                "INSERT INTO accounts (id, google, email, name, created_at, last_sign_in_at) VALUES (?, ?, ?, ?, ?, ?)",
                (account, claims["sub"], claims.get("email"), claims.get("name"), now, now))
        answer = begin_session(writer, account, now)
    return {**answer, "user": {"id": account, "email": claims.get("email"), "role": role}}


@app.post("/v1/sign-in/anonymous")
def sign_in_anonymously():
    now, account = int(time.time()), secrets.token_hex(16)
    with db.transaction() as writer:
        writer.execute(
            "INSERT INTO accounts (id, created_at, last_sign_in_at) VALUES (?, ?, ?)", (account, now, now))
        answer = begin_session(writer, account, now)
    return {**answer, "user": {"id": account}}


@app.post("/v1/sessions/refresh")
def refresh_session(body: Refresh):
    now, fresh = int(time.time()), secrets.token_urlsafe(32)
    with db.transaction() as writer:
        row = writer.execute(
            "UPDATE sessions SET refresh_digest = ?, expires_at = ?, refreshes = refreshes + 1"
            " WHERE refresh_digest = ? AND expires_at > ? RETURNING id, account",
            (digest(fresh), now + REFRESH_LIFE, digest(body.refreshToken), now)).fetchone()
        if not row:
            raise HTTPException(401, "the refresh token is not valid")
    return tokens(*row, fresh, now)


@app.get("/v1/me")
async def me(authorization: str = Header("")):
    now = int(time.time())
    try:
        claims = jwt.decode(
            authorization.removeprefix("Bearer "), verifying_key, algorithms=["ES256"], issuer=ISSUER,
            options={"require": ["exp", "sub", "sid"]})
    except jwt.InvalidTokenError as error:
        raise HTTPException(401, "the access token is not valid") from error
    row = db.reader().execute(
        "SELECT a.id, a.email, a.name, a.role, a.created_at FROM sessions s JOIN accounts a ON a.id = s.account"
        " WHERE s.id = ? AND s.expires_at > ?", (claims["sid"], now)).fetchone()
    if not row:
        raise HTTPException(401, "the session has ended")
    return dict(zip(("id", "email", "name", "role", "createdAt"), row))
