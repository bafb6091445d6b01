import Logging
import NIOHTTP1
import SesameCore
import Testing

@testable import SesameHTTP
@testable import SesameServer

struct TokenAPITests {
    @Test(arguments: [
        (HTTPProblem.overloaded, 503, "temporarily_unavailable"), (.internal, 500, "server_error"),
        (.payloadTooLarge, 413, "invalid_request"), (.unsupportedMediaType, 415, "invalid_request"),
    ])
    func `what is refused before the route has an error of RFC 6749`(
        problem: HTTPProblem, status: Int, error: String
    ) async throws {
        let rig = try await WebRig()
        let surface = TokenAPI(
            accounts: rig.accounts, apps: rig.apps, publicURL: "http://127.0.0.1:8080",
            log: SecurityLog(logger: Logger(label: "test"))
        ).surface(cors: .none)
        let response = surface.renderProblem(problem, RefusedRequest(id: RequestID(1), request: nil))
        #expect(Int(response.status.code) == status)
        #expect(try JSONValue(parsing: response.body)["error"] == .string(error))
        #expect(response.headers.contains(name: "Retry-After") == (status == 503))
    }
}
