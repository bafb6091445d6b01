"""Everything secret or personal that a test run has sent or received, to be looked for where it must not be."""

import base64
import threading
import urllib.parse

SECRET_MEMBERS = {
    "accessToken", "refreshToken", "ticket", "nonce", "idToken", "authorizationCode", "password", "currentPassword",
    "secret", "recoveryCode", "sharedSecretKey", "mfaPendingCredential"}
PERSONAL_MEMBERS = {"sub", "email", "givenName", "familyName", "displayName", "photoURL", "nom", "prenom"}


class SecretsSeen:
    def __init__(self):
        self._lock = threading.Lock()
        self.secrets: set[str] = set()
        self.personal: set[str] = set()

    def note(self, value):
        """Takes the secrets out of a JSON body, whichever way it went."""
        if isinstance(value, dict):
            for name, member in value.items():
                if isinstance(member, str) and len(member) >= 8:
                    with self._lock:
                        if name in SECRET_MEMBERS:
                            self.secrets.add(member)
                        elif name in PERSONAL_MEMBERS:
                            self.personal.add(member)
                else:
                    self.note(member)
        elif isinstance(value, list):
            for element in value:
                self.note(element)

    @staticmethod
    def spellings(secret: str) -> set[bytes]:
        """The secret as it might stand in a log: as it is, percent-encoded, in hexadecimal digits, in base64."""
        raw = secret.encode("utf-8", "surrogatepass")
        return {
            raw, urllib.parse.quote(raw, safe="").encode(), raw.hex().encode(), base64.b64encode(raw).rstrip(b"="),
        }

    @staticmethod
    def telling_part(secret: str) -> str:
        """Of a token its payload, which tells it from all others also when a log cuts the rest off."""
        parts = secret.split(".")
        return parts[1] if len(parts) == 3 and len(parts[1]) > 40 else secret

    def found_in(self, text: bytes, personal: bool = True) -> list[str]:
        values = self.secrets | (self.personal if personal else set())
        return [
            value for value in values
            if any(spelling in text for spelling in self.spellings(self.telling_part(value)))
        ]
