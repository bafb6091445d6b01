"""Google ID tokens, minted in advance by the development provider."""

import base64
import http.client
import json


class Provider:
    """The control routes of a development provider."""

    client_ids = "1001-web.apps.googleusercontent.com,1001-android.apps.googleusercontent.com"

    def __init__(self, port: int):
        self._port = port
        self.keys_url = f"http://127.0.0.1:{port}/google/oauth2/v3/certs"

    def mint(self, people: int, each: int = 1) -> list[str]:
        """Mints `each` tokens for Test User 1 to `people`: first one for every user, then the next ones."""
        order = json.dumps({"app": "couple", "user": 1, "count": people, "distinct": "people"})
        tokens = [token for _ in range(each) for token in self._batch(order)]
        if len(set(tokens)) != people * each:
            raise RuntimeError("the provider minted one token twice")
        return tokens

    def _batch(self, order: str) -> list[str]:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=300)
        try:
            connection.request("POST", "/__dev/google/token", order, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            if answer.status != 200:
                raise RuntimeError(f"no tokens: {answer.read().decode()}")
            return json.load(answer)["idTokens"]
        finally:
            connection.close()


def subject(token: str) -> str:
    """Returns the subject of a token."""
    payload = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))["sub"]
