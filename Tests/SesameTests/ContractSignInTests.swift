import Foundation
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import Sesame

/// Tests of the token exchange `POST /auth/google` on the client's side.
@Suite struct ContractSignInTests {
    let clock = ManualClock()

    func exchange(
        _ status: Int, _ body: String, role: String? = nil, headers: [String: String] = [:]
    ) async throws -> (SignIn, TransportRequest?) {
        let transport = RecordingTransport(status, body, headers: headers)
        let service = SesameAuthService(
            server: try #require(URL(string: "https://auth.example.com")), app: "castmate", transport: transport,
            clock: clock.clock)
        let signIn = try await service.exchange(.google(idToken: Secret("t"), nonce: nil, role: role))
        return (signIn, transport.requests.first)
    }

    static func answer(role: String, without member: String = "") -> String {
        let access = Secret.token(["sid": "s-1", "sub": "u1"]).exposed
        let members = [
            "accessToken": #""\#(access)""#, "refreshToken": #""rt""#, "expiresIn": "2592000",
            "user":
                #"{"id":"u1","email":"a@example.com","role":\#(role),"nom":"User 1","prenom":"Test","bio":null}"#,
        ]
        return "{\(members.filter { $0.key != member }.map { #""\#($0.key)":\#($0.value)"# }.joined(separator: ","))}"
    }

    @Test func `a token without a nonce is sent to /auth/google`() async throws {
        let (signIn, request) = try await exchange(200, Self.answer(role: #""ACTEUR""#), role: "ACTEUR")
        #expect(request?.url.path == "/auth/google")
        #expect(
            try JSONValue(parsing: Array((request?.body.exposed ?? "").utf8)) == ["idToken": "t", "role": "ACTEUR"])
        #expect(signIn.session.id == "s-1")
        #expect(signIn.session.refreshToken == Secret("rt"))
        #expect(signIn.session.expiresAt == clock.now + 2_592_000)
        #expect(
            signIn.user
                == UserAuthInfo(
                    uid: "u1", email: "a@example.com", displayName: "Test User 1", providers: ["google"],
                    role: "ACTEUR"))
    }

    @Test(
        arguments: [
            (#""ACTEUR""#, "ACTEUR"), (#"{"name":"ACTEUR"}"#, "ACTEUR"), ("null", nil), ("{}", nil), ("7", nil),
            (#"{"name":{"name":"ACTEUR"}}"#, nil),
        ] as [(String, String?)])
    func `a role is read from a string or from an object`(role: String, expected: String?) async throws {
        #expect(try await exchange(200, Self.answer(role: role)).0.user.role == expected)
    }

    @Test(arguments: ["accessToken", "refreshToken", "expiresIn", "user"])
    func `a response without a required member is rejected`(member: String) async {
        await expectError(.providerUnavailable) {
            _ = try await exchange(200, Self.answer(role: "null", without: member))
        }
    }

    @Test(arguments: [
        (400, AuthError.Code.invalidRequest), (401, .invalidToken), (404, .notFound), (429, .rateLimited),
        (500, .internal), (503, .storageUnavailable), (418, .invalidRequest),
    ])
    func `a rejection's status determines the error code, and its message the reason`(status: Int, code: AuthError.Code)
        async
    {
        let error = await #expect(throws: AuthError.self) {
            try await exchange(status, #"{"message":"Authentification Google refusée"}"#, headers: ["retry-after": "7"])
        }
        #expect(error?.code == code)
        #expect(error?.reason == "Authentification Google refusée")
        #expect(error?.retryAfter == .seconds(7))
    }

    @Test func `a rejection's code takes precedence over its status`() async {
        await expectError(.roleMismatch) {
            _ = try await exchange(403, #"{"message":"m","code":"role_mismatch"}"#)
        }
    }

    @Test func `an unknown user receives a registration offer with a ticket`() async {
        let body = #"{"message":"Compte Google non trouvé","ticket":"t","expiresIn":1800,"prefill":{"email":"e"}}"#
        let error = await #expect(throws: AuthError.self) { try await exchange(404, body) }
        #expect(error?.code == .accountNotFound)
        #expect(error?.registration?.ticket == Secret("t"))
        #expect(error?.registration?.prefill.email == "e")
    }

    @Test func `a required second factor is reported with its ticket`() async {
        let body =
            #"{"message":"m","code":"second_factor_required","ticket":"sf","expiresIn":600,"factors":[],"#
            + #""hasRecoveryCodes":true}"#
        let error = await #expect(throws: AuthError.self) { try await exchange(403, body) }
        #expect(error?.code == .secondFactorRequired && error?.secondFactor?.ticket == Secret("sf"))
    }

    @Test(arguments: [(404, "<html>"), (401, ""), (302, ""), (200, "[]")])
    func `a response that does not follow the contract is rejected`(status: Int, body: String) async {
        await expectError(.providerUnavailable) { _ = try await exchange(status, body) }
    }

    @Test func `a token without a nonce can neither reauthenticate nor link`() async throws {
        let service = SesameAuthService(
            server: try #require(URL(string: "https://auth.example.com")), transport: RecordingTransport(200, "{}"))
        let credential = AuthCredential.google(idToken: Secret("t"), nonce: nil)
        await expectError(.invalidNonce) { _ = try await service.reauthenticate(.sample(1), with: credential) }
        await expectError(.invalidNonce) {
            _ = try await service.link(credential, to: .sample(1), profile: [:], onConflict: .fail)
        }
    }
}
