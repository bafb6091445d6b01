"""A back end that receives security events and responds as a test specifies."""

import hashlib
import hmac
import http.server
import json
import sqlite3
import threading
import time


# snippet.genuine
def is_genuine(signature: str, body: bytes, secret: str, now: float) -> bool:
    """Returns true if the server signed the message within the last five minutes."""
    parts = [part.partition("=")[::2] for part in signature.split(",")]
    moment = dict(parts).get("t", "")
    if not moment.isdecimal() or len(moment) > 12 or abs(now - int(moment)) > 300:
        return False
    expected = hmac.new(secret.encode(), f"{moment}.".encode() + body, hashlib.sha256).hexdigest().encode()
    return any(hmac.compare_digest(expected, value.encode()) for name, value in parts if name == "v1")
# snippet.end


# snippet.ended
# create table ended (subject text primary key, time integer not null)
SESSION_ENDS = {"signed_out", "session_revoked", "session_replaced", "refresh_reuse_detected", "code_reuse_detected"}
ACCOUNT_ENDS = {
    "account_disabled", "account_deleted", "accounts_merged", "password_changed", "second_factor_added",
    "identity_unlinked", "login_removed", "consent_revoked", "provider_account_deleted", "provider_account_disabled",
    "provider_sessions_revoked"}


def store_end(database: sqlite3.Connection, event: dict):
    """Stores the session or account whose tokens are no longer accepted."""
    kind = event["kind"]
    subject = event["sessionID"] if kind in SESSION_ENDS else event["uid"] if kind in ACCOUNT_ENDS else None
    if subject:
        database.execute("insert into ended values (?, ?) on conflict (subject) do update"
                         " set time = max(time, excluded.time)", (subject, event["time"]))


def is_ended(database: sqlite3.Connection, claims: dict) -> bool:
    """Returns true if the session of a verified token has ended, or its account's tokens of that time were revoked."""
    rows = dict(database.execute("select * from ended where subject in (?, ?)", (claims["sid"], claims["sub"])))
    return claims["sid"] in rows or claims["iat"] <= rows.get(claims["sub"], 0)
# snippet.end


class Receiver:
    """A receiver that responds with `status` after `delay` seconds, and stores all messages and each distinct event."""

    def __init__(self, secret: str, port: int = 0):
        self.secret, self.status, self.delay = secret, 200, 0.0
        self.messages: list[dict] = []
        self.events: dict[str, dict] = {}
        self.forged = 0
        self._lock = threading.Lock()
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status = receiver.take(self.path, dict(self.headers), body)
                self.send_response(status)
                if 300 <= status < 400:
                    self.send_header("Location", "/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True, kwargs={"poll_interval": 0.02}).start()
        self.port = self._server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}/hook"

    def take(self, path: str, headers: dict, body: bytes) -> int:
        if self.delay:
            time.sleep(self.delay)
        with self._lock:
            status = self.status
            event = json.loads(body)
            self.messages.append({"path": path, "headers": headers, "body": body, "event": event})
            # Tests move the server's clock, so the message's own time is used for now.
            signature = headers["Sesame-Signature"]
            if not is_genuine(signature, body, self.secret, float(signature.split(",")[0].removeprefix("t="))):
                self.forged += 1
            elif 200 <= status < 300:
                self.events.setdefault(event["id"], event)
        return status

    def kinds(self, uid: str) -> list[str]:
        return sorted(event["kind"] for event in self.events.values() if event.get("uid") == uid)

    def stop(self):
        self._server.shutdown()
        self._server.server_close()
