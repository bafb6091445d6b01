"""Tests of the onboarding, step by step and all at once."""

from client import ok, refused
from providers import new_subject
from test_profile import NEEDED, Person, STEPS, guest, person  # noqa: F401: fixtures


def test_onboarding_proceeds_step_by_step_to_completion(person):
    for step in STEPS:
        assert ok(person.move(step))["onboarding"] == {"state": "inProgress", "step": step}
        assert ok(person.move(step))["onboarding"]["step"] == step
    me = ok(person.api.me(person.token))
    assert me["onboarding"] == {"state": "inProgress", "step": STEPS[-1]}
    error = refused(person.complete(), 409, "profile_incomplete")
    assert set(error["missing"]) == set(person.profile()["missing"]) >= {"birthDate", "relationshipGoals"}
    done = ok(person.complete({"fields": NEEDED}))
    assert done["onboarding"] == {"state": "completed"} and done["missing"] == []
    assert done["fields"]["onboardingInProgress"] is False
    assert ok(person.complete()) == done and ok(person.api.me(person.token))["onboarding"] == done["onboarding"]


def test_steps_cannot_be_skipped_but_earlier_ones_can_be_revisited(person):
    refused(person.move(STEPS[1]), 409, "invalid_transition", "aboutYou")
    ok(person.move(STEPS[0]))
    assert refused(person.move(STEPS[2]), 409, "invalid_transition")["field"] == "onboarding.step"
    ok(person.move(STEPS[2], via=[STEPS[1]]))
    assert ok(person.move(STEPS[0]))["onboarding"]["step"] == STEPS[0]
    refused(person.move(STEPS[2]), 409, "invalid_transition")
    refused(person.move("paywall"), 400, "invalid_request")


def test_rejected_onboarding_change_saves_nothing(person):
    before = person.profile()
    refused(person.patch({"questionMode": "fun"}, onboarding={"step": STEPS[3]}), 409, "invalid_transition")
    refused(person.patch({"questionMode": "fun"}, onboarding={"step": STEPS[3], "via": STEPS[:2]}), 409, "invalid_transition")
    refused(person.complete({"fields": {"questionMode": "fun"}}), 409, "profile_incomplete")
    assert person.profile() == before


def test_first_save_starts_the_onboarding(person):
    assert person.saved({"questionMode": "fun"})["onboarding"] == {"state": "inProgress", "step": STEPS[0]}


def test_completed_onboarding_stays_completed(person):
    person.saved(NEEDED)
    done = ok(person.complete())
    refused(person.move(STEPS[0]), 409, "invalid_transition")
    for name in NEEDED:
        assert refused(person.patch({name: None}), 409, "profile_incomplete")["missing"] == [name]
    assert refused(person.patch({"name": " "}), 409, "profile_incomplete")["missing"] == ["name"]
    assert person.profile() == done
    assert person.saved({"name": "Test User 2"})["onboarding"] == {"state": "completed"}


def test_onboarding_can_be_completed_in_one_request(person):
    refused(person.complete(), 409, "profile_incomplete")
    done = ok(person.complete({"fields": NEEDED}, match=1))
    assert done["onboarding"] == {"state": "completed"} and done["version"] == 2
    assert ok(person.complete({"fields": NEEDED}, match=1)) == done


def test_guest_completes_a_profile_where_the_app_allows_it(server):
    person = guest(server)
    assert person.profile()["fields"]["isProfileComplete"] is False
    assert refused(person.complete(), 409, "profile_incomplete")["missing"] == ["displayName"]
    profile = ok(person.complete({"fields": {"displayName": "Guest"}}))
    assert profile["fields"]["isProfileComplete"] is True
    upgraded = ok(server.api.link(person.token, app="prysm", sub=new_subject(), claims={"name": "Test User 1"}))
    assert upgraded["user"]["onboarding"] == {"state": "completed"}
    assert Person(server, upgraded).profile()["fields"]["displayName"] == "Guest"
