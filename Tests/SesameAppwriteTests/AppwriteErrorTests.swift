import Foundation
import Sesame
import SesameCore
import SesameTesting
import Testing

@testable import SesameAppwrite

@Suite struct AppwriteErrorTests {
    let server = AppwriteDouble()
    let service: AppwriteAuthService

    init() throws {
        service = AppwriteAuthService(project: try .double(), transport: server)
    }

    private static let guests = #"User (role: guests) missing scopes (["account"])"#

    @Test(
        arguments: [
            (401, "general_unauthorized_scope", guests, .sessionEnded),
            (401, "general_unauthorized_scope", "User (role: guests) missing scope (account)", .sessionEnded),
            (401, "general_unauthorized_scope", #"User (role: users) missing scopes (["x"])"#, .invalidRequest),
            (403, "user_blocked", "m", .userDisabled), (401, "user_blocked", "m", .userDisabled),
            (404, "user_not_found", "m", .userDeleted), (401, "user_more_factors_required", "m", .sessionEnded),
            // None of these errors means that the session has ended.
            (401, "user_challenge_required", "m", .reauthenticationRequired),
            (401, "user_unauthorized", "m", .invalidRequest), (401, "something_new", "m", .invalidRequest),
            (403, "general_unknown_origin", "m", .invalidRequest),
            (404, "project_not_found", "m", .invalidRequest), (404, "something_new", "m", .notFound),
            (429, "general_rate_limit_exceeded", "m", .rateLimited),
            (500, "general_unknown", "m", .storageUnavailable), (503, "something_new", "m", .storageUnavailable),
        ] as [(Int, String, String, AuthError.Code)])
    func `a rejected refresh throws the matching AuthError code`(
        status: Int, type: String, message: String, code: AuthError.Code
    ) async throws {
        let session = try await service.exchange(.anonymous).session
        server.refuse("POST /account/jwts", status, type, message)
        let error = await expectError(code) { _ = try await service.refresh(session) }
        #expect(error?.reason.contains(type) == true)
    }

    @Test(
        arguments: [
            (401, "user_oauth2_token_invalid", "Nonce mismatch", .invalidNonce),
            (401, "user_oauth2_token_invalid", "Nonce required", .invalidNonce),
            (401, "user_oauth2_token_invalid", "Audience mismatch.", .invalidToken),
            (401, "user_invalid_token", "m", .invalidToken),
            (401, "user_invalid_credentials", "m", .invalidCredentials),
            (400, "user_oauth2_bad_request", "m", .invalidToken),
            (424, "user_oauth2_provider_error", "m", .providerUnavailable),
            (401, "general_unauthorized_scope", guests, .invalidRequest),
            (403, "user_blocked", "m", .userDisabled),
            (409, "user_already_exists", "m", .credentialInUse),
            (412, "project_provider_disabled", "m", .providerRequired),
            (501, "project_provider_unsupported", "m", .providerRequired),
            (501, "user_auth_method_unsupported", "m", .providerRequired),
            (404, "general_route_not_found", "m", .invalidRequest), (400, "general_bad_request", "m", .invalidRequest),
        ] as [(Int, String, String, AuthError.Code)])
    func `a rejected sign-in throws the matching AuthError code`(
        status: Int, type: String, message: String, code: AuthError.Code
    ) async throws {
        server.refuse("POST /account/sessions/id-token", status, type, message)
        let credential = AuthCredential.google(1, try await service.nonce())
        await expectError(code) { _ = try await service.exchange(credential) }
    }

    @Test(arguments: ["userId", "email", "idToken"])
    func `an invalid parameter is named without repeating the submitted value`(name: String) async throws {
        server.refuse(
            "POST /account/sessions/anonymous", 400, "general_argument_invalid",
            "Invalid `\(name)` param: Value `test.user.1@example.com` is wrong")
        let error = await expectError(.invalidRequest) { _ = try await service.exchange(.anonymous) }
        #expect(error?.fields == [name])
        #expect(error.map { "\($0)\(String(reflecting: $0))" }?.contains("test.user") == false)
        guard case .correct(let fields)? = error?.recovery else {
            Issue.record("nothing is to be corrected")
            return
        }
        #expect(fields == [name])
    }

    @Test func `a malformed parameter name is ignored`() async throws {
        for message in ["Invalid `a b` param", "Invalid `` param", "no name", "Invalid `open"] {
            server.refuse("POST /account/sessions/anonymous", 400, "general_argument_invalid", message)
            let error = await expectError(.invalidRequest) { _ = try await service.exchange(.anonymous) }
            #expect(error?.fields == [])
        }
    }

    @Test(
        arguments: [
            (200, "<html>portal</html>", .providerUnavailable), (200, "[]", .providerUnavailable),
            (201, #"{"$id":"s"}"#, .providerUnavailable), (302, "", .providerUnavailable),
            (401, "<html>", .providerUnavailable), (401, #"{"error":"x"}"#, .providerUnavailable),
            (401, #"{"message":"m","code":403,"type":"user_blocked"}"#, .providerUnavailable),
            (401, #"{"message":"m","code":"401","type":"user_blocked"}"#, .providerUnavailable),
            (401, #"{"message":"m","code":401,"type":"<b>"}"#, .providerUnavailable),
            (429, "slow down", .rateLimited), (502, "<html>", .storageUnavailable),
        ] as [(Int, String, AuthError.Code)])
    func `an intermediary's response is not mistaken for Appwrite's`(
        status: Int, body: String, code: AuthError.Code
    ) async throws {
        server.fail(
            "POST /account/sessions/anonymous",
            with: .success(TransportResponse(status: status, body: Array(body.utf8))))
        await expectError(code) { _ = try await service.exchange(.anonymous) }
    }

    @Test(
        arguments: [
            (["retry-after": "7"], 7), (["retry-after": "-1"], nil), (["retry-after": "90000"], nil),
            (["x-ratelimit-reset": "1763706600", "date": "Fri, 21 Nov 2025 06:29:00 GMT"], 60),
            (["x-ratelimit-reset": "1763706600"], nil),
            (["x-ratelimit-reset": "1763706600", "date": "today"], nil),
            (["x-ratelimit-reset": "-9223372036854775808", "date": "Fri, 21 Nov 2025 06:29:00 GMT"], nil),
            (["x-ratelimit-reset": "1763706000", "date": "Fri, 21 Nov 2025 06:29:00 GMT"], nil),
        ] as [([String: String], Int?)])
    func `retryAfter is read only from valid rate limit headers`(
        headers: [String: String], seconds: Int?
    ) async throws {
        let line = "POST /account/sessions/anonymous"
        server.refuse(line, 429, "general_rate_limit_exceeded", headers: headers)
        let refused = await expectError(.rateLimited) { _ = try await service.exchange(.anonymous) }
        #expect(refused?.retryAfter == seconds.map { .seconds($0) })
        server.fail(line, with: .success(TransportResponse(status: 429, headers: headers)))
        let stopped = await expectError(.rateLimited) { _ = try await service.exchange(.anonymous) }
        #expect(stopped?.retryAfter == refused?.retryAfter)
    }

    @Test func `a manager signs out only for errors that end the session`() async throws {
        let clock = ManualClock()
        let manager = AuthManager(
            service: AppwriteAuthService(project: try .double(), transport: server, clock: clock.clock),
            store: MemorySessionStore(), clock: clock.clock)
        try await manager.signIn(with: .google(1, try await manager.nonce(for: .signIn)))
        clock.advance(by: .seconds(1_000))
        for (status, type) in [(401, "something_new"), (404, "project_not_found"), (500, "general_unknown")] {
            server.refuse("POST /account/jwts", status, type)
            _ = try? await manager.accessToken()
            #expect(manager.auth != nil)
        }
        server.fail("POST /account/jwts", with: .failure(AuthError(.offline, "no network")))
        _ = try? await manager.accessToken()
        #expect(manager.auth != nil)
        server.refuse("POST /account/jwts", 401, "general_unauthorized_scope", Self.guests)
        await expectError(.sessionEnded) { _ = try await manager.accessToken() }
        #expect(manager.state == .signedOut(.ended(.sessionEnded)))
    }
}
