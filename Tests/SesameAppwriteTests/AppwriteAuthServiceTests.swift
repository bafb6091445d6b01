import Foundation
import Sesame
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import SesameAppwrite

@Suite struct AppwriteAuthServiceTests {
    let server = AppwriteDouble()
    let clock = ManualClock()
    let service: AppwriteAuthService

    init() throws {
        service = AppwriteAuthService(project: try .double(), transport: server, clock: clock.clock)
    }

    private func signIn(_ person: Int) async throws -> SignIn {
        try await service.exchange(.google(person, try await service.nonce()))
    }

    private func body(_ request: TransportRequest?) throws -> JSONObject? {
        try JSONValue(parsing: Array((request?.body.exposed ?? "").utf8)).object
    }

    @Test func `a sign-in creates a session, then loads its account, identities and JWT`() async throws {
        let nonce = try await service.nonce()
        let name = PersonName(givenName: "Test", familyName: "User 1")
        let signIn = try await service.exchange(.apple(1, nonce, name: name))
        #expect(server.lines.first == "POST /account/sessions/id-token")
        #expect(
            Set(server.lines.dropFirst()) == ["GET /account", "GET /account/identities", "POST /account/jwts"])
        let request = try #require(server.requests.first)
        #expect(request.headers["X-Appwrite-Project"] == Secret("p"))
        #expect(request.headers["Origin"] == Secret("appwrite-ios://com.example.familysync"))
        #expect(request.headers["X-Appwrite-Session"] == nil && request.headers["X-Appwrite-JWT"] == nil)
        #expect(
            try body(request) == [
                "provider": "apple", "idToken": .string(AuthCredential.apple(1, nonce).token),
                "nonce": .string(nonce.value.exposed), "name": "Test User 1",
            ])
        let secret = try #require(server.withState { $0.newest?.secret })
        #expect(signIn.session.refreshToken == Secret(secret))
        #expect(server.requests.dropFirst().allSatisfy { $0.headers["X-Appwrite-Session"] == Secret(secret) })
        #expect(server.requests.allSatisfy { !$0.url.absoluteString.contains(secret) })
        #expect(signIn.session.accessToken.exposed.hasPrefix("jwt-"))
        #expect(signIn.session.receivedAt == clock.now && signIn.session.expiresAt == clock.now + 900)
        #expect(signIn.user.providers == ["apple"] && signIn.user.displayName == "Test User 1")
        #expect(signIn.user.email == nil && !signIn.user.isAnonymous)
        #expect(signIn.user.creationDate == Date(timeIntervalSince1970: 1_800_000_005))
        #expect(signIn.user.lastSignInDate == Date(timeIntervalSince1970: 1_800_000_005))
    }

    @Test func `Apple's authorization code and empty names are never sent to Appwrite`() async throws {
        for name in [nil, PersonName(), PersonName(givenName: "", familyName: "")] {
            _ = try await service.exchange(.apple(1, try await service.nonce(), name: name))
        }
        let sent = server.requests.filter { $0.url.path.hasSuffix("id-token") }
        #expect(try sent.allSatisfy { try body($0)?["name"] == nil })
        #expect(server.requests.allSatisfy { !$0.body.exposed.contains("code-of-apple") })
    }

    @Test func `Sesame receives Apple's authorization code and reports which consents the user must revoke`()
        async throws
    {
        let service = AppwriteAuthService(project: try .double(), server: .sesame, transport: server)
        let session = try await service.exchange(.apple(1, try await service.nonce())).session
        #expect(try body(server.requests.first)?["authorizationCode"] == "code-of-apple")
        for (header, left) in [
            ("", []), ("apple", [.apple]), ("google, apple", [.google, .apple]), ("something-new", []),
        ] as [(String, [SignInMethod])] {
            server.fail(
                "DELETE /account",
                with: .success(TransportResponse(status: 204, headers: ["sesame-manual-revocation": header])))
            #expect(try await service.deleteAccount(session) == AccountDeletion(manualRevocation: left))
        }
        server.fail("DELETE /account", with: .success(TransportResponse(status: 204)))
        #expect(try await service.deleteAccount(session) == AccountDeletion())
    }

    @Test func `a nonce is a fresh 43-character value created without a request`() async throws {
        let guest = try await service.exchange(.anonymous).session
        let count = server.requests.count
        let nonces = [try await service.nonce(), try await service.nonce(linkingTo: guest)]
        #expect(nonces[0] != nonces[1])
        #expect(nonces.allSatisfy { $0.value.exposed.utf8.count == 43 })
        #expect(server.requests.count == count)
    }

    @Test func `a token without a nonce is sent without one; a token with a role is rejected unsent`() async throws {
        await expectError(.invalidToken) {
            _ = try await service.exchange(.google(idToken: Secret("t"), nonce: nil))
        }
        #expect(try body(server.requests.first) == ["provider": "google", "idToken": "t"])
        await expectError(.roleMismatch) {
            _ = try await service.exchange(.google(idToken: Secret("t"), nonce: nil, role: "ACTEUR"))
        }
        #expect(server.requests.count == 1)
    }

    @Test(arguments: [AppwriteDouble.SecretPlace.cookies, .fallback, .body])
    func `the session secret is read from cookies, fallback cookies or the body`(place: AppwriteDouble.SecretPlace)
        async throws
    {
        let server = AppwriteDouble(secrets: place)
        let service = AppwriteAuthService(project: try .double(), transport: server)
        let session = try await service.exchange(.anonymous).session
        #expect(session.refreshToken.exposed == server.withState { $0.newest?.secret })
        #expect(session.user.isAnonymous)
    }

    @Test func `a sign-in whose session lacks a secret fails after one request`() async throws {
        let server = AppwriteDouble(secrets: .nowhere)
        let service = AppwriteAuthService(project: try .double(), transport: server)
        await expectError(.providerUnavailable) { _ = try await service.exchange(.anonymous) }
        #expect(server.requests.count == 1)
    }

    @Test(arguments: ["GET /account", "GET /account/identities", "POST /account/jwts"])
    func `a sign-in that fails after its session was created deletes that session`(line: String) async throws {
        server.fail(line, with: .failure(AuthError(.offline, "no network")))
        await expectError(.offline) { _ = try await service.exchange(.anonymous) }
        #expect(server.lines.last == "DELETE /account/sessions/current")
        #expect(server.withState { $0.sessions.isEmpty })
    }

    @Test func `an Appwrite one-time token signs in only once`() async throws {
        let user = try await signIn(1).user
        server.withState { $0.tokens["t-1"] = user.uid }
        let credential = AuthCredential.oneTimeToken(uid: user.uid, secret: Secret("t-1"))
        let again = try await service.exchange(credential)
        #expect(again.user.uid == user.uid && !again.isNewUser)
        #expect(
            try body(
                server.requests.first { $0.url.path.hasSuffix("token") && $0.url.path.hasSuffix("sessions/token") })
                == ["userId": .string(user.uid), "secret": "t-1"])
        await expectError(.invalidToken) { _ = try await service.exchange(credential) }
    }

    @Test func `credentials for other back ends are rejected without a request`() async throws {
        let code = AuthorizationCode(
            code: Secret("c"), verifier: Secret("v"), redirectURI: "r", clientID: "familysync")
        let form = Registration(ticket: Secret("t"), profile: [:])
        for credential in [AuthCredential.authorizationCode(code), .registration(form)] {
            await expectError(.invalidRequest) { _ = try await service.exchange(credential) }
        }
        #expect(server.requests.isEmpty)
    }

    @Test func `a refresh creates another JWT with the same session secret`() async throws {
        let session = try await signIn(1).session
        clock.advance(by: .seconds(600))
        let fresh = try await service.refresh(session)
        #expect(server.lines.last == "POST /account/jwts")
        #expect(try body(server.requests.last) == ["duration": 900])
        #expect(fresh.refreshToken == session.refreshToken && fresh.accessToken != session.accessToken)
        #expect(fresh.receivedAt == clock.now && fresh.expiresAt == clock.now + 900)
        #expect(fresh.user == session.user)
    }

    @Test func `only the first sign-in reports a new user, at Appwrite and at Sesame`() async throws {
        #expect(try await signIn(1).isNewUser)
        #expect(try await !signIn(1).isNewUser)
        let frank = AppwriteDouble(.sesame)
        let service = AppwriteAuthService(project: try .double(), transport: frank)
        #expect(try await service.exchange(.google(1, try await service.nonce())).isNewUser)
        #expect(try await !service.exchange(.google(1, try await service.nonce())).isNewUser)
    }

    @Test func `reauthentication with a foreign credential is rejected without creating an account or session`()
        async throws
    {
        let session = try await signIn(1).session
        let users = server.withState { $0.users.count }
        let stranger = AuthCredential.google(2, try await service.nonce())
        await expectError(.reauthenticationRequired) { _ = try await service.reauthenticate(session, with: stranger) }
        let apple = AuthCredential.apple(1, try await service.nonce())
        await expectError(.reauthenticationRequired) { _ = try await service.reauthenticate(session, with: apple) }
        let token = AuthCredential.oneTimeToken(uid: "somebody-else", secret: Secret("t"))
        await expectError(.reauthenticationRequired) { _ = try await service.reauthenticate(session, with: token) }
        await expectError(.invalidRequest) { _ = try await service.reauthenticate(session, with: .anonymous) }
        #expect(server.withState { $0.users.count } == users)
        #expect(!server.lines.dropFirst(4).contains { $0.hasPrefix("POST /account/sessions") })
    }

    @Test func `when subjects are hidden, reauthentication as another user ends the session it creates`() async throws {
        _ = try await signIn(2)
        let session = try await signIn(1).session
        server.fail(
            "GET /account/identities",
            with: .success(
                .json(200, ["total": 1, "identities": [["$id": "i", "provider": "google", "providerUid": ""]]])))
        let stranger = AuthCredential.google(2, try await service.nonce())
        await expectError(.reauthenticationRequired) { _ = try await service.reauthenticate(session, with: stranger) }
        #expect(server.lines.last == "DELETE /account/sessions/current")
        #expect(server.withState { $0.sessions.count } == 2)
    }

    @Test func `when subjects are hidden, reauthentication as an unknown user leaves no account at Sesame`()
        async throws
    {
        let server = AppwriteDouble(.sesame)
        let service = AppwriteAuthService(project: try .double(), server: .sesame, transport: server)
        let session = try await service.exchange(.google(1, try await service.nonce())).session
        server.fail(
            "GET /account/identities",
            with: .success(
                .json(200, ["total": 1, "identities": [["$id": "i", "provider": "google", "providerUid": ""]]])))
        let stranger = AuthCredential.google(2, try await service.nonce())
        await expectError(.reauthenticationRequired) { _ = try await service.reauthenticate(session, with: stranger) }
        #expect(server.withState { $0.users.map(\.id) } == [session.user.uid])
    }

    @Test func `linking upgrades the guest's own account, and an ended session cannot link`() async throws {
        let guest = try await service.exchange(.anonymous).session
        let credential = AuthCredential.google(1, try await service.nonce(linkingTo: guest))
        let upgrade = try await service.link(credential, to: guest, profile: [:], onConflict: .fail)
        #expect(upgrade.outcome == .linked && upgrade.user.uid == guest.user.uid)
        #expect(upgrade.user.email == "test.user.1@example.com" && !upgrade.user.isAnonymous)
        let other = AuthCredential.apple(1, try await service.nonce())
        await expectError(.sessionEnded) {
            _ = try await service.link(other, to: guest, profile: [:], onConflict: .fail)
        }
        #expect(server.withState { $0.users.count } == 1)
    }

    @Test func `a link conflict has no ticket; only the keep and switch policies succeed`() async throws {
        let owner = try await signIn(1)
        let guest = try await service.exchange(.anonymous).session
        for policy in [ConflictPolicy.fail, .merge] {
            let credential = AuthCredential.google(1, try await service.nonce())
            let error = await expectError(.credentialInUse) {
                _ = try await service.link(credential, to: guest, profile: [:], onConflict: policy)
            }
            #expect(error?.conflict == nil)
        }
        let credential = AuthCredential.google(1, try await service.nonce())
        let kept = try await service.link(credential, to: guest, profile: [:], onConflict: .keep)
        #expect(kept == Upgrade(outcome: .kept, session: guest))
        let switched = try await service.link(credential, to: guest, profile: [:], onConflict: .switch)
        #expect(switched.outcome == .switched && switched.user.uid == owner.user.uid)
        await expectError(.ticketExpired) {
            _ = try await service.resolveConflict(.keep, ticket: Secret("t"), for: guest)
        }
    }

    @Test func `linking anonymously or with profile fields is rejected before any request`() async throws {
        let guest = try await service.exchange(.anonymous).session
        let count = server.requests.count
        await expectError(.invalidRequest) {
            _ = try await service.link(.anonymous, to: guest, profile: [:], onConflict: .fail)
        }
        let credential = AuthCredential.google(1, try await service.nonce())
        await expectError(.invalidRequest) {
            _ = try await service.link(credential, to: guest, profile: ["a": "b"], onConflict: .fail)
        }
        #expect(server.requests.count == count)
    }

    @Test func `unlinking ends other sessions, and the last sign-in method stays unless a password exists`()
        async throws
    {
        let guest = try await service.exchange(.anonymous).session
        var session = guest
        for credential in [AuthCredential.google(1, try await service.nonce()), .apple(1, try await service.nonce())] {
            session = try await service.link(credential, to: session, profile: [:], onConflict: .fail).session
        }
        #expect(session.user.providers == ["google", "apple"])
        let tablet = try await service.exchange(.apple(1, try await service.nonce())).session
        try await service.unlink(.apple, from: session)
        await expectError(.sessionEnded) { _ = try await service.refresh(tablet) }
        _ = try await service.refresh(session)
        #expect(server.withState { $0.identities.map(\.provider) } == ["google"])
        await expectError(.notFound) { try await service.unlink(.apple, from: session) }
        await expectError(.lastMethod) { try await service.unlink(.google, from: session) }
        server.withState { $0.users[0].passwordUpdate = "2026-11-21T06:29:00.030+00:00" }
        try await service.unlink(.google, from: session)
        #expect(server.withState { $0.identities.isEmpty })
    }

    @Test func `unlinking tolerates another session that has already ended, but not a server error`() async throws {
        var session = try await signIn(1).session
        session = try await service.link(
            .apple(1, try await service.nonce()), to: session, profile: [:], onConflict: .fail
        ).session
        let tablet = try await signIn(1).session
        server.refuse("DELETE /account/sessions/\(tablet.id)", 404, "user_session_not_found")
        try await service.unlink(.google, from: session)
        server.refuse("DELETE /account/sessions/\(tablet.id)", 500, "general_unknown")
        _ = try await service.exchange(.apple(1, try await service.nonce()))
        session = try await service.link(
            .google(1, try await service.nonce()), to: session, profile: [:], onConflict: .fail
        ).session
        await expectError(.storageUnavailable) { try await service.unlink(.google, from: session) }
    }

    @Test func `ending other sessions with an ended session throws sessionEnded`() async throws {
        let session = try await signIn(1).session
        let tablet = try await signIn(1).session
        server.refuse("DELETE /account/sessions/\(tablet.id)", 401, "general_unauthorized_scope")
        await expectError(.sessionEnded) { try await service.endSession(tablet.id, of: session) }
        await expectError(.sessionEnded) { try await service.endOtherSessions(of: session) }
    }

    @Test func `a deletion leaves Apple's consent to the user, and an HTML response is an error`() async throws {
        let session = try await service.exchange(.apple(1, try await service.nonce())).session
        server.fail("DELETE /account", with: .success(TransportResponse(status: 200, body: Array("<html>".utf8))))
        await expectError(.providerUnavailable) { try await service.deleteAccount(session) }
        server.mend()
        #expect(try await service.deleteAccount(session) == AccountDeletion(manualRevocation: [.apple]))
        #expect(server.withState { $0.users.isEmpty })
        #expect(try await service.deleteAccount(signIn(2).session) == AccountDeletion())
    }

    @Test func `a project function deletes the account, and its failures are reported`() async throws {
        let service = AppwriteAuthService(
            project: try .double(), deletion: .function(id: "goodbye"), transport: server)
        let session = try await service.exchange(.anonymous).session
        let line = "POST /functions/goodbye/executions"
        for answer in [
            ["status": "failed", "responseStatusCode": 200], ["status": "completed", "responseStatusCode": 500],
            ["status": "completed"],
        ] as [JSONObject] {
            server.fail(line, with: .success(.json(201, answer)))
            await expectError(.storageUnavailable) { try await service.deleteAccount(session) }
        }
        server.mend()
        try await service.deleteAccount(session)
        #expect(try body(server.requests.last) == ["async": false, "method": "POST", "path": "/"])
        #expect(server.withState { $0.users.isEmpty })
    }

    @Test func `an export lists the account, identities, sessions and all logs, without secrets`() async throws {
        let session = try await signIn(1).session
        server.withState { $0.logCount = 230 }
        let export = try JSONValue(parsing: try await service.export(session), limits: .document).object
        #expect(export?.members.map(\.name) == ["account", "identities", "sessions", "logs"])
        #expect(export?["account"]?["email"] == "test.user.1@example.com")
        #expect(export?["identities"]?.array?.count == 1 && export?["sessions"]?.array?.count == 1)
        #expect(export?["logs"]?.array?.count == 230)
        let text = String(decoding: try await service.export(session), as: UTF8.self)
        #expect(!text.contains("of-the-provider") && !text.contains("secret"))
        let pages = server.requests.filter { $0.url.path.hasSuffix("logs") }.map { $0.url.query ?? "" }
        #expect(
            pages[1].removingPercentEncoding
                == #"queries[0]={"method":"limit","values":[100]}&queries[1]={"method":"offset","values":[100]}"#)
        server.refuse("GET /account/logs", 404, "general_route_not_found")
        #expect(try JSONValue(parsing: try await service.export(session), limits: .document)["logs"]?.array == [])
    }

    @Test func `signing out of an ended session succeeds, but an unknown origin is an error`() async throws {
        let session = try await signIn(1).session
        for (status, type) in [
            (401, "general_unauthorized_scope"), (404, "user_session_not_found"), (404, "user_not_found"),
            (403, "user_blocked"),
        ] {
            server.refuse("DELETE /account/sessions/current", status, type)
            try await service.revoke(Revocation(session))
        }
        server.refuse("DELETE /account/sessions/current", 403, "general_unknown_origin")
        await expectError(.invalidRequest) { try await service.revoke(Revocation(session)) }
    }
}

extension AuthCredential {
    fileprivate var token: String {
        switch self {
        case .google(let token, _, _), .apple(let token, _, _, _, _): token.exposed
        default: ""
        }
    }
}
