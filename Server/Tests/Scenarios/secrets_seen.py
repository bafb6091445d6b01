"""The secrets and personal data that a test run has sent or received, for the search for leaks."""

import base64
import threading
import urllib.parse

SECRET_MEMBERS = {
    "accessToken", "refreshToken", "ticket", "nonce", "idToken", "authorizationCode", "password", "currentPassword",
    "secret", "recoveryCode", "recoveryCodes", "sharedSecretKey", "mfaPendingCredential", "access_token", "refresh_token",
    "id_token", "oobCode", "newPassword", "oldPassword", "jwt", "temporaryProof"}
# Passwords of tests that also occur in our own texts.
WORDS = {"password", "another one"}
PERSONAL_MEMBERS = {"sub", "email", "givenName", "familyName", "displayName", "photoURL", "nom", "prenom", "phone",
                    "phoneNumber"}


class SecretsSeen:
    def __init__(self):
        self._lock = threading.Lock()
        self.secrets: set[str] = set()
        #: The name of the member that contained each secret. Reports name it instead of quoting the secret.
        self.members: dict[str, str] = {}
        self.personal: set[str] = set()

    def note(self, value, name: str = ""):
        """Collects the secrets of a JSON body, sent or received.

        name: The name of the member that contains the value.
        """
        if isinstance(value, dict):
            for member, inner in value.items():
                self.note(inner, member)
        elif isinstance(value, list):
            for element in value:
                self.note(element, name)
        elif isinstance(value, str) and len(value) >= 8 and value not in WORDS:
            with self._lock:
                if name in SECRET_MEMBERS:
                    self.secrets.add(value)
                    self.members[value] = name
                elif name in PERSONAL_MEMBERS:
                    self.personal.add(value)

    @staticmethod
    def spellings(secret: str) -> set[bytes]:
        """Returns the forms that a secret could have in a log: unchanged, percent-encoded, hexadecimal and base64."""
        raw = secret.encode("utf-8", "surrogatepass")
        return {
            raw, urllib.parse.quote(raw, safe="").encode(), raw.hex().encode(), base64.b64encode(raw).rstrip(b"="),
        }

    @staticmethod
    def telling_part(secret: str) -> str:
        """Returns a token's payload, which identifies the token even if a log truncates it."""
        parts = secret.split(".")
        return parts[1] if len(parts) == 3 and len(parts[1]) > 40 else secret

    def found_in(self, text: bytes) -> list[str]:
        return [
            value for value in self.secrets | self.personal
            if any(spelling in text for spelling in self.spellings(self.telling_part(value)))
        ]
