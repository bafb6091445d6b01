import Foundation
import Sesame
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import SesameFirebase

@Suite struct IdentityToolkitErrorTests {
    struct Refusal: Sendable, CustomTestStringConvertible {
        let status: Int
        let body: String
        let code: AuthError.Code
        var headers: [String: String] = [:]
        var retryAfter: Duration?
        var testDescription: String { "\(status) \(body)" }

        init(
            _ status: Int, _ body: String, _ code: AuthError.Code, headers: [String: String] = [:],
            retryAfter: Duration? = nil
        ) {
            (self.status, self.body, self.code, self.headers) = (status, body, code, headers)
            self.retryAfter = retryAfter
        }
    }

    static func google(_ message: String, _ status: Int = 400) -> String {
        #"{"error":{"code":\#(status),"message":"\#(message)","errors":[{"message":"x","reason":"invalid"}]}}"#
    }

    static let refreshes = [
        Refusal(400, google("TOKEN_EXPIRED"), .sessionEnded),
        Refusal(400, google("USER_NOT_FOUND"), .userDeleted),
        Refusal(400, google("USER_DISABLED"), .userDisabled),
        Refusal(400, google("INVALID_REFRESH_TOKEN"), .notAuthenticated),
        Refusal(400, google("INVALID_GRANT_TYPE"), .invalidRequest),
        Refusal(400, google("API key not valid. Please pass a valid API key."), .invalidRequest),
        Refusal(400, google("TOKEN_EXPIREDX"), .invalidRequest),
        Refusal(403, google("PROJECT_DISABLED", 403), .invalidRequest),
        Refusal(
            429, google("TOKEN_EXPIRED", 429), .rateLimited, headers: ["retry-after": "7"], retryAfter: .seconds(7)),
        Refusal(400, google("TOO_MANY_ATTEMPTS_TRY_LATER : Wait."), .rateLimited),
        Refusal(500, google("TOKEN_EXPIRED", 500), .storageUnavailable),
        Refusal(
            503, google("USER_DISABLED", 503), .storageUnavailable, headers: ["retry-after": "3"],
            retryAfter: .seconds(3)),
        Refusal(502, "<html>", .storageUnavailable),
        Refusal(400, "<html>sign in to the hotel's network</html>", .providerUnavailable),
        Refusal(400, #"{"error":"TOKEN_EXPIRED"}"#, .providerUnavailable),
        Refusal(400, #"{"error":{"message":"TOKEN_EXPIRED"}}"#, .providerUnavailable),
        Refusal(302, "", .providerUnavailable),
        Refusal(200, "<html>", .providerUnavailable),
        Refusal(200, "{}", .providerUnavailable),
        Refusal(
            200, #"{"user_id":"uid-1","id_token":"a","refresh_token":"","expires_in":"3600"}"#, .providerUnavailable),
        Refusal(
            200, #"{"user_id":"uid-1","id_token":"a","refresh_token":"r","expires_in":"0"}"#, .providerUnavailable),
        Refusal(
            200, #"{"user_id":"uid-1","user_id":"uid-1","id_token":"a","refresh_token":"r","expires_in":"1"}"#,
            .providerUnavailable),
    ]

    @Test(arguments: refreshes)
    func `a failed refresh throws the matching AuthError code and retry time`(_ refusal: Refusal) async throws {
        let transport = RecordingTransport(refusal.status, refusal.body, headers: refusal.headers)
        let service = FirebaseAuthService(FirebaseDouble.project, transport: transport)
        let error = await expectError(refusal.code) { _ = try await service.refresh(.sample(1)) }
        #expect(error?.retryAfter == refusal.retryAfter)
    }

    static let signIns = [
        Refusal(400, google("INVALID_IDP_RESPONSE : The supplied auth credential is malformed."), .invalidToken),
        Refusal(400, google("MISSING_OR_INVALID_NONCE : Nonce is missing in the request."), .invalidNonce),
        Refusal(400, google("OPERATION_NOT_ALLOWED : The identity provider is not enabled."), .providerRequired),
        Refusal(400, google("USER_DISABLED"), .userDisabled),
        Refusal(400, google("INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP."), .invalidToken),
        Refusal(400, google("BLOCKING_FUNCTION_ERROR_RESPONSE : no"), .providerRequired),
        Refusal(400, google("QUOTA_EXCEEDED : Exceeded quota."), .rateLimited),
        Refusal(400, google("SOMETHING_NEW"), .invalidRequest),
        Refusal(200, #"{"errorMessage":"EMAIL_EXISTS"}"#, .credentialInUse),
        Refusal(200, #"{"errorMessage":"SOMETHING_NEW"}"#, .invalidRequest),
        Refusal(200, #"{"needConfirmation":false}"#, .providerRequired),
    ]

    @Test(arguments: signIns)
    func `a rejected sign-in throws the matching AuthError code`(_ refusal: Refusal) async throws {
        let service = FirebaseAuthService(
            FirebaseDouble.project, transport: RecordingTransport(refusal.status, refusal.body))
        await expectError(refusal.code) { _ = try await service.exchange(.google(1, Nonce(Secret("n")))) }
    }

    @Test func `a rejected ID token throws notAuthenticated`() async throws {
        for name in ["TOKEN_EXPIRED", "INVALID_ID_TOKEN"] {
            let service = FirebaseAuthService(
                FirebaseDouble.project, transport: RecordingTransport(400, Self.google(name)))
            await expectError(.notAuthenticated) { try await service.deleteAccount(.sample(1)) }
        }
    }

    @Test func `Google's error name is in the error's cause, not in the error itself`() async throws {
        let service = FirebaseAuthService(
            FirebaseDouble.project, transport: RecordingTransport(400, Self.google("SOMETHING_NEW : of Test User 1")))
        let error = try #require(
            await expectError(.invalidRequest) { _ = try await service.exchange(.anonymous) })
        var dumped = ""
        dump(error, to: &dumped)
        #expect(!"\(error) \(dumped)".contains("SOMETHING_NEW"))
        #expect("\(try #require(error.cause))" == "GoogleAPIError(SOMETHING_NEW, -)")
    }

    @Test func `a revoked session signs out, but an offline or failing server does not`() async throws {
        let firebase = FirebaseDouble()
        let clock = ManualClock()
        let manager = AuthManager(
            service: FirebaseAuthService(FirebaseDouble.project, transport: firebase, clock: clock.clock),
            store: MemorySessionStore(), clock: clock.clock)
        try await manager.signInAnonymously()
        clock.advance(by: .seconds(3_600))
        firebase.isOffline = true
        await expectError(.offline) { _ = try await manager.accessToken() }
        #expect(manager.auth != nil)
        firebase.isOffline = false
        firebase.answer("token", 503)
        await expectError(.storageUnavailable) { _ = try await manager.accessToken() }
        #expect(manager.auth != nil)
        firebase.state.withLock { state in
            state.accounts.revoked = Set(state.accounts.refreshTokens.keys)
        }
        await expectError(.sessionEnded) { _ = try await manager.accessToken() }
        #expect(manager.state == .signedOut(.ended(.sessionEnded)))
    }
}
