"""A simulated browser without JavaScript, and a client that sends users to it to sign in."""

import base64
import hashlib
import html
import re
import secrets
import urllib.parse

import requests

from patience import PATIENCE

REDIRECT = "http://127.0.0.1:49152/callback"


def token(size: int = 32) -> str:
    return base64.urlsafe_b64encode(secrets.token_bytes(size)).rstrip(b"=").decode()


def challenge_of(verifier: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()


def query_of(address: str) -> dict:
    return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(address).query, strict_parsing=True))


def form_of(page: requests.Response, path: str, **fields) -> tuple[str, dict]:
    """Returns the URL and the fields that the page's form with this path and these hidden fields submits."""
    for action, body in re.findall(r'<form method="post" action="([^"]+)">(.*?)</form>', page.text, re.S):
        pairs = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', body)
        hidden = {html.unescape(name): html.unescape(value) for name, value in pairs}
        if action.partition("?")[0] == path and fields.items() <= hidden.items():
            return urllib.parse.urljoin(page.url, html.unescape(action)), hidden
    raise AssertionError(f"no form {path} with {fields}: {page.text}")


class Browser:
    """A browser that follows redirects and auto-submitted forms until it reaches a page or a foreign URL."""

    def __init__(self, server):
        self._own = (server.url, server.providers_url)
        self.http = requests.Session()
        self.http.trust_env = False
        self.visited: list[str] = []

    def step(self, address: str, form: dict | None = None) -> requests.Response:
        self.visited.append(address)
        method = "POST" if form is not None else "GET"
        answer = self.http.request(method, address, data=form, allow_redirects=False, timeout=PATIENCE)
        assert "{{" not in answer.text, "a gap of the page was left"
        return answer

    def next(self, answer: requests.Response) -> tuple[str, dict | None] | None:
        if location := answer.headers.get("Location"):
            return urllib.parse.urljoin(answer.url, location), None
        if refresh := answer.headers.get("Refresh"):
            return refresh.removeprefix("0;url="), None
        form = re.search(r'<form method="post" action="(http[^"]+)">', answer.text)
        if form and "/callback/" in form[1]:
            fields = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', answer.text)
            return html.unescape(form[1]), {html.unescape(k): html.unescape(v) for k, v in fields}
        return None

    def fill(self, page: requests.Response, to: str, fields: dict | None = None) -> tuple[str, dict]:
        """Returns the submission of our registration form with these fields and the button for the step `to`."""
        action = html.unescape(re.search(r'<form method="post" action="([^"]+)" novalidate>', page.text)[1])
        hidden = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', page.text)
        form = {html.unescape(name): html.unescape(value) for name, value in hidden}
        return urllib.parse.urljoin(page.url, action), {**form, **(fields or {}), "to": to}

    def go(self, address: str, form: dict | None = None, until=lambda address: False) -> requests.Response | str:
        """Follows the steps and returns the last page, or the foreign URL that the browser would open next."""
        for _ in range(12):
            answer = self.step(address, form)
            following = self.next(answer)
            if following is None:
                return answer
            address, form = following
            if not address.startswith(self._own) or until(address):
                self.left = (address, form)
                return address
        raise AssertionError(f"too many steps: {self.visited}")


class Client:
    """An app on the user's own machine that requests an authorization code from Sesame."""

    def __init__(self, server, app: str = "couple", redirect: str = REDIRECT):
        self.server, self.app, self.redirect = server, app, redirect
        self.verifier, self.state = token(), token(8) + "&="

    def address(self, provider: str | None = "google", **changes) -> str:
        """Returns the URL of the authorization request. A change to None removes a parameter."""
        fields = {
            "response_type": "code", "client_id": self.app, "redirect_uri": self.redirect, "state": self.state,
            "code_challenge": challenge_of(self.verifier), "code_challenge_method": "S256", "provider": provider,
            **changes}
        fields = {name: value for name, value in fields.items() if value is not None}
        return f"{self.server.url}/authorize?{urllib.parse.urlencode(fields)}"

    def answer(self, address: str) -> dict:
        """Returns the parameters of the redirect after checking its issuer and state."""
        assert isinstance(address, str), address.text
        assert address.startswith(self.redirect + "?"), address
        fields = query_of(address)
        assert fields.pop("state") == self.state and fields.pop("iss") == self.server.url
        return fields

    def code(self, browser: Browser, provider: str = "google", **changes) -> str:
        fields = self.answer(browser.go(self.address(provider, **changes)))
        assert set(fields) == {"code"}, fields
        self.server.secrets.secrets.add(fields["code"])
        return fields["code"]

    def exchange(self, code: str, /, **changes) -> requests.Response:
        fields = {
            "grant_type": "authorization_code", "code": code, "code_verifier": self.verifier,
            "redirect_uri": self.redirect, "client_id": self.app, **changes}
        return self.post({name: value for name, value in fields.items() if value is not None})

    def post(self, fields: dict, **headers) -> requests.Response:
        return self.server.api.post(
            "/token", data=urllib.parse.urlencode(fields).encode(),
            headers={"Content-Type": "application/x-www-form-urlencoded", **headers})
