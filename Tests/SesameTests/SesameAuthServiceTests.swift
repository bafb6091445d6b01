import Foundation
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import Sesame

@Suite struct SesameAuthServiceTests {
    let clock = ManualClock()

    static let tokens = #""accessToken":"at","tokenType":"Bearer","expiresIn":900,"refreshToken":"rt","sessionID":"s""#
    static let user = """
        {"uid":"u1","email":"one@example.com","emailVerified":true,"displayName":"Test User 1",\
        "photoURL":"https://example.com/p.png","isAnonymous":false,"role":"ACTEUR","providers":["google"],\
        "creationTime":1700000000,"lastSignInTime":1800000000,"profile":{},"onboarding":{"state":"completed"}}
        """
    static let merged = "{\(tokens),\"outcome\":\"merged\",\"user\":\(user)}"
    static let signIn = "{\(tokens),\"isNewUser\":true,\"user\":\(user)}"

    func service(_ transport: RecordingTransport, server: String = "https://auth.example.com") throws
        -> SesameAuthService
    {
        SesameAuthService(
            server: try #require(URL(string: server)), app: "castmate", transport: transport, clock: clock.clock)
    }

    func body(_ request: TransportRequest?) throws -> JSONObject? {
        try JSONValue(parsing: Array((request?.body.exposed ?? "").utf8)).object
    }

    @Test func `a sign-in sends the request body and reads the whole response`() async throws {
        let transport = RecordingTransport(200, Self.signIn)
        let signIn = try await service(transport).exchange(
            .google(idToken: Secret("token"), nonce: Nonce(Secret("n")), role: "ACTEUR"))
        let request = try #require(transport.requests.first)
        #expect(request.method == "POST")
        #expect(request.url.absoluteString == "https://auth.example.com/v1/sign-in/google")
        #expect(request.headers["Sesame-App"] == Secret("castmate"))
        #expect(request.headers["Content-Type"] == Secret("application/json"))
        #expect(try body(request) == ["idToken": "token", "nonce": "n", "role": "ACTEUR"])
        #expect(signIn.isNewUser)
        #expect(signIn.session.expiresAt == clock.now + 900)
        #expect(signIn.session.receivedAt == clock.now)
        #expect(
            signIn.user
                == UserAuthInfo(
                    uid: "u1", email: "one@example.com", creationDate: Date(timeIntervalSince1970: 1_700_000_000),
                    lastSignInDate: Date(timeIntervalSince1970: 1_800_000_000), displayName: "Test User 1",
                    photoURL: URL(string: "https://example.com/p.png"), providers: ["google"], role: "ACTEUR"))
    }

