import Logging
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameWire
import Testing

@testable import SesameHTTP
@testable import SesameSurface
@testable import SesameWebSurface

struct TokenAPITests {
    @Test(arguments: [
        (HTTPError.overloaded, 503, "temporarily_unavailable"),
        (.rateLimited("too much", retryAfter: 9), 429, "temporarily_unavailable"), (.internal, 500, "server_error"),
        (.payloadTooLarge, 413, "invalid_request"), (.unsupportedMediaType, 415, "invalid_request"),
    ])
    func `a request rejected before its route gets an RFC 6749 error`(
        problem: HTTPError, status: Int, error: String
    ) async throws {
        let rig = try await WebRig()
        let surface = TokenAPI(
            accounts: rig.accounts, apps: rig.apps, publicURL: "http://127.0.0.1:8080",
            log: SecurityLog(logger: Logger(label: "test"))
        ).surface(cors: .none)
        let response = surface.renderProblem(problem, FailedRequest(id: RequestID(1), request: nil))
        #expect(Int(response.status.code) == status)
        #expect(try JSONValue(parsing: response.body)["error"] == .string(error))
        #expect(response.headers["Retry-After"] == [429: ["9"], 503: ["1"]][status, default: []])
    }

    @Test func `a rate-limited grant gets 429 with Retry-After`() {
        for error in [
            OAuthError(grant: AccountError(.rateLimited, "too much", retryAfter: 9)),
            OAuthError(signIn: AccountError(.rateLimited, "too much", retryAfter: 9)),
        ] {
            #expect(error.code == .temporarilyUnavailable)
            #expect(error.response.status == .tooManyRequests && error.response.headers["Retry-After"] == ["9"])
        }
    }
}
