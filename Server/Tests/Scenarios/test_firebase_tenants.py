"""Tests of a Firebase project's tenants: firebase-admin creates them, and each has its own users."""

import itertools

import firebase_admin
import pytest
from firebase_admin import auth, tenant_mgt

from browser import Browser
from client import ok
from firebase import fails, payload
from firebase_shop import PROJECT, new_email, new_phone, owner, sdk
from patience import wait_until

names = itertools.count()
TENANTS = f"/v2/projects/{PROJECT}/tenants"


@pytest.fixture
def admin(shop, surroundings, monkeypatch):
    app = sdk(shop, monkeypatch)
    monkeypatch.setattr(tenant_mgt._TenantManagementService, "TENANT_MGT_URL",
                        shop.server.url + "/identitytoolkit.googleapis.com/v2")
    yield app
    firebase_admin.delete_app(app)


@pytest.fixture
def tenant(admin):
    """Creates a tenant with every option enabled."""
    made = tenant_mgt.create_tenant(
        display_name=f"tenant-{next(names)}", allow_password_sign_up=True, enable_email_link_sign_in=True, app=admin)
    yield made
    tenant_mgt.delete_tenant(made.tenant_id, app=admin)


def switch(shop, tenant: str, **settings) -> dict:
    answer = shop.server.api.call(
        "PATCH", f"{TENANTS}/{tenant}?updateMask={','.join(settings)}", settings, **owner(shop))
    return ok(answer)


def signed_up(shop, tenant: str | None, email: str) -> dict:
    body = {"email": email, "password": "correct horse 1"} | ({"tenantId": tenant} if tenant else {})
    return shop.firebase.good("signUp", body)


def test_tenant_is_created_read_changed_listed_and_deleted(shop, admin):
    made = tenant_mgt.create_tenant(display_name="first-one", allow_password_sign_up=True, app=admin)
    assert made.display_name == "first-one" and made.allow_password_sign_up and not made.enable_email_link_sign_in
    assert tenant_mgt.get_tenant(made.tenant_id, app=admin).display_name == "first-one"
    changed = tenant_mgt.update_tenant(made.tenant_id, enable_email_link_sign_in=True, app=admin)
    assert changed.enable_email_link_sign_in and changed.allow_password_sign_up and changed.display_name == "first-one"
    other = tenant_mgt.create_tenant(display_name="second-one", app=admin)
    listed = [found.tenant_id for found in tenant_mgt.list_tenants(max_results=1, app=admin).iterate_all()]
    assert {made.tenant_id, other.tenant_id} <= set(listed) and listed == sorted(listed)
    for one in (made, other):
        tenant_mgt.delete_tenant(one.tenant_id, app=admin)
    assert not {made.tenant_id, other.tenant_id} & {
        found.tenant_id for found in tenant_mgt.list_tenants(app=admin).iterate_all()}
    if shop.mode == "signed":
        with pytest.raises(tenant_mgt.TenantNotFoundError):
            tenant_mgt.get_tenant(made.tenant_id, app=admin)
        with pytest.raises(tenant_mgt.TenantNotFoundError):
            tenant_mgt.delete_tenant(made.tenant_id, app=admin)


def test_unset_tenant_options_are_off(shop):
    made = ok(shop.server.api.post(TENANTS, {}, **owner(shop)))
    tenant = made.pop("tenantId")
    assert made == {
        "name": f"projects/{PROJECT}/tenants/{tenant}", "allowPasswordSignup": False, "enableEmailLinkSignin": False,
        "enableAnonymousUser": False, "disableAuth": False, "mfaConfig": {"state": "DISABLED", "enabledProviders": []}}
    factors = {"state": "ENABLED", "enabledProviders": ["PROVIDER_UNSPECIFIED", "PHONE_SMS"]}
    assert switch(shop, tenant, mfaConfig=factors)["mfaConfig"] == factors
    # A path into a value changes nothing; without a mask, the body replaces all settings.
    path = f"{TENANTS}/{tenant}?updateMask=displayName.0,mfaConfig.enabledProviders.first"
    kept = ok(shop.server.api.call("PATCH", path, {"displayName": "other", "mfaConfig": {"enabledProviders": []}},
                                   **owner(shop)))
    assert kept["mfaConfig"] == factors and "displayName" not in kept
    anew = ok(shop.server.api.call("PATCH", f"{TENANTS}/{tenant}", {"displayName": "name"}, **owner(shop)))
    assert anew["displayName"] == "name" and anew["mfaConfig"]["state"] == "DISABLED"
    for body in ({"displayName": "0ne"}, {"displayName": "x" * 21}, {"allowPasswordSignup": "yes"}, {"nonsense": 1},
                 {"mfaConfig": {"state": "SOMETIMES"}}):
        assert shop.server.api.post(TENANTS, body, **owner(shop)).status_code == 400, body
    ok(shop.server.api.delete(f"{TENANTS}/{tenant}", **owner(shop)))