    @Test func `Apple's authorization code and name are sent with its ID token`() async throws {
        let transport = RecordingTransport(200, Self.signIn)
        let service = try service(transport)
        let nonce = Nonce(Secret("n"))
        let name = PersonName(givenName: "Test", familyName: "User 1")
        for credential in [
            AuthCredential.apple(
                idToken: Secret("t"), nonce: nonce, role: "ACTEUR", authorizationCode: Secret("c"), name: name),
            .apple(idToken: Secret("t"), nonce: nonce, name: PersonName(givenName: "Test")),
            .apple(idToken: Secret("t"), nonce: nonce),
        ] {
            _ = try await service.exchange(credential)
        }
        _ = try await service.reauthenticate(
            .sample(1), with: .apple(idToken: Secret("t"), nonce: nonce, authorizationCode: Secret("c"), name: name))
        let bare: JSONObject = ["idToken": "t", "nonce": "n"]
        #expect(transport.requests.prefix(3).allSatisfy { $0.url.path == "/v1/sign-in/apple" })
        #expect(
            try body(transport.requests[0]) == [
                "idToken": "t", "nonce": "n", "role": "ACTEUR", "authorizationCode": "c", "givenName": "Test",
                "familyName": "User 1",
            ])
        #expect(try body(transport.requests[1]) == ["idToken": "t", "nonce": "n", "givenName": "Test"])
        #expect(try body(transport.requests[2]) == bare)
        #expect(
            try body(transport.requests[3]) == [
                "idToken": "t", "nonce": "n", "provider": "apple", "authorizationCode": "c",
            ])
    }

    @Test func `an export returns the response unchanged, and a captive portal's page throws`() async throws {
        let text = #"{"version": 1,  "account": {"uid": "u1"}}"#
        let transport = RecordingTransport(200, text)
        #expect(try await service(transport).export(.sample(1)) == Array(text.utf8))
        let request = try #require(transport.requests.first)
        #expect("\(request)" == "GET /v1/me/export")
        #expect(request.headers["Authorization"] == Secret("Bearer a-1"))
        #expect(request.maxResponseBytes == JSONLimits.document.bytes)
        for page in ["<html></html>", "[]", ""] {
            let portal = try service(RecordingTransport(200, page))
            await expectError(.providerUnavailable) { _ = try await portal.export(.sample(1)) }
        }
    }

    @Test func `unlinking deletes the identity by its provider's name`() async throws {
        let transport = RecordingTransport(204, "")
        try await service(transport).unlink(.apple, from: .sample(1))
        let request = try #require(transport.requests.first)
        #expect("\(request)" == "DELETE /v1/me/identities/apple")
        #expect(request.headers["Authorization"] == Secret("Bearer a-1"))
        #expect(transport.requests.count == 1)
    }

    @Test func `an authorization code is exchanged at /token as a form`() async throws {
        let transport = RecordingTransport(200, Self.signIn)
        let code = AuthorizationCode(
            code: Secret("c&1"), verifier: Secret("v"), redirectURI: "http://127.0.0.1:1/callback", clientID: "castmate"
        )
        let signIn = try await service(transport).exchange(.authorizationCode(code))
        let request = try #require(transport.requests.first)
        #expect(request.url.path == "/token")
        #expect(request.headers["Content-Type"] == Secret("application/x-www-form-urlencoded"))
        #expect(
            request.body.exposed == "grant_type=authorization_code&code=c%261&code_verifier=v"
                + "&redirect_uri=http%3A%2F%2F127.0.0.1%3A1%2Fcallback&client_id=castmate")
        #expect(signIn.user.uid == "u1")
    }

    @Test func `each request goes to its route with the right token`() async throws {
        let transport = RecordingTransport(
            .success(TransportResponse(status: 200, body: Array(#"{"nonce":"n1","expiresIn":600}"#.utf8))),
            .success(TransportResponse(status: 200, body: Array(Self.signIn.utf8))),
            .success(TransportResponse(status: 200, body: Array("{\(Self.tokens)}".utf8))),
            .success(TransportResponse(status: 200, body: Array("{\(Self.tokens)}".utf8))),
            .success(TransportResponse(status: 204)))
        let service = try service(transport, server: "https://example.com/auth/")
        let nonce = try await service.nonce()
        #expect(nonce == Nonce(Secret("n1")))
        let session = Session.sample(1)
        _ = try await service.exchange(.anonymous)
        let fresh = try await service.refresh(session)
        #expect(fresh.user == session.user)
        #expect(fresh.refreshToken == Secret("rt"))
        _ = try await service.reauthenticate(session, with: .apple(idToken: Secret("t"), nonce: nonce))
        try await service.revoke(Revocation(session))
        try await service.deleteAccount(session)
        let requests = transport.requests
        #expect(
            requests.map { "\($0.method) \($0.url.path)" } == [
                "POST /auth/v1/challenges", "POST /auth/v1/sign-in/anonymous", "POST /auth/v1/sessions/refresh",
                "POST /auth/v1/me/confirm", "DELETE /auth/v1/sessions/current", "DELETE /auth/v1/me",
            ])
        #expect(
            requests.map { $0.headers["Authorization"]?.exposed } == [
                nil, nil, nil, "Bearer a-1", "Bearer r-1", "Bearer a-1",
            ])
        #expect(try body(requests[2]) == ["refreshToken": "r-1"])
        #expect(try body(requests[3]) == ["provider": "apple", "idToken": "t", "nonce": "n1"])
    }

    @Test(
        arguments: [
            (#"{"manualRevocation":["apple"]}"#, [.apple]), (#"{"manualRevocation":[]}"#, []),
            (#"{"manualRevocation":["tomorrow's","apple"],"more":1}"#, [.apple]),
        ] as [(String, [SignInMethod])])
    func `a deletion returns the known sign-in methods that need manual revocation`(
        body: String, left: [SignInMethod]
    ) async throws {
        let deletion = try await service(RecordingTransport(200, body)).deleteAccount(.sample(1))
        #expect(deletion.manualRevocation == left)
    }

    @Test func `a deletion response without a body needs no manual revocation`() async throws {
        let transport = RecordingTransport(.success(TransportResponse(status: 204)))
        #expect(try await service(transport).deleteAccount(.sample(1)) == AccountDeletion())
    }

    @Test(arguments: ["<html>Welcome to the hotel</html>", "{}", #"{"manualRevocation":"apple"}"#, ""])
    func `a deletion with an invalid response throws`(body: String) async throws {
        let service = try service(RecordingTransport(200, body))
        await expectError(.providerUnavailable) { try await service.deleteAccount(.sample(1)) }
    }

    @Test func `a link sends all its data to the identity's route, and a conflict choice to /v1/me/merge`() async throws
    {
        let challenge = TransportResponse(status: 200, body: Array(#"{"nonce":"n1","expiresIn":600}"#.utf8))
        let transport = RecordingTransport(
            .success(challenge), .success(TransportResponse(status: 200, body: Array(Self.merged.utf8))))
        let service = try service(transport)
        let session = Session.sample(1)
        let nonce = try await service.nonce(linkingTo: session)
        let upgrade = try await service.link(
            .apple(
                idToken: Secret("t"), nonce: nonce, role: "ACTEUR", authorizationCode: Secret("c"),
                name: PersonName(givenName: "Test")),
            to: session, profile: ["nom": "User 1"], onConflict: .merge)
        _ = try await service.link(
            .google(idToken: Secret("t"), nonce: nonce), to: session, profile: [:], onConflict: .fail)
        _ = try await service.resolveConflict(.keep, ticket: Secret("ticket"), for: session)
        #expect(upgrade.outcome == .merged)
        #expect(upgrade.session.id == "s")
        #expect(upgrade.user.uid == "u1")
        #expect(upgrade.session.expiresAt == clock.now + 900)
        let requests = transport.requests
        #expect(requests.allSatisfy { $0.headers["Authorization"] == Secret("Bearer a-1") })
        #expect(
            requests.map(\.url.path) == [
                "/v1/challenges", "/v1/me/identities/apple", "/v1/me/identities/google", "/v1/me/merge",
            ])
        #expect(
            try body(requests[1]) == [
                "idToken": "t", "nonce": "n1", "role": "ACTEUR", "authorizationCode": "c", "givenName": "Test",
                "profile": ["nom": "User 1"], "onConflict": "merge",
            ])
        #expect(try body(requests[2]) == ["idToken": "t", "nonce": "n1"])
        #expect(try body(requests[3]) == ["ticket": "ticket", "choice": "keep"])
    }

    @Test func `a registration is sent to the sign-up with its ticket`() async throws {
        let transport = RecordingTransport(200, Self.signIn)
        let form = Registration(ticket: Secret("ticket"), role: "ACTEUR", profile: ["nom": "User 1"])
        let signIn = try await service(transport).exchange(.registration(form))
        let request = try #require(transport.requests.first)
        #expect(request.url.path == "/v1/sign-up")
        #expect(try body(request) == ["ticket": "ticket", "role": "ACTEUR", "profile": ["nom": "User 1"]])
        #expect(signIn.isNewUser)
    }

    @Test func `a linking code is sent with its verifier to the session's identities`() async throws {
        let transport = RecordingTransport(200, "{}")
        let code = AuthorizationCode(
            code: Secret("c"), verifier: Secret("v"), redirectURI: "r", clientID: "c", isForLinking: true)
        _ = try? await service(transport).link(
            .authorizationCode(code), to: .sample(1), profile: ["name": "Test User 1"], onConflict: .merge)
        let request = try #require(transport.requests.first)
        #expect(request.url.path == "/v1/me/identities")
        #expect(
            try body(request) == [
                "code": "c", "codeVerifier": "v", "redirectURI": "r", "profile": ["name": "Test User 1"],
                "onConflict": "merge",
            ])
    }

    @Test func `a nonce requested for a session is marked for linking`() async throws {
        let transport = RecordingTransport(200, #"{"nonce": "n", "expiresIn": 600}"#)
        let service = try service(transport)
        #expect(try await service.nonce(linkingTo: .sample(1)).isForLinking)
        #expect(try await !service.nonce().isForLinking)
    }

    @Test func `a linking code is rejected for sign-in and confirmation, without a request`() async throws {
        let transport = RecordingTransport(200, "{}")
        let code = AuthCredential.authorizationCode(
            AuthorizationCode(
                code: Secret("c"), verifier: Secret("v"), redirectURI: "r", clientID: "c", isForLinking: true))
        let service = try service(transport)
        await expectError(.invalidRequest) { _ = try await service.exchange(code) }
        await expectError(.invalidRequest) { _ = try await service.reauthenticate(.sample(1), with: code) }
        #expect(transport.requests.isEmpty)
    }

    @Test func `a credential that proves no identity cannot be linked`() async throws {
        let transport = RecordingTransport(200, "{}")
        let service = try service(transport)
        let code = AuthorizationCode(code: Secret("c"), verifier: Secret("v"), redirectURI: "r", clientID: "c")
        for credential in [
            AuthCredential.anonymous, .authorizationCode(code), .registration(Registration(ticket: Secret("t"))),
        ] {
            await expectError(.invalidRequest) {
                _ = try await service.link(credential, to: .sample(1), profile: [:], onConflict: .fail)
            }
        }
        #expect(transport.requests.isEmpty)
    }

    @Test(arguments: [204, 503])
    func `a confirmation with another user's code throws and revokes the session it returned`(status: Int)
        async throws
    {
        let transport = RecordingTransport { request in
            request.method == "DELETE"
                ? TransportResponse(status: status) : TransportResponse(status: 200, body: Array(Self.signIn.utf8))
        }
        let code = AuthorizationCode(code: Secret("c"), verifier: Secret("v"), redirectURI: "r", clientID: "c")
        let service = try service(transport)
        await expectError(.reauthenticationRequired) {
            _ = try await service.reauthenticate(.sample(1), with: .authorizationCode(code))
        }
        #expect(transport.requests.last?.headers["Authorization"] == Secret("Bearer rt"))
        let own = Session.sample(1, user: UserAuthInfo(uid: "u1"))
        #expect(try await service.reauthenticate(own, with: .authorizationCode(code)).id == "s")
    }

    struct Failure: Sendable, CustomTestStringConvertible {
        let status: Int
        let body: String
        let code: AuthError.Code
        var headers: [String: String] = [:]
        var retryAfter: Duration?
        var testDescription: String { "\(status) \(body)" }
    }

    private static func ours(_ code: String, _ more: String = "") -> String {
        #"{"error":{"code":"\#(code)","message":"m","requestID":"r1"\#(more)}}"#
    }

    @Test(arguments: [
        Failure(status: 401, body: ours("session_revoked"), code: .sessionRevoked),
        Failure(status: 403, body: ours("user_disabled"), code: .userDisabled),
        Failure(status: 401, body: ours("brand_new"), code: AuthError.Code(rawValue: "brand_new")),
        Failure(
            status: 429, body: ours("rate_limited", #","retryAfter":7"#), code: .rateLimited, retryAfter: .seconds(7)),
        Failure(
            status: 503, body: ours("storage_unavailable"), code: .storageUnavailable, headers: ["retry-after": "3"],
            retryAfter: .seconds(3)),
        Failure(status: 500, body: ours("internal"), code: .internal),
        Failure(status: 500, body: ours("session_ended"), code: .storageUnavailable),
        Failure(status: 502, body: "<html>", code: .storageUnavailable),
        Failure(
            status: 503, body: "", code: .storageUnavailable, headers: ["retry-after": "Sat, 21 Nov 2026 12:00:00 GMT"]),
        Failure(status: 429, body: "", code: .rateLimited),
        Failure(
            status: 429, body: #"{"error":"temporarily_unavailable"}"#, code: .rateLimited,
            headers: ["retry-after": "9"], retryAfter: .seconds(9)),
        Failure(status: 401, body: "<html>sign in to the hotel's network</html>", code: .providerUnavailable),
        Failure(status: 401, body: #"{"error":{"code":"session_ended"}}"#, code: .providerUnavailable),
        Failure(status: 404, body: "{}", code: .providerUnavailable),
        Failure(status: 302, body: "", code: .providerUnavailable),
        Failure(status: 200, body: "<html>", code: .providerUnavailable),
        Failure(status: 200, body: "{}", code: .providerUnavailable),
        Failure(status: 400, body: #"{"error":"invalid_grant","error_description":"d"}"#, code: .invalidToken),
        Failure(status: 400, body: #"{"error":"unsupported_grant_type"}"#, code: .invalidRequest),
        Failure(status: 503, body: #"{"error":"temporarily_unavailable"}"#, code: .storageUnavailable),
    ])
    func `error codes are taken only from valid responses of Sesame`(_ failure: Failure) async throws {
        let transport = RecordingTransport(failure.status, failure.body, headers: failure.headers)
        let service = try service(transport)
        let error = await #expect(throws: AuthError.self) { try await service.refresh(.sample(1)) }
        #expect(error?.code == failure.code)
        #expect(error?.retryAfter == failure.retryAfter)
    }

    @Test func `a response with a duplicate member throws providerUnavailable`() async throws {
        let transport = RecordingTransport(200, "{\(Self.tokens),\"accessToken\":\"other\"}")
        let service = try service(transport)
        await expectError(.providerUnavailable) { _ = try await service.refresh(.sample(1)) }
    }

    @Test func `an unknown identity is offered a registration with its ticket`() async throws {
        let transport = RecordingTransport(
            404, Self.ours("account_not_found", #","ticket":"t","expiresIn":1800,"prefill":{"email":"a@example.com"}"#))
        let service = try service(transport)
        let error = await #expect(throws: AuthError.self) { try await service.exchange(.anonymous) }
        guard case .register(let registration) = error?.recovery else {
            Issue.record("no registration")
            return
        }
        #expect(registration.ticket == Secret("t"))
        #expect(error?.requestID == "r1")
    }

    @Test func `a switch by password keeps its session although the earlier one cannot be revoked`() async throws {
        let conflict = Self.ours("credential_in_use")
        let transport = RecordingTransport { request throws(AuthError) in
            switch (request.method, request.url.path) {
            case ("DELETE", _): throw AuthError(.offline, "the connection was lost")
            case (_, "/v1/me/password"): TransportResponse(status: 409, body: Array(conflict.utf8))
            default: TransportResponse(status: 200, body: Array(Self.signIn.utf8))
            }
        }
        let credential = PasswordCredential(email: "one@example.com", password: Secret("p"))
        let upgrade = try await service(transport).link(
            .password(credential), to: .sample(1), profile: [:], onConflict: .switch)
        #expect(upgrade.outcome == .switched && upgrade.session.id == "s")
        #expect(transport.requests.last?.method == "DELETE")
    }

    @Test(arguments: ["session_ended", "session_revoked", "user_deleted", "not_authenticated"])
    func `revoking a session that has already ended succeeds`(code: String) async throws {
        let service = try service(RecordingTransport(401, Self.ours(code)))
        await #expect(throws: Never.self) { try await service.revoke(Revocation(.sample(1))) }
    }
}
