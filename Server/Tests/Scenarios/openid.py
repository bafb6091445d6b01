"""A third-party OpenID Connect provider that the server knows only by its configuration."""

import http.server
import json
import threading
import time
import urllib.parse

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

from browser import challenge_of, query_of, token

CLIENT = "mine-at-example"
SECRET = "the client's secret"


class OpenIDProvider:
    """A provider that signs in every browser as the user that the test names."""

    def __init__(self):
        self._key = rsa.generate_private_key(public_exponent=65_537, key_size=2048)
        self._codes: dict[str, dict] = {}
        self.exchanges: list[dict] = []
        self.claims: dict = {}
        # The response to the next token exchange, in place of tokens.
        self.refusal: tuple[int, dict] | None = None

    def __enter__(self) -> "OpenIDProvider":
        provider = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                assert self.path == "/keys", self.path
                self.answer(200, {"keys": [provider._public()]})

            def do_POST(self):
                assert self.path == "/token", self.path
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                self.answer(*provider._exchange(dict(urllib.parse.parse_qsl(body, strict_parsing=True))))

            def answer(self, status: int, body: dict):
                data = json.dumps(body).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True, kwargs={"poll_interval": 0.02}).start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()

    @property
    def settings(self) -> dict:
        """Returns the provider's settings for the server's configuration."""
        return {"name": "Example ID", "issuer": self.url, "keysURL": f"{self.url}/keys",
                "authorizationURL": f"{self.url}/authorize?tenant=1", "tokenURL": f"{self.url}/token"}

    def _public(self) -> dict:
        return {**jwt.algorithms.RSAAlgorithm.to_jwk(self._key.public_key(), as_dict=True), "kid": "1", "alg": "RS256"}

    def token(self, subject: str, nonce: str | None = None, key=None, **changes) -> str:
        """Returns an ID token. A change to None removes a claim."""
        now = int(time.time())
        claims = {"iss": self.url, "aud": CLIENT, "sub": subject, "iat": now, "exp": now + 600, "nonce": nonce, **changes}
        claims = {name: value for name, value in claims.items() if value is not None}
        return jwt.encode(claims, key or self._key, algorithm="RS256", headers={"kid": "1"})

    def answer(self, address: str, subject: str, **claims) -> str:
        """Returns the redirect URL for a browser sent here, with the user signed in."""
        assert address.startswith(f"{self.url}/authorize?tenant=1&"), address
        asked = query_of(address)
        code = token(8)
        self._codes[code] = {"asked": asked, "subject": subject, "claims": claims}
        return f"{asked['redirect_uri']}?{urllib.parse.urlencode({'code': code, 'state': asked['state']})}"

    def _exchange(self, form: dict) -> tuple[int, dict]:
        self.exchanges.append(form)
        if self.refusal:
            return self.refusal
        begun = self._codes.pop(form.get("code"), None)
        asked = begun and begun["asked"]
        if not begun or form["grant_type"] != "authorization_code" or form["redirect_uri"] != asked["redirect_uri"]:
            return 400, {"error": "invalid_grant"}
        if (form["client_id"], form["client_secret"]) != (CLIENT, SECRET):
            return 401, {"error": "invalid_client"}
        if challenge_of(form["code_verifier"]) != asked["code_challenge"]:
            return 400, {"error": "invalid_grant"}
        token = self.token(begun["subject"], asked["nonce"], **begun["claims"])
        return 200, {"access_token": "a", "token_type": "Bearer", "refresh_token": "never kept", "id_token": token}
