"""Tests of Firebase's admin SDK with the development FCM: messages arrive, and errors have the right types."""

import itertools
import warnings

import firebase_admin
import pytest
from firebase_admin import credentials, exceptions, messaging
from google.oauth2 import service_account

from test_devices import new_token

names = itertools.count()


@pytest.fixture
def admin(server, monkeypatch):
    """Sets up the SDK like a back end of the app prysm, with only Google's addresses replaced."""
    service = f"{server.providers.url}/fcm/v1/projects"
    account = server.providers.service_account("prysm")
    account["token_uri"] = f"{server.providers.url}/fcm/token"
    monkeypatch.setenv("no_proxy", "*")
    # Otherwise Google's library would send this lookup to Google.
    monkeypatch.setattr(
        service_account.Credentials, "_is_regional_access_boundary_lookup_required", lambda credentials: False)
    monkeypatch.setattr(messaging._MessagingService, "FCM_URL", service + "/{0}/messages:send")
    monkeypatch.setattr(messaging._MessagingService, "IID_URL", f"{server.providers.url}/fcm")
    app = firebase_admin.initialize_app(credentials.Certificate(account), name=f"test-{next(names)}")
    messaging._get_messaging_service(app)._fcm_topic_url = f"{service}/prysm/registrations"
    yield app
    firebase_admin.delete_app(app)


@pytest.fixture(autouse=True)
def quiet():
    """Silences Firebase's deprecation warning about registration tokens, which devices will use for years."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        yield


def message(**receiver) -> messaging.Message:
    return messaging.Message(
        notification=messaging.Notification(title="Hello", body="How are you?"), data={"screen": "home"}, **receiver)


@pytest.mark.parametrize("kind", ["token", "fid"])
def test_message_to_a_device_arrives(server, admin, kind):
    receiver = new_token() if kind == "token" else "fid-" + new_token()[5:11]
    name = messaging.send(message(**{kind: receiver}), app=admin)
    assert name.startswith("projects/prysm/messages/")
    [received] = server.providers.received(receiver)
    assert received["notification"] == {"title": "Hello", "body": "How are you?"}
    assert received["data"] == {"screen": "home"}


def test_topic_message_reaches_subscribers_until_they_unsubscribe(server, admin):
    first, second, topic = new_token(), new_token(), f"news-{next(names)}"
    for _ in range(2):
        subscribed = messaging.subscribe_to_topic([first, second], topic, app=admin)
        assert (subscribed.success_count, subscribed.failure_count) == (2, 0)
    messaging.send(message(topic=topic), app=admin)
    assert messaging.unsubscribe_from_topic([second, "nobody"], topic, app=admin).success_count == 2
    messaging.send(message(topic=topic), app=admin)
    assert [len(server.providers.received(token)) for token in (first, second)] == [2, 1]


def test_older_topic_methods_work_too(server, admin):
    token, topic = new_token(), f"old-{next(names)}"
    assert messaging.subscribe_to_topic_legacy([token], topic, app=admin).success_count == 1
    messaging.send(message(topic=topic), app=admin)
    assert messaging.unsubscribe_from_topic_legacy([token], topic, app=admin).success_count == 1
    messaging.send(message(topic=topic), app=admin)
    assert len(server.providers.received(token)) == 1


@pytest.mark.parametrize("error, named", [
    ("UNREGISTERED", messaging.UnregisteredError), ("INVALID_ARGUMENT", exceptions.InvalidArgumentError),
    ("INVALID_TOKEN", exceptions.InvalidArgumentError), ("SENDER_ID_MISMATCH", messaging.SenderIdMismatchError),
    ("QUOTA_EXCEEDED", messaging.QuotaExceededError), ("THIRD_PARTY_AUTH_ERROR", messaging.ThirdPartyAuthError),
])
def test_error_maps_to_the_exception_type_of_the_sdk(server, admin, error, named):
    token = new_token()
    server.providers.fcm_fault(error, token)
    with pytest.raises(named):
        messaging.send(message(token=token), app=admin)
    server.providers.control("DELETE", "fcm/faults", {"receiver": token})
    assert server.providers.received(token) == []
    messaging.send(message(token=token), app=admin)


def test_temporary_error_is_retried_by_the_sdk(server, admin):
    token = new_token()
    server.providers.fcm_fault("UNAVAILABLE", token, times=1, retryAfter=1)
    messaging.send(message(token=token), app=admin)
    assert len(server.providers.received(token)) == 1


def test_each_message_of_a_batch_has_its_own_result(server, admin):
    tokens = [new_token() for _ in range(3)]
    server.providers.fcm_fault("UNREGISTERED", tokens[1], times=1)
    batch = messaging.send_each([message(token=token) for token in tokens], app=admin)
    assert [answer.success for answer in batch.responses] == [True, False, True]
    assert isinstance(batch.responses[1].exception, messaging.UnregisteredError)


def test_dry_run_sends_nothing(server, admin):
    token = new_token()
    messaging.send(message(token=token), dry_run=True, app=admin)
    assert server.providers.received(token) == []


def test_service_account_with_a_wrong_key_is_rejected(server, admin, start):
    stranger = start().providers.service_account("prysm")
    stranger["token_uri"] = f"{server.providers.url}/fcm/token"
    app = firebase_admin.initialize_app(credentials.Certificate(stranger), name=f"test-{next(names)}")
    try:
        with pytest.raises(Exception, match="Invalid JWT Signature"):
            messaging.send(message(token=new_token()), app=app)
    finally:
        firebase_admin.delete_app(app)
