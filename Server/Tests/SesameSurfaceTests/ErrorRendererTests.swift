import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameWire
import Testing

@testable import SesameSurface

struct ErrorRendererTests {
    @Test(arguments: [
        (AuthError.Code.providerUnavailable, 503), (.storageUnavailable, 503), (.rateLimited, 429),
        (.notAuthenticated, 401), (.sessionEnded, 401), (.sessionRevoked, 401), (.userDeleted, 401),
        (.userDisabled, 403), (.invalidToken, 401), (.invalidNonce, 401), (.accountNotFound, 404),
        (.credentialInUse, 409), (.reauthenticationRequired, 403), (.providerRequired, 403), (.roleMismatch, 403),
        (.ticketExpired, 401), (.notFound, 404), (.invalidRequest, 400), (.profileIncomplete, 409),
        (.internal, 500), (AuthError.Code(rawValue: "of another version"), 500),
    ])
    func `each error code has one status`(code: AuthError.Code, status: Int) throws {
        let response = ErrorRenderer.render(AccountError(code, "why"), requestID: "id")
        #expect(Int(response.status.code) == status)
        let body = try ErrorBody(json: try #require(try JSONValue(parsing: response.body).object))
        #expect((body.code, body.message, body.requestID) == (code, "why", "id"))
    }

    @Test func `a retry time is also sent in Retry-After`() {
        let response = ErrorRenderer.render(AccountError(.providerUnavailable, "why", retryAfter: 30), requestID: "id")
        #expect(response.headers["Retry-After"] == ["30"])
    }

    @Test func `a rate-limited request is told when to retry in the header and the body`() async throws {
        let problem = HTTPError.rateLimited("too much", retryAfter: 9)
        let surface = Surface(name: "a", routes: [], renderProblem: ErrorRenderer.render)
        let gate = Shut(problem: problem)
        let route = Route(.GET, "/", takes: .none) { _, _ in .noContent }
        let router = Router(
            surfaces: [Surface(name: "a", routes: [route], renderProblem: surface.renderProblem)], gate: gate)
        let response = await router.answer(try HTTPRequest(method: .GET, target: "/"))
        #expect(response.status == .tooManyRequests && response.headers["Retry-After"] == ["9"])
        let body = try ErrorBody(json: try #require(try JSONValue(parsing: response.body).object))
        #expect(body.code == .rateLimited && body.retryAfter == 9)
    }

    private struct Shut: RequestInterceptor {
        let problem: HTTPError
        func problem(of request: HTTPRequest, policy: RoutePolicy) -> HTTPError? { problem }
    }

    @Test func `the error for a rejected access token has WWW-Authenticate`() {
        let response = ErrorRenderer.render(AccountError(.sessionEnded, "why"), requestID: "id")
        #expect(response.headers.contains(name: "WWW-Authenticate"))
    }
}