def test_only_operators_access_tenants(signed):
    api = signed.server.api
    for method, path in (("GET", ""), ("POST", ""), ("GET", "/any"), ("PATCH", "/any"), ("DELETE", "/any")):
        assert api.call(method, TENANTS + path).status_code == 401
        assert api.call(method, TENANTS + path + "?key=AIzaSy-example-shop").status_code == 401
    answer = api.post("/admin/v1/keys", {"name": "test", "scopes": ["users:read"], "apps": ["shop"]},
                      token=signed.server.admin_key)
    reader = answer.json()["key"]
    ok(api.get(TENANTS, token=reader))
    fails(api.post(TENANTS, {}, token=reader), "INSUFFICIENT_PERMISSION", 403)
    fails(api.get("/v2/projects/other-1/tenants", token=reader), "INSUFFICIENT_PERMISSION", 403)


def test_each_tenant_has_its_own_users(shop, admin, tenant):
    email, theirs = new_email(), tenant_mgt.auth_for_tenant(tenant.tenant_id, app=admin)
    own, inner = signed_up(shop, None, email), signed_up(shop, tenant.tenant_id, email)
    assert own["localId"] != inner["localId"]
    claims = payload(inner["idToken"])
    assert claims["firebase"]["tenant"] == tenant.tenant_id and claims["aud"] == PROJECT
    assert "tenant" not in payload(own["idToken"])["firebase"]
    user = theirs.get_user_by_email(email)
    assert user.uid == inner["localId"] and user.tenant_id == tenant.tenant_id
    assert auth.get_user_by_email(email, app=admin).uid == own["localId"]
    with pytest.raises(auth.UserNotFoundError):
        theirs.get_user(own["localId"])
    with pytest.raises(auth.UserNotFoundError):
        auth.get_user(inner["localId"], app=admin)
    assert theirs.verify_id_token(inner["idToken"], check_revoked=True)["uid"] == inner["localId"]
    with pytest.raises(tenant_mgt.TenantIdMismatchError):
        theirs.verify_id_token(own["idToken"])
    assert [found.uid for found in theirs.list_users().iterate_all()] == [inner["localId"]]
    theirs.update_user(inner["localId"], display_name="Test User 1", custom_claims={"level": 1})
    refreshed = payload(ok(shop.firebase.refresh(inner["refreshToken"]))["id_token"])
    assert refreshed["name"] == "Test User 1" and refreshed["level"] == 1
    assert refreshed["firebase"]["tenant"] == tenant.tenant_id
    theirs.delete_user(inner["localId"])
    auth.get_user(own["localId"], app=admin)


def test_token_is_valid_only_in_its_own_tenant(shop, admin, tenant):
    email = new_email()
    own, inner = signed_up(shop, None, email), signed_up(shop, tenant.tenant_id, email)
    assert shop.firebase.user(inner["idToken"])["tenantId"] == tenant.tenant_id
    lookup = {"idToken": inner["idToken"], "tenantId": tenant.tenant_id}
    assert shop.firebase.good("lookup", lookup)["users"][0]["localId"] == inner["localId"]
    other = tenant_mgt.create_tenant(display_name="other-one", allow_password_sign_up=True, app=admin)
    fails(shop.firebase.call("lookup", {**lookup, "tenantId": other.tenant_id}), "TENANT_ID_MISMATCH")
    assert shop.firebase.call("lookup", {"idToken": own["idToken"], "tenantId": other.tenant_id}).status_code == 400
    fails(shop.firebase.call("signInWithPassword", {
        "email": email, "password": "correct horse 1", "tenantId": other.tenant_id}),
        "INVALID_LOGIN_CREDENTIALS" if shop.mode == "signed" else "EMAIL_NOT_FOUND")
    path = f"/v1/projects/{PROJECT}/tenants/{tenant.tenant_id}/accounts:lookup"
    fails(shop.server.api.post(path, {"localId": ["x"], "tenantId": other.tenant_id}, **owner(shop)),
          "TENANT_ID_MISMATCH")
    tenant_mgt.delete_tenant(other.tenant_id, app=admin)


def test_custom_token_signs_in_only_to_its_own_tenant(shop, admin, tenant):
    theirs = tenant_mgt.auth_for_tenant(tenant.tenant_id, app=admin)
    token = theirs.create_custom_token("somebody").decode()
    for body in ({}, {"tenantId": "nobodys"} if shop.mode == "emulator" else {}):
        fails(shop.firebase.call("signInWithCustomToken", {"token": token, **body}), "TENANT_ID_MISMATCH")
    session = shop.firebase.good("signInWithCustomToken", {"token": token, "tenantId": tenant.tenant_id})
    assert theirs.verify_id_token(session["idToken"])["uid"] == "somebody"
    plain = auth.create_custom_token("somebody", app=admin).decode()
    fails(shop.firebase.call("signInWithCustomToken", {"token": plain, "tenantId": tenant.tenant_id}),
          "TENANT_ID_MISMATCH")


