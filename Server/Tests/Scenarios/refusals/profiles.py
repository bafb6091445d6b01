"""Refusals of profile changes: fields, versions and onboarding steps."""

from client import ok

from .doors import JSON
from .reply import Reply
from .rule import Area, Door, Rule

PATH = "/v1/me/profile"
NEEDED = {"name": "Test User 1", "birthDate": "1990-05-17", "relationshipGoals": ["communication"]}


class Profile(Door):
    """A change of a new user's profile; a breach is its body, or `(body, If-Match)`."""

    def __init__(self, method: str = "PATCH", path: str = PATH):
        self.method, self.path, self.name = method, path, f"{method} {path}"

    def token(self, world) -> str:
        return world.newcomer()["accessToken"]

    def prepare(self, world, breach):
        body, match = breach if isinstance(breach, tuple) else (breach, None)
        token = self.token(world)
        headers = JSON if match is None else {**JSON, "If-Match": match}
        return lambda: Reply.of(world.api.call(self.method, self.path, body, token=token, headers=headers))

    def greet(self, world):
        ok(world.api.call("PATCH", PATH, {"fields": NEEDED}, token=world.person["accessToken"]))


class OfGuest(Profile):
    def token(self, world) -> str:
        token = world.api.sign_in_anonymously()["accessToken"]
        ok(world.api.me(token))
        return token


class OfCompleted(Profile):
    """A change of a completed profile."""

    def token(self, world) -> str:
        token = world.newcomer()["accessToken"]
        ok(world.api.call("POST", f"{PATH}/complete", {"fields": NEEDED}, token=token))
        return token


class ByOperator(Profile):
    """A change of a new user's profile by the operator."""

    def __init__(self):
        super().__init__("PATCH", "/admin/v1/apps/couple/users/{uid}/profile")

    def prepare(self, world, breach):
        body, match = breach if isinstance(breach, tuple) else (breach, None)
        path = self.path.format(uid=world.newcomer()["user"]["uid"])
        headers = JSON if match is None else {**JSON, "If-Match": match}
        return lambda: Reply.of(world.api.call(self.method, path, body, token=world.server.admin_key, headers=headers))


CHANGE, COMPLETE, BY_OPERATOR = Profile(), Profile("POST", f"{PATH}/complete"), ByOperator()
BOTH = (CHANGE, COMPLETE)
CHANGES, ALL = (CHANGE, BY_OPERATOR), (*BOTH, BY_OPERATOR)


def fields(**values) -> dict:
    return {"fields": values}


def each(name: str, *values) -> dict:
    return {f"{name}: {value!r}"[:60]: fields(**{name: value}) for value in values}


def moved(step, *via) -> dict:
    return {"onboarding": {"step": step, **({"via": list(via)} if via else {})}}


def names_field(reply, breach):
    assert reply.json["error"]["field"].startswith("fields.")


def names_fields(reply, breach):
    assert reply.json["error"]["field"] == "fields"


def has_both_versions(reply, breach):
    error = reply.json["error"]
    assert error["profile"]["version"] == 1 and reply.headers["etag"] == '"1"'
    assert ("presentedVersion" in error) == (breach[1] in ('"2"', '"0"'))


def names_missing(*names):
    def check(reply, breach):
        assert reply.json["error"]["missing"] == list(names)

    return check


def rule(name, says, status, code, doors, breaches, **more) -> Rule:
    return Rule(f"profile.{name}", says, status, code, doors, breaches, **more)


