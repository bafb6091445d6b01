"""Refusals of second factors: at sign-in, and at the start of an enrollment."""

from client import ok
from factors import APP, Person

from .reply import Reply
from .rule import Area, Door, Rule


class Show(Door):
    """A door that takes a sign-in's ticket and a second factor; a breach is the factor, or another ticket."""

    name = "POST /v1/sign-in/second-factor"

    def __init__(self):
        self._people = {}

    def _person(self, world) -> tuple[Person, list[str]]:
        """Returns a user with an authenticator app, and the unused recovery codes."""
        if world not in self._people:
            person = Person(world.server)
            person.add_app(world.server.providers.now)
            self._people[world] = (person, person.recovery_codes())
        return self._people[world]

    def prepare(self, world, breach):
        person, _ = self._person(world)
        body = {"ticket": person.waiting()["ticket"]} | breach
        return lambda: Reply.of(world.api.post("/v1/sign-in/second-factor", body, app=APP))

    def greet(self, world):
        person, codes = self._person(world)
        if not codes:
            del self._people[world]
            person, codes = self._person(world)
        ok(person.show(person.waiting()["ticket"], recoveryCode=codes.pop()))


class Begin(Door):
    """A door that takes a factor to add; a breach is the factor."""

    name = "POST /v1/me/second-factors"

    def prepare(self, world, breach):
        person = Person(world.server)
        # The session's first use is recorded.
        person.factors()
        return lambda: Reply.of(person.begin(**breach))

    def greet(self, world):
        ok(Person(world.server).begin(kind="totp"))


SHOW, BEGIN = Show(), Begin()


def rule(name, says, status, code, doors, breaches, field=None, **more) -> Rule:
    def names_field(reply, breach):
        assert reply.json["error"].get("field") == field

    return Rule(f"factor.{name}", says, status, code, doors, breaches, also=names_field, **more)


AREA = Area(
    "Second factors",
    "After the first factor, an account may require a second one to sign in. A signed-in user can add second factors.",
    (
        rule("code", "`code` must be a current code of a second factor of the account; `recoveryCode` must be one of "
             "its unused recovery codes.", 401, "invalid_credentials", (SHOW,), {
                 "zeros": {"code": "000000"}, "five digits": {"code": "12345"}, "letters": {"code": "abcdef"},
                 "Arabic digits": {"code": "١٢٣٤٥٦"}, "long": {"code": "1" * 60_000}, "NUL": {"code": "123456\0"},
                 "of an unknown factor": {"code": "000000", "factorID": "nobodys"},
                 "a wrong recovery code": {"recoveryCode": "00000-00000"}, "SQL": {"recoveryCode": "' OR 1=1 --"}}),
        rule("one", "The body must have exactly one of `code`, `recoveryCode` and `sendText`.", 400, "invalid_request",
             (SHOW,), {
            "none": {}, "two": {"code": "123456", "recoveryCode": "00000-00000"},
            "a code and a text": {"code": "123456", "sendText": True}}, field="code"),
        rule("ticket", "`ticket` must come from a sign-in that waits for a second factor.", 401, "ticket_expired",
             (SHOW,), {
            "invented": {"ticket": "sf_" + "A" * 78, "code": "123456"},
            "the prefix only": {"ticket": "sf_", "code": "1"},
            "a registration ticket": {"ticket": "tk_" + "A" * 43, "code": "123456"}}),
        rule("kind", "`kind` must be `totp` or `phone`.", 400, "invalid_request", (BEGIN,), {
            kind: {"kind": kind} for kind in ("", "sms", "TOTP", "totp ")}, field="kind"),
        rule("phone", "`phone` must be in E.164 form: + and 7 to 15 digits, beginning with the country code.", 400,
             "invalid_request", (BEGIN,), {
            repr(phone): {"kind": "phone", "phone": phone} for phone in (
                "", "0612345678", "+0123456789", "+33", "+336123456789012345", "+33612345678;1")}, field="phone"),
        rule("name", "`displayName` must have 1 to 128 bytes and no U+0000.", 400, "invalid_request", (BEGIN,), {
            "empty": {"kind": "totp", "displayName": ""}, "long": {"kind": "totp", "displayName": "x" * 129},
            "NUL": {"kind": "totp", "displayName": "a\0b"}},
             field="displayName"),
    ),
)