def test_tenant_settings_are_enforced(shop, tenant):
    email, link = new_email(), {"requestType": "EMAIL_SIGNIN", "continueUrl": "http://localhost/"}
    made, here = signed_up(shop, tenant.tenant_id, email), {"tenantId": tenant.tenant_id}
    with_password = {"email": email, "password": "correct horse 1", **here}
    fails(shop.firebase.call("signUp", here), "ADMIN_ONLY_OPERATION")
    switch(shop, tenant.tenant_id, allowPasswordSignup=False, enableEmailLinkSignin=False, enableAnonymousUser=True)
    assert shop.firebase.good("signUp", here)["idToken"]
    fails(shop.firebase.call("signUp", {**with_password, "email": new_email()}), "OPERATION_NOT_ALLOWED")
    fails(shop.firebase.call("signInWithPassword", with_password), "PASSWORD_LOGIN_DISABLED")
    fails(shop.firebase.call("update", {"idToken": made["idToken"], "password": "another horse 2"}),
          "OPERATION_NOT_ALLOWED")
    fails(shop.firebase.call("sendOobCode", {**link, "email": email, **here}), "OPERATION_NOT_ALLOWED")
    fails(shop.firebase.call("signInWithEmailLink", {"email": email, "oobCode": "x", **here}), "OPERATION_NOT_ALLOWED")
    switch(shop, tenant.tenant_id, disableAuth=True)
    for method, body in (("signUp", here), ("signInWithPassword", with_password), ("createAuthUri", here),
                         ("sendVerificationCode", here), ("signInWithPhoneNumber", here),
                         ("lookup", {"idToken": made["idToken"]})):
        fails(shop.firebase.call(method, body), "PROJECT_DISABLED")
    fails(shop.firebase.refresh(made["refreshToken"]), "PROJECT_DISABLED")
    switch(shop, tenant.tenant_id, disableAuth=False)
    fails(shop.firebase.call("sendVerificationCode", {"phoneNumber": new_phone(), **here}),
          "UNSUPPORTED_TENANT_OPERATION")
    ok(shop.firebase.refresh(made["refreshToken"]))


def test_unknown_tenant_is_rejected(signed):
    for method, body in (("signUp", {}), ("lookup", {"idToken": "x"}), ("createAuthUri", {"identifier": "a@b.example"})):
        for tenant in ("nobodys", "no/body", ""):
            answer = signed.firebase.call(method, {**body, "tenantId": tenant})
            if tenant:
                fails(answer, "TENANT_NOT_FOUND")


def test_emailed_reset_link_leads_to_a_page_while_the_tenant_allows_passwords(signed, surroundings, monkeypatch):
    app = sdk(signed, monkeypatch)
    api = signed.server.api
    tenant = ok(api.post(TENANTS, {"allowPasswordSignup": True}, **owner(signed)))["tenantId"]
    email = new_email()
    signed_up(signed, tenant, email)
    signed.firebase.good("sendOobCode", {"requestType": "PASSWORD_RESET", "email": email, "tenantId": tenant})
    [mail] = wait_until(
        lambda: signed.server.providers.control("POST", "mail/messages", {"to": email})["messages"], "a mail")
    path = mail["links"][0].removeprefix(signed.server.url)
    page = api.get(path)
    assert page.status_code == 200 and email in page.text
    for switched_off in ({"disableAuth": True}, {"disableAuth": False, "allowPasswordSignup": False}):
        browser = Browser(signed.server)
        form, fields = browser.fill(browser.step(mail["links"][0]), "/account/code/", {"password": "four large red kites"})
        switch(signed, tenant, **switched_off)
        # The link now shows the page for an expired code, and the form loaded before has no effect.
        assert api.get(path).status_code == 404 and email not in api.get(path).text
        assert browser.step(form, fields).status_code == 404
        switch(signed, tenant, disableAuth=False, allowPasswordSignup=True)
    assert signed.firebase.good("signInWithPassword", {
        "email": email, "password": "correct horse 1", "tenantId": tenant})["idToken"]
    browser = Browser(signed.server)
    form, fields = browser.fill(browser.step(mail["links"][0]), "/account/code/", {"password": "four large red kites"})
    assert browser.step(form, fields).status_code == 200
    ok(api.delete(f"{TENANTS}/{tenant}", **owner(signed)))
    assert api.get(path).status_code == 404
    firebase_admin.delete_app(app)


def test_deleting_a_tenant_deletes_its_users(shop, admin):
    email = new_email()
    made = tenant_mgt.create_tenant(display_name="short-lived", allow_password_sign_up=True, app=admin)
    session = signed_up(shop, made.tenant_id, email)
    assert shop.server.query("SELECT count(*) FROM logins WHERE name = ?", email) == [(1,)]
    tenant_mgt.delete_tenant(made.tenant_id, app=admin)
    assert shop.server.query("SELECT count(*) FROM logins WHERE name = ?", email) == [(0,)]
    assert shop.server.query("SELECT count(*) FROM firebase_populations WHERE tenant = ?", made.tenant_id) == [(0,)]
    assert shop.firebase.refresh(session["refreshToken"]).status_code == 400