AREA = Area(
    "Profiles",
    "A change applies completely or not at all. A user can change only their own profile.",
    (
        rule("known", "`fields` and `mask` must name only the app's fields.", 400, "invalid_request", ALL, {
            repr(name)[:40]: fields(**{name: "x"}) for name in (
                "age", "Name", "", "__proto__", "constructor", "$where", "currentLocation.city", "na\u0000me", "x" * 200)
        } | {"an unknown field among others": {"fields": {**NEEDED, "age": 1}}, "in the mask": {"mask": ["age"]}},
             also=names_fields),
        rule("type", "A field's value must have the field's type and limits.", 400, "invalid_request", ALL,
             each("name", 1, True, [], {}, "x" * 201) | each("relationshipGoals", "a", ["a", None], {})
             | each("birthDate", "", "1990-02-30", "17.05.1990", "1990-05-17T08:00:00", 0)
             | each("relationshipDuration", 1, ["a"])
             | each("currentLocation", "Paris", [], {"height": 1}, {"latitude": "1"}, {"latitude": 90.1}, {"city": 1}),
             also=names_field),
        rule("mask", "`mask`, if present, must name every field in `fields`.", 400, "invalid_request", ALL, {
            "another field": {**fields(name="x"), "mask": ["questionMode"]},
            "empty": {**fields(name="x"), "mask": []}}),
        rule("size", "The stored profile must have at most 64 KiB.", 400, "invalid_request", ALL, {
            "quotation marks, which are longer when stored": fields(questionMode='"' * 32_700)}, also=names_fields),
        rule("owner", "A client must not change a field that the server or a provider sets.", 403, "read_only_field",
             BOTH, {name: fields(**NEEDED, **{name: value}) for name, value in {
                 "isSubscribed": True, "partnerId": "x", "id": "x", "email": "other@example.com",
                 "createdAt": "2001-01-01", "onboardingInProgress": False, "appleUserID": "x"}.items()
              } | {"removed": fields(isSubscribed=None), "removed by the mask": {"mask": ["partnerId"]}},
             event="read_only_field_refused", also=names_field),
        rule("shown", "An operator must not change a field that shows data of the account or a provider.", 403,
             "read_only_field", (BY_OPERATOR,), {name: fields(**NEEDED, **{name: value}) for name, value in {
                 "id": "x", "email": "other@example.com", "createdAt": "2001-01-01", "onboardingInProgress": False,
                 "appleUserID": "x"}.items()} | {"removed": fields(id=None),
                 "removed by the mask": {"mask": ["email"]}},
             also=names_field),
        rule("provider", "A guest must not change the profile if the app requires a sign-in with a provider first.",
             403, "provider_required", (OfGuest(), OfGuest("POST", COMPLETE.path)), {"fields": fields(**NEEDED)}),
        rule("version", "`If-Match`, if present, must have the current version as a strong entity tag.", 412,
             "precondition_failed", ALL, {
            match: (fields(**NEEDED), match) for match in ('"2"', '"0"', '"01"', 'W/"1"', '""', '"a,b"', '"2", "3"')},
             also=has_both_versions),
        rule("if-match", "`If-Match` must be `*` or a list of entity tags.", 400, "invalid_request", ALL, {
            repr(match): (fields(**NEEDED), match) for match in ("1", '"1', '"1" "2"', '"1",', "", "*, \"1\"")}),
        rule("step", "A change must not skip a step of the onboarding.", 409, "invalid_transition", CHANGES, {
            "the second step first": moved("goals"), "the last step first": moved("questions"),
            "a step skipped on the way": moved("relationship", "aboutYou"),
            "with fields": {**fields(**NEEDED), **moved("goals")}}),
        rule("step-known", "`onboarding.step` and `onboarding.via` must name steps of the app.", 400, "invalid_request",
             CHANGES, {
            repr(step): moved(step) for step in ("paywall", "AboutYou", "", "aboutYou ")} | {
            "in `via`": moved("aboutYou", "paywall")}),
        rule("way-back", "A completed onboarding must not return to a step.", 409, "invalid_transition",
             (OfCompleted(),), {"the first step": moved("aboutYou"), "the last step": moved("questions")}),
        rule("kept", "A required field must not be removed from a completed profile.", 409, "profile_incomplete",
             (OfCompleted(),), {
            "removed": fields(name=None), "blank": fields(name=" "), "removed by the mask": {"mask": ["name"]}},
             also=names_missing("name")),
        rule("required", "To complete the onboarding, all required fields must be filled in.", 409,
             "profile_incomplete", (COMPLETE,), {
            "no fields": {}, "an empty required field": fields(relationshipGoals=[]),
            "an optional field": fields(questionMode="x")},
             also=names_missing("birthDate", "relationshipGoals")),
        rule("members", "`fields`, `mask` and `onboarding` must have their types.", 400, "invalid_request", CHANGES, {
            str(body): body for body in (
                {"fields": []}, {"fields": "x"}, {"mask": "name"}, {"mask": [1]}, {"onboarding": "goals"},
                {"onboarding": {}}, {"onboarding": {"step": 1}}, {"onboarding": {"step": "goals", "via": "aboutYou"}})}),
    ),
)
